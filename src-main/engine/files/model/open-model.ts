import type { Document } from '@gltf-transform/core';
import { dequantize } from '@gltf-transform/functions';
import { engineMessage } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { OperationError } from '../../base/errors/operation-error.ts';
import { checkCorners } from '../import/import-limits.ts';
import type { ModelWork } from '../import/memory-budget.ts';
import type { ImportedModel } from '../import/imported-model.ts';
import { readAnyModel } from './read-any-model.ts';
import { countTriangles } from '../../base/document/list-surfaces.ts';
import { readGlb } from '../gltf/read-glb.ts';
import { unshareMeshes } from '../../base/document/unshare-meshes.ts';

/**
 * Opens a GLB for processing: attributes as floats, a separate mesh for every node. Throws `ModelError` for a file that
 * cannot be read or is too large for `work`, and `OperationError` (`empty-model`) for one without triangles.
 */
export async function openModel(glb: Uint8Array, work: ModelWork): Promise<Document> {
  const document = await readGlb(glb, work);
  await makeWorkable(document);
  return document;
}

/** Opens a model of any supported format for processing, like `openModel`; the notes list what could not be imported. */
export async function openAnyModel(bytes: Uint8Array, work: ModelWork): Promise<ImportedModel> {
  const model = await readAnyModel(bytes, work);
  await makeWorkable(model.document);
  return model;
}

async function makeWorkable(document: Document): Promise<void> {
  const triangles = countTriangles(document);
  checkCorners(triangles * 3);
  await document.transform(dequantize());
  unshareMeshes(document);
  if (triangles === 0) throw new OperationError('empty-model', engineMessage('model-error.no-triangles'));
}
