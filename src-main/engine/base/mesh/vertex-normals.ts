import type { TriangleMesh } from './triangle-mesh.ts';
import { faceNormal } from './triangle-mesh.ts';

/**
 * Computes unit normals per vertex, the area-weighted mean of its triangles; straight up where they cancel out. O(n).
 */
export function toVertexNormals({ positions, indices }: TriangleMesh): Float32Array {
  const normals = new Float32Array(positions.length);
  for (let t = 0; t < indices.length; t += 3) {
    const normal = faceNormal(positions, indices, t);
    for (let k = 0; k < 3; k++) {
      for (let c = 0; c < 3; c++) normals[3 * indices[t + k]! + c]! += normal[c]!;
    }
  }
  for (let v = 0; v < normals.length; v += 3) {
    const length = Math.hypot(normals[v]!, normals[v + 1]!, normals[v + 2]!);
    if (length > 0) for (let c = 0; c < 3; c++) normals[v + c]! /= length;
    else normals[v + 1] = 1;
  }
  return normals;
}
