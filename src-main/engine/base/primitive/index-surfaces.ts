import type { Document } from '@gltf-transform/core';
import { weldPrimitive } from '@gltf-transform/functions';
import { listSurfaces } from '../document/list-surfaces.ts';

/**
 * Adds indices to surfaces without them, in place, and merges vertices that are equal in every attribute: adjacency
 * cannot be computed where every triangle has its own corners. Surfaces with indices are unchanged.
 */
export function indexSurfaces(document: Document): void {
  for (const { primitive } of listSurfaces(document)) if (!primitive.getIndices()) weldPrimitive(primitive);
}
