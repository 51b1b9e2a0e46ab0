import type { Mesh } from '@gltf-transform/core';

/** Primitives and meshes of which nothing is left disappear. */
export function dropEmpty(mesh: Mesh): void {
  for (const primitive of mesh.listPrimitives()) {
    if (primitive.getIndices()?.getCount() === 0) primitive.dispose();
  }
  if (mesh.listPrimitives().length === 0) mesh.dispose();
}
