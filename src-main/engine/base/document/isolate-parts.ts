import type { Document } from '@gltf-transform/core';
import { keepParts } from './keep-parts.ts';

/**
 * Hides every part but the named ones (none named: hides nothing), in place, so that what works on the whole document
 * works on them alone; the answer shows the others again. Throws `OperationError` (`unknown-part`).
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
