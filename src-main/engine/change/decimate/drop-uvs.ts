import type { Document } from '@gltf-transform/core';
import { weld } from '@gltf-transform/functions';
import { listSurfaces } from '../../base/document/list-surfaces.ts';

/**
 * Removes uvs and tangents from the surfaces of a document, in place, and welds the vertices that only they separated,
 * so that old seams do not restrict decimation and unwrapping.
 */
export async function dropUvs(document: Document): Promise<void> {
  for (const { primitive } of listSurfaces(document)) {
    for (const semantic of primitive.listSemantics()) {
      if (semantic.startsWith('TEXCOORD_') || semantic === 'TANGENT') primitive.setAttribute(semantic, null);
    }
    for (const target of primitive.listTargets()) target.setAttribute('TANGENT', null);
  }
  await document.transform(weld());
}
