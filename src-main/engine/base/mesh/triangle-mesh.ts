/** A triangle mesh: xyz per vertex, three vertex indices per triangle, counter-clockwise seen from outside. */
export interface TriangleMesh {
  readonly positions: Float32Array;
  readonly indices: Uint32Array;
}

/**
 * True if every edge belongs to exactly two triangles that run along it in opposite directions, and no triangle has two
 * equal corners or zero area: a closed, manifold (edge-wise), consistently wound surface. O(triangles).
 */
export function isClosed({ positions, indices }: TriangleMesh): boolean {
  const count = positions.length / 3;
  const directed = new Set<number>();
  for (let t = 0; t < indices.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const from = indices[t + k]!;
      const to = indices[t + ((k + 1) % 3)]!;
      const edge = from * count + to;
      if (from === to || directed.has(edge)) return false;
      directed.add(edge);
    }
    if (!(doubleArea(positions, indices, t) > 0)) return false;
  }
  for (const edge of directed) {
    const to = edge % count;
    if (!directed.has(to * count + (edge - to) / count)) return false;
  }
  return indices.length > 0;
}

/** Returns twice the area of the triangle that starts at `indices[at]`, in squared units of the positions. */
export function doubleArea(positions: Float32Array, indices: Uint32Array, at: number): number {
  return Math.hypot(...faceNormal(positions, indices, at));
}

/** Returns the triangle's normal; its length is twice the area. */
export function faceNormal(positions: Float32Array, indices: Uint32Array, at: number): [number, number, number] {
  const a = indices[at]! * 3;
  const b = indices[at + 1]! * 3;
  const c = indices[at + 2]! * 3;
  const ux = positions[b]! - positions[a]!;
  const uy = positions[b + 1]! - positions[a + 1]!;
  const uz = positions[b + 2]! - positions[a + 2]!;
  const vx = positions[c]! - positions[a]!;
  const vy = positions[c + 1]! - positions[a + 1]!;
  const vz = positions[c + 2]! - positions[a + 2]!;
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
}
