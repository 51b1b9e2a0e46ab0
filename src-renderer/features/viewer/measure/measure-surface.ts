/** Triangles in a common coordinate system, counter-clockwise seen from outside. */
export interface SurfacePart {
  /** Three numbers per vertex. */
  readonly positions: Float32Array;
  /** Three numbers per vertex; null: the file has no normals. */
  readonly normals: Float32Array | null;
  /** Three indices per triangle; null: in vertex order. */
  readonly indices: ArrayLike<number> | null;
}

/** Defects of a surface. All zero: a closed, clean surface. */
export interface SurfaceFacts {
  /** Edges with one face. */
  readonly openEdges: number;
  /** Edges with more than two faces. */
  readonly manySidedEdges: number;
  /** Edges whose two faces have opposite orientations. */
  readonly turnedEdges: number;
  /** Faces whose normals oppose their winding. */
  readonly flippedFaces: number;
  /** Faces with two vertices in the same position. */
  readonly thinFaces: number;
  /** True if the surface is closed and encloses a negative volume. */
  readonly isInsideOut: boolean;
}

/** Defects of a surface, or why they are unknown. */
export type SurfaceFinding = SurfaceFacts | 'too_large' | 'failed';

/** Larger surfaces are not measured: the edge tables would take more than 150 MB. */
export const MAX_MEASURED_TRIANGLES = 2_000_000;

/**
 * Measures the surface of all parts together. Vertices at exactly the same position are merged, so that seams of UVs,
 * normals and materials do not count as openings. Linear in time and memory.
 */
export function measureSurface(parts: readonly SurfacePart[]): SurfaceFacts {
  const places = createPlaces(parts.reduce((sum, { positions }) => sum + positions.length / 3, 0));
  const edges = createEdges(parts.reduce((sum, part) => sum + countCorners(part), 0));
  let [flippedFaces, thinFaces, volume] = [0, 0, 0];
  for (const part of parts) {
    const { positions: p, normals, indices } = part;
    for (let corner = 0; corner + 2 < countCorners(part); corner += 3) {
      const a = indices ? (indices[corner] ?? 0) : corner;
      const b = indices ? (indices[corner + 1] ?? 0) : corner + 1;
      const c = indices ? (indices[corner + 2] ?? 0) : corner + 2;
      const [i, j, k] = [places.find(p, a), places.find(p, b), places.find(p, c)];
      if (i === j || j === k || k === i) {
        thinFaces++;
        continue;
      }
      edges.add(i, j);
      edges.add(j, k);
      edges.add(k, i);
      const [nx, ny, nz] = cross(p, a, b, c);
      volume += nx * at(p, a * 3) + ny * at(p, a * 3 + 1) + nz * at(p, a * 3 + 2);
      if (normals && looksAgainst(normals, a, b, c, nx, ny, nz)) flippedFaces++;
    }
  }
  const { open: openEdges, manySided: manySidedEdges, turned: turnedEdges } = edges.count();
  const isInsideOut = openEdges === 0 && turnedEdges === 0 && volume < 0;
  return { openEdges, manySidedEdges, turnedEdges, flippedFaces, thinFaces, isInsideOut };
}

const countCorners = ({ positions, indices }: SurfacePart): number => indices?.length ?? positions.length / 3;

const at = (list: ArrayLike<number>, index: number): number => list[index] ?? 0;

/** Returns twice the area of a triangle along its normal. */
function cross(p: Float32Array, a: number, b: number, c: number): [number, number, number] {
  const ux = at(p, b * 3) - at(p, a * 3);
  const uy = at(p, b * 3 + 1) - at(p, a * 3 + 1);
  const uz = at(p, b * 3 + 2) - at(p, a * 3 + 2);
  const vx = at(p, c * 3) - at(p, a * 3);
  const vy = at(p, c * 3 + 1) - at(p, a * 3 + 1);
  const vz = at(p, c * 3 + 2) - at(p, a * 3 + 2);
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
}

/** Smooth normals may tilt across an edge, so a face is flipped only if all three together oppose it. */
function looksAgainst(n: Float32Array, a: number, b: number, c: number, x: number, y: number, z: number): boolean {
  const sum = (axis: number) => at(n, a * 3 + axis) + at(n, b * 3 + axis) + at(n, c * 3 + axis);
  return sum(0) * x + sum(1) * y + sum(2) * z < 0;
}

/** Assigns numbers to positions, the same for equal positions; an open-addressing hash table. */
function createPlaces(most: number): { find(positions: Float32Array, corner: number): number } {
  const mask = tableSize(most) - 1;
  const slots = new Int32Array(mask + 1).fill(-1);
  const known = new Float32Array(most * 3);
  const bits = new Uint32Array(known.buffer);
  const probe = new Float32Array(3);
  const probeBits = new Uint32Array(probe.buffer);
  let count = 0;
  return {
    find(positions, corner) {
      // Adding zero turns -0 into 0.
      for (let axis = 0; axis < 3; axis++) probe[axis] = at(positions, corner * 3 + axis) + 0;
      const [x, y, z] = [at(probeBits, 0), at(probeBits, 1), at(probeBits, 2)];
      let slot = mix(mix(mix(0, x), y), z) & mask;
      for (; ; slot = (slot + 1) & mask) {
        const existing = at(slots, slot);
        if (existing < 0) break;
        if (at(bits, existing * 3) === x && at(bits, existing * 3 + 1) === y && at(bits, existing * 3 + 2) === z)
          return existing;
      }
      slots[slot] = count;
      known.set(probe, count * 3);
      return count++;
    },
  };
}

/** Counts the faces at every edge, and in which direction each traverses it. */
function createEdges(most: number) {
  const mask = tableSize(most) - 1;
  const low = new Int32Array(mask + 1).fill(-1);
  const high = new Int32Array(mask + 1);
  const faces = new Uint8Array(mask + 1);
  const along = new Int8Array(mask + 1);
  return {
    add(from: number, to: number) {
      const [a, b] = from < to ? [from, to] : [to, from];
      let slot = mix(mix(0, a), b) & mask;
      while (at(low, slot) >= 0 && (at(low, slot) !== a || at(high, slot) !== b)) slot = (slot + 1) & mask;
      low[slot] = a;
      high[slot] = b;
      // Counts above three make no difference.
      if (at(faces, slot) > 2) return;
      faces[slot] = at(faces, slot) + 1;
      along[slot] = at(along, slot) + (from < to ? 1 : -1);
    },
    count() {
      const sums = { open: 0, manySided: 0, turned: 0 };
      for (let slot = 0; slot <= mask; slot++) {
        const count = at(faces, slot);
        if (count === 1) sums.open++;
        else if (count > 2) sums.manySided++;
        else if (count === 2 && at(along, slot) !== 0) sums.turned++;
      }
      return sums;
    },
  };
}

/** Returns a power of two that holds `most` entries at a load factor of two thirds. */
function tableSize(most: number): number {
  return 2 ** Math.max(Math.ceil(Math.log2(most * 1.5 + 1)), 4);
}

/** One round of MurmurHash3 mixing. */
function mix(hash: number, value: number): number {
  let bits = Math.imul(value, 0xcc9e2d51);
  bits = Math.imul((bits << 15) | (bits >>> 17), 0x1b873593);
  const mixed = hash ^ bits;
  const turned = Math.imul((mixed << 13) | (mixed >>> 19), 5) + 0xe6546b64;
  return (turned ^ (turned >>> 16)) | 0;
}
