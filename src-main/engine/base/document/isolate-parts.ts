import type { Document } from '@gltf-transform/core';
import { keepParts } from './keep-parts.ts';

/**
 * Hides every part except the named ones, in place, so that operations on the whole document apply to them alone.
 * Without names nothing is hidden. Returns a function that shows the other parts again. Throws `OperationError`
 * (`unknown-part`).
 */
export function isolateParts(document: Document, names: readonly string[]): () => void {
  const worn = document
    .getRoot()
    .listNodes()
    .map((node) => ({ node, mesh: node.getMesh(), skin: node.getSkin() }));
  keepParts(document, names);
  const hidden = worn.filter(({ node, mesh }) => mesh && !node.getMesh());
  return () => {
    for (const { node, mesh, skin } of hidden) node.setMesh(mesh).setSkin(skin);
  };
}
