import type { Document } from '@gltf-transform/core';
import { listSurfaces } from '../../base/document/list-surfaces.ts';
import type { BakePair } from './transfer-textures.ts';

/** Each surface of a document with the node of the original that it came from: both have the same nodes in the same order. */
export function pairSurfaces(document: Document, original: Document): BakePair[] {
  const originals = original.getRoot().listNodes();
  const nodes = document.getRoot().listNodes();
  const sources = new Map(nodes.map((node, place) => [node, originals[place]!]));
  return listSurfaces(document).map((target) => ({ target, source: sources.get(target.node)! }));
}
