import type { Document } from '@gltf-transform/core';
import { weld } from '@gltf-transform/functions';
import { listSurfaces } from '../../base/document/list-surfaces.ts';

/**
 * Takes uvs and tangents off the surfaces of a document, in place, and joins the vertices that only they held apart, so
 * that no old seam stands in the way when the mesh is reduced and laid out anew.
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
