import { rasterizeTriangles } from '../mesh/rasterize-triangles.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';

/** Triangles with UVs. */
export interface UvMesh extends TriangleMesh {
  /** UV per vertex, 0 to 1, glTF's origin (top left). */
  readonly uvs: Float32Array;
  /** Unit normals. */
  readonly normals: Float32Array;
  /** Index of the normal of each corner of each triangle. */
  readonly normalIndices: Uint32Array;
}

/**
 * Paints a texel; called with its position and unit normal (both reused), its triangle's first index and the
 * barycentric weights of its corners.
 */
export type PaintTexel = (
  at: Float32Array,
  normal: Float32Array,
  texel: number,
  first: number,
  weights: readonly [number, number, number],
) => void;

/** Visits every texel that a mesh covers, like `rasterizeTriangles`, with its position on the surface. */
export function paintTexels(mesh: UvMesh, size: number, covered: Uint8Array, paint: PaintTexel): void {
  const { positions, indices, uvs, normals, normalIndices } = mesh;
  const at = new Float32Array(3);
  const normal = new Float32Array(3);
  const weights: [number, number, number] = [0, 0, 0];

  rasterizeTriangles(uvs, indices, size, covered, (triangle, texel, wa, wb, wc) => {
    const first = 3 * triangle;
    const [a, b, c] = [3 * indices[first]!, 3 * indices[first + 1]!, 3 * indices[first + 2]!];
    const [p, q, r] = [3 * normalIndices[first]!, 3 * normalIndices[first + 1]!, 3 * normalIndices[first + 2]!];
    for (let k = 0; k < 3; k++) {
      at[k] = wa * positions[a + k]! + wb * positions[b + k]! + wc * positions[c + k]!;
      normal[k] = wa * normals[p + k]! + wb * normals[q + k]! + wc * normals[r + k]!;
    }
    const length = Math.sqrt(normal[0]! ** 2 + normal[1]! ** 2 + normal[2]! ** 2) || 1;
    for (let k = 0; k < 3; k++) normal[k]! /= length;
    weights[0] = wa;
    weights[1] = wb;
    weights[2] = wc;
    paint(at, normal, texel, first, weights);
  });
}
