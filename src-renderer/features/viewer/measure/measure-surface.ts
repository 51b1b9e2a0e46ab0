/** Triangles in one space, winding counter-clockwise seen from outside. */
export interface SurfacePart {
  /** Three numbers per corner. */
  readonly positions: Float32Array;
  /** Three numbers per corner, as the file says where the surface looks; null: it does not say. */
  readonly normals: Float32Array | null;
  /** Three corners per triangle; null: in the order of the corners. */
  readonly indices: ArrayLike<number> | null;
}

/** What is wrong with a surface. All zero: a closed, clean skin. */
export interface SurfaceFacts {
  /** Edges with one face. */
  readonly openEdges: number;
  /** Edges with more than two faces. */
  readonly manySidedEdges: number;
  /** Edges whose two faces look opposite ways. */
  readonly turnedEdges: number;
  /** Faces whose normals look against their winding. */
  readonly flippedFaces: number;
  /** Faces with two corners in one place. */
  readonly thinFaces: number;
  /** Whether the surface is closed and encloses less than nothing. */
  readonly isInsideOut: boolean;
}

/** What is wrong with a surface, or why that is not known. */
export type SurfaceFinding = SurfaceFacts | 'too_large' | 'failed';

/** Surfaces of more triangles are not measured: the tables of edges would take more than 150 MB. */
export const MAX_MEASURED_TRIANGLES = 2_000_000;

/**
 * Measures the surface that all parts make together; corners in exactly the same place are one, so that seams of UV,
 * normals and materials do not count as openings. Time and memory grow with the number of triangles.
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

/** Twice the area of a triangle, along its normal. */
function cross(p: Float32Array, a: number, b: number, c: number): [number, number, number] {
  const ux = at(p, b * 3) - at(p, a * 3);
  const uy = at(p, b * 3 + 1) - at(p, a * 3 + 1);
  const uz = at(p, b * 3 + 2) - at(p, a * 3 + 2);
  const vx = at(p, c * 3) - at(p, a * 3);
  const vy = at(p, c * 3 + 1) - at(p, a * 3 + 1);
  const vz = at(p, c * 3 + 2) - at(p, a * 3 + 2);
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
}

/** Smooth normals may lean over an edge; only when all three together look the other way is a face flipped. */
function looksAgainst(n: Float32Array, a: number, b: number, c: number, x: number, y: number, z: number): boolean {
  const sum = (axis: number) => at(n, a * 3 + axis) + at(n, b * 3 + axis) + at(n, c * 3 + axis);
  return sum(0) * x + sum(1) * y + sum(2) * z < 0;
}

/** Numbers places from 0, the same place always the same; a hash table with open addressing. */
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
      // Adding zero makes -0 the 0 it equals.
      for (let axis = 0; axis < 3; axis++) probe[axis] = at(positions, corner * 3 + axis) + 0;
      const [x, y, z] = [at(probeBits, 0), at(probeBits, 1), at(probeBits, 2)];
      let slot = mix(mix(mix(0, x), y), z) & mask;
      for (; ; slot = (slot + 1) & mask) {
        const found = at(slots, slot);
        if (found < 0) break;
        if (at(bits, found * 3) === x && at(bits, found * 3 + 1) === y && at(bits, found * 3 + 2) === z) return found;
      }
      slots[slot] = count;
      known.set(probe, count * 3);
      return count++;
    },
  };
}

/** Counts the faces at every edge, and in which direction each runs along it. */
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
      // Three is as good as more.
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

/** A power of two with room for `most` entries at two thirds of its places. */
function tableSize(most: number): number {
  return 2 ** Math.max(Math.ceil(Math.log2(most * 1.5 + 1)), 4);
}

/** One round of MurmurHash3's mixing. */
function mix(hash: number, value: number): number {
  let bits = Math.imul(value, 0xcc9e2d51);
  bits = Math.imul((bits << 15) | (bits >>> 17), 0x1b873593);
  const mixed = hash ^ bits;
  const turned = Math.imul((mixed << 13) | (mixed >>> 19), 5) + 0xe6546b64;
  return (turned ^ (turned >>> 16)) | 0;
}
