/** Triangles of the faces of a mesh. */
export interface Triangles {
  /** Three corner indices each, with the winding of the face. */
  readonly corners: Uint32Array;
  /** Face of each triangle. */
  readonly faces: Uint32Array;
}

/**
 * Maximum number of point-in-triangle tests for all faces together, about a second; further faces become fans. Normal
 * models need far fewer: only concave faces with more than four corners need any.
 */
const MAX_TESTS = 100_000_000;

/**
 * Triangulates faces: concave ones by ear clipping, the others as fans from their first corner. Faces with fewer than
 * three corners and triangles with the same point twice are left out. Points must be valid.
 */
export function triangulate(points: Float32Array, faceSizes: Uint32Array, corners: Uint32Array): Triangles {
  let most = 0;
  for (const size of faceSizes) most += Math.max(0, size - 2);
  const triangles = new Uint32Array(most * 3);
  const faces = new Uint32Array(most);
  const work = { left: MAX_TESTS };
  let count = 0;
  const add = (face: number, a: number, b: number, c: number): void => {
    const p = corners[a]!;
    const q = corners[b]!;
    const r = corners[c]!;
    if (p === q || q === r || r === p) return;
    triangles[count * 3] = a;
    triangles[count * 3 + 1] = b;
    triangles[count * 3 + 2] = c;
    faces[count++] = face;
  };
  for (let face = 0, first = 0; face < faceSizes.length; first += faceSizes[face++]!) {
    const size = faceSizes[face]!;
    if (size === 3) {
      add(face, first, first + 1, first + 2);
      continue;
    }
    const flat = size > 3 ? flatten(points, corners, first, size) : null;
    if (flat && work.left > 0 && !isConvex(flat)) {
      clipEars(flat, work, (a, b, c) => add(face, first + a, first + b, first + c));
    } else {
      for (let i = 2; i < size; i++) add(face, first, first + i - 1, first + i);
    }
  }
  return { corners: triangles.subarray(0, count * 3), faces: faces.subarray(0, count) };
}

/** Projects the face along its normal (Newell): xy per corner, counter-clockwise. */
function flatten(points: Float32Array, corners: Uint32Array, first: number, size: number): Float64Array {
  const normal = [0, 0, 0];
  for (let i = 0; i < size; i++) {
    const a = corners[first + i]! * 3;
    const b = corners[first + ((i + 1) % size)]! * 3;
    for (let k = 0; k < 3; k++) {
      const [u, v] = [(k + 1) % 3, (k + 2) % 3];
      normal[k]! += (points[a + u]! - points[b + u]!) * (points[a + v]! + points[b + v]!);
    }
  }
  const longest = Math.max(...normal.map(Math.abs));
  const axis = Math.max(
    0,
    normal.findIndex((value) => Math.abs(value) === longest),
  );
  const turned = normal[axis]! < 0;
  const [u, v] = turned ? [(axis + 2) % 3, (axis + 1) % 3] : [(axis + 1) % 3, (axis + 2) % 3];
  const flat = new Float64Array(size * 2);
  for (let i = 0; i < size; i++) {
    flat[i * 2] = points[corners[first + i]! * 3 + u]!;
    flat[i * 2 + 1] = points[corners[first + i]! * 3 + v]!;
  }
  return flat;
}

/** Returns twice the area of a triangle; positive if it is counter-clockwise. */
function area(flat: Float64Array, a: number, b: number, c: number): number {
  const [ax, ay] = [flat[a * 2]!, flat[a * 2 + 1]!];
  return (flat[b * 2]! - ax) * (flat[c * 2 + 1]! - ay) - (flat[b * 2 + 1]! - ay) * (flat[c * 2]! - ax);
}

function isConvex(flat: Float64Array): boolean {
  const size = flat.length / 2;
  for (let i = 0; i < size; i++) if (area(flat, i, (i + 1) % size, (i + 2) % size) < 0) return false;
  return true;
}

function clipEars(flat: Float64Array, work: { left: number }, add: (a: number, b: number, c: number) => void): void {
  const ring = Array.from({ length: flat.length / 2 }, (_, i) => i);
  let at = 0;
  let misses = 0;
  while (ring.length > 3 && misses < ring.length && work.left > 0) {
    const size = ring.length;
    at %= size;
    const [a, b, c] = [ring[(at + size - 1) % size]!, ring[at]!, ring[(at + 1) % size]!];
    if (isEar(flat, ring, [a, b, c], work)) {
      add(a, b, c);
      ring.splice(at, 1);
      misses = 0;
    } else {
      at++;
      misses++;
    }
  }
  // The last triangle, or a self-intersecting face without a correct triangulation.
  for (let i = 2; i < ring.length; i++) add(ring[0]!, ring[i - 1]!, ring[i]!);
}

function isEar(
  flat: Float64Array,
  ring: readonly number[],
  [a, b, c]: readonly [number, number, number],
  work: { left: number },
): boolean {
  if (area(flat, a, b, c) <= 0) return false;
  for (const p of ring) {
    work.left--;
    if (p === a || p === b || p === c) continue;
    if (area(flat, a, b, p) >= 0 && area(flat, b, c, p) >= 0 && area(flat, c, a, p) >= 0) {
      // A bridge to a hole repeats its points; a point that coincides with a corner is not an obstacle.
      const isOnCorner = [a, b, c].some((q) => flat[p * 2] === flat[q * 2] && flat[p * 2 + 1] === flat[q * 2 + 1]);
      if (!isOnCorner) return false;
    }
  }
  return true;
}
