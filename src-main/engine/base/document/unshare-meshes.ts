import type { Document, Mesh } from '@gltf-transform/core';

/**
 * Gives every node its own mesh and every mesh its own primitives, in place, so that each can be changed alone.
 * Materials and vertex data stay shared; names and extras are copied.
 */
export function unshareMeshes(document: Document): void {
  const used = new Set<Mesh>();
  for (const node of document.getRoot().listNodes()) {
    const mesh = node.getMesh();
    if (!mesh) continue;
    const own = used.has(mesh) ? mesh.clone() : mesh;
    if (own !== mesh) node.setMesh(own);
    for (const primitive of own.listPrimitives()) {
      const isShared = primitive.listParents().filter((parent) => parent.propertyType === 'Mesh').length > 1;
      if (isShared) own.removePrimitive(primitive).addPrimitive(primitive.clone());
    }
    used.add(own);
  }
}
