import type { Document } from '@gltf-transform/core';
import { weldPrimitive } from '@gltf-transform/functions';
import { listSurfaces } from '../document/list-surfaces.ts';

/**
 * Gives surfaces without indices such, in place, joining vertices that are alike in every attribute: what looks at
 * neighbours finds none where every triangle has corners of its own. Surfaces with indices stay as they are.
 */
export function indexSurfaces(document: Document): void {
  for (const { primitive } of listSurfaces(document)) if (!primitive.getIndices()) weldPrimitive(primitive);
}
