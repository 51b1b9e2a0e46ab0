import { engineMessage, uniqueNotes, type Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { Logger, type Document } from '@gltf-transform/core';
import { checkDecodedModel } from '../gltf/check/check-decoded-model.ts';
import { ModelError } from '../../base/errors/model-error.ts';
import { readGlb } from '../gltf/read-glb.ts';
import { checkMemory, measureModel, type ModelWork } from '../import/memory-budget.ts';
import type { FileSource } from '../zip/zip-archive.ts';
import { dropUnmappedTextures } from '../materials/drop-unmapped-textures.ts';
import { checkObjects, damagedModel } from '../import/import-limits.ts';
import type { ImportedModel } from '../import/imported-model.ts';
import { toModelFile, type ModelFile } from '../zip/model-file.ts';
import { sniffModelFile, sniffModelFormat } from './sniff-model-format.ts';

/**
 * Reads a model of any supported format (GLB, glTF, FBX, OBJ, STL, 3MF, USDZ; zips of those with their files), detected
 * by its content, into a document: metres, +Y up, +Z front, counter-clockwise from outside. An untrusted file costs
 * limited time and memory, and nothing outside of it is opened. Throws `ModelError` with a message for the user, also for
 * a model that is too large for `work`.
 */
export async function readAnyModel(bytes: Uint8Array, work: ModelWork = 'read'): Promise<ImportedModel> {
  if (bytes.length === 0) throw new ModelError('truncated', engineMessage('model-file.empty'));
  const format = sniffModelFormat(bytes);
  try {
    // A GLB needs no post-processing: its own reader has checked it.
    if (format === 'glb') return await readGlbModel(bytes, work);
    const model = format === 'zip' ? await readZip(bytes) : await readFile(toModelFile(bytes), NO_FILES, '');
    await finish(model.document);
    checkMemory(work, measureModel(model.document));
    return { document: model.document, notes: uniqueNotes(model.notes).slice(0, MAX_NOTES) };
  } catch (cause) {
    // Strings, arrays and patterns throw this if a file asks for more than their limits.
    if (!(cause instanceof RangeError)) throw cause;
    throw new ModelError('too_large', engineMessage('model-limit.available-memory'), cause);
  }
}

/** Maximum number of notes; more are not helpful. */
const MAX_NOTES = 20;
/** File source of a model without other files. */
const NO_FILES: FileSource = {
  paths: [],
  archiveBytes: 0,
  find: () => null,
  read: () => Promise.resolve(null),
  open: () => null,
};

async function readGlbModel(bytes: Uint8Array, work: ModelWork = 'read'): Promise<ImportedModel> {
  const notes: Note[] = [];
  const document = await readGlb(bytes, work, 0, notes);
  return { document, notes: uniqueNotes(notes) };
}

// Readers are loaded on demand: in a process that converts one model, loading takes most of the time.

async function readZip(bytes: Uint8Array): Promise<ImportedModel> {
  return (await import('./read-zipped-model.ts')).readZippedModel(bytes, readFile);
}

async function readFile(file: ModelFile, files: FileSource, folder: string): Promise<ImportedModel> {
  switch (await sniffModelFile(file)) {
    case 'glb':
      return readGlbModel(await file.readAll());
    case 'gltf':
      return (await import('../gltf/read-gltf.ts')).readGltf(await file.readAll(), files, folder);
    case 'fbx':
      return (await import('../fbx/read/read-fbx.ts')).readFbx(await file.readAll(), files, folder);
    case 'obj':
      return (await import('../obj/read-obj.ts')).readObj(file, files, folder);
    case 'stl':
      return (await import('../stl/read-stl.ts')).readStl(file);
    case 'usd':
      return (await import('../usd/read/read-usdz.ts')).readUsdLayer(await file.readAll(), files, folder);
    default:
      throw new ModelError('not_a_model', engineMessage('model-file.unknown-format'));
  }
}

/** Applies the post-processing of every imported document. */
async function finish(document: Document): Promise<void> {
  const root = document.getRoot();
  checkObjects(root.listNodes().length);
  for (const node of root.listNodes()) {
    const numbers = [...node.getTranslation(), ...node.getRotation(), ...node.getScale()];
    if (!numbers.every((value) => Number.isFinite(Math.fround(value))))
      throw damagedModel('model-damage.object-transform');
  }
  checkDecodedModel(document);
  dropUnmappedTextures(document);
  const scene = root.getDefaultScene() ?? root.listScenes()[0];
  if (!scene) throw new ModelError('unsupported', engineMessage('model-file.no-scene'));
  root.setDefaultScene(scene);
  document.setLogger(new Logger(Logger.Verbosity.SILENT));
  const { prune } = await import('@gltf-transform/functions');
  await document.transform(prune({ keepLeaves: true, keepAttributes: true, keepSolidTextures: true }));
}
