import type { Mesh } from '@gltf-transform/core';

/** Removes empty primitives of a mesh, and the mesh if it has none left. */
export function dropEmpty(mesh: Mesh): void {
  for (const primitive of mesh.listPrimitives()) {
    if (primitive.getIndices()?.getCount() === 0) primitive.dispose();
  }
  if (mesh.listPrimitives().length === 0) mesh.dispose();
}
