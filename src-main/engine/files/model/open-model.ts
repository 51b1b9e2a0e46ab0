import type { Document } from '@gltf-transform/core';
import { dequantize } from '@gltf-transform/functions';
import { OperationError } from '../../base/errors/operation-error.ts';
import type { ImportedModel } from '../import/imported-model.ts';
import { readAnyModel } from './read-any-model.ts';
import { countTriangles } from '../../base/document/list-surfaces.ts';
import { readGlb } from '../gltf/read-glb.ts';
import { unshareMeshes } from '../../base/document/unshare-meshes.ts';

/**
 * A GLB ready to be worked on: attributes as floats, every node with a mesh of its own. Throws `ModelError` for a file
 * that cannot be read and `OperationError` (`empty-model`) for one without triangles.
 */
export async function openModel(glb: Uint8Array): Promise<Document> {
  const document = await readGlb(glb);
  await makeWorkable(document);
  return document;
}

/** The same for a model of any format that can be imported; the notes say what could not be read of it. */
export async function openAnyModel(bytes: Uint8Array): Promise<ImportedModel> {
  const model = await readAnyModel(bytes);
  await makeWorkable(model.document);
  return model;
}

async function makeWorkable(document: Document): Promise<void> {
  await document.transform(dequantize());
  unshareMeshes(document);
  if (countTriangles(document) === 0) throw new OperationError('empty-model', 'The model has no triangles to work on.');
}
