import type { PolygonMesh } from './polygon-mesh.ts';

/** Reverses the face winding of a surface, in place, for mirrored meshes. */
export function flipFaces(mesh: PolygonMesh): PolygonMesh {
  const { corners, normals, uvs, colors } = mesh;
  // Layers may share their indices with each other and with the corners.
  const shared = new Set([corners, normals?.indices, ...uvs.map((layer) => layer.indices), colors?.indices]);
  for (const indices of shared) {
    if (!indices) continue;
    let first = 0;
    for (const size of mesh.faceSizes) {
      for (let [a, b] = [first, first + size - 1]; a < b; a++, b--) {
        const index = indices[a]!;
        indices[a] = indices[b]!;
        indices[b] = index;
      }
      first += size;
    }
  }
  return mesh;
}
