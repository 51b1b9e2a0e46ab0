import type { CornerLayer } from './polygon-mesh.ts';

/** Computes smooth normals of a surface without any: the area-weighted mean of each point's faces. */
export function toSmoothNormals(points: Float32Array, faceSizes: Uint32Array, corners: Uint32Array): CornerLayer {
  const values = new Float32Array(points.length);
  const normal = new Float64Array(3);
  let first = 0;
  for (const size of faceSizes) {
    normal.fill(0);
    for (let i = 0; i < size; i++) {
      const a = corners[first + i]! * 3;
      const b = corners[first + ((i + 1) % size)]! * 3;
      for (let k = 0; k < 3; k++) {
        const [u, v] = [(k + 1) % 3, (k + 2) % 3];
        normal[k]! += (points[a + u]! - points[b + u]!) * (points[a + v]! + points[b + v]!);
      }
    }
    for (let i = 0; i < size; i++) for (let k = 0; k < 3; k++) values[corners[first + i]! * 3 + k]! += normal[k]!;
    first += size;
  }
  return { size: 3, values, indices: corners };
}
