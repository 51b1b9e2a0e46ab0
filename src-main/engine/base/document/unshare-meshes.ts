import type { Document, Mesh } from '@gltf-transform/core';

/**
 * Gives every node a mesh of its own, and every mesh primitives of its own, in place, so that each can be changed
 * alone; materials and vertex data stay shared. Names and extras go along.
 */
export function unshareMeshes(document: Document): void {
  const taken = new Set<Mesh>();
  for (const node of document.getRoot().listNodes()) {
    const mesh = node.getMesh();
    if (!mesh) continue;
    const own = taken.has(mesh) ? mesh.clone() : mesh;
    if (own !== mesh) node.setMesh(own);
    for (const primitive of own.listPrimitives()) {
      const isShared = primitive.listParents().filter((parent) => parent.propertyType === 'Mesh').length > 1;
      if (isShared) own.removePrimitive(primitive).addPrimitive(primitive.clone());
    }
    taken.add(own);
  }
}
