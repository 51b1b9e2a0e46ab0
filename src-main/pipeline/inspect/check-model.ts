import path from 'node:path';
import type { Format } from '../../../src-shared/formats/formats.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import { ModelError } from '../../engine/base/errors/model-error.ts';
import type { Disk, OpenFile } from '../../base/files/disk.ts';
import { checkGlb, checkGltf } from './check-gltf.ts';
import { checkSplat } from './check-splat.ts';
import { listFbxImages } from './list-fbx-images.ts';
import { listObjImages } from './list-obj-images.ts';
import { checkImage } from './check-image.ts';

/** A picture a model names: a file beside it, or a piece of the model's own file. */
export interface NamedImage {
  /** As a person knows it. */
  readonly name: string;
  /** File beside the model; null: the picture has no place at all. */
  readonly file: string | null;
  /** Place within the model's own file, instead of a file beside it. */
  readonly range?: { readonly offset: number; readonly length: number };
}

/** A model that arrived: its file, and the folder of its side files where it has any. */
export interface CheckedModel {
  readonly path: string;
  readonly format: Format;
  readonly folder: string | null;
}

/** More notes than this tell nobody more. */
const MOST_NOTES = 10;

/**
 * Looks whether a model is whole and whether its pictures are there and whole, by what containers say and without
 * decoding. Answers notes for the person: a model without one of its pictures is still the model that was paid for.
 * Throws `result_damaged` when geometry is missing, and disk errors as the system tells them.
 */
export async function checkModel(model: CheckedModel, disk: Disk): Promise<string[]> {
  const beside = new Set(model.folder === null ? [] : await disk.list(model.folder));
  const file = await disk.open(model.path, 'read');
  try {
    const pictures = await listPictures(model, file, beside, disk);
    const faults = model.format === 'ply' ? await checkSplat(file) : [];
    for (const picture of pictures) {
      const fault = await judge(picture, file, model.folder, beside, disk);
      if (fault) faults.push(fault);
    }
    const notes = faults.map((fault) => `${path.basename(model.path)} ${fault}`);
    const more = notes.length - MOST_NOTES;
    return more > 0 ? [...notes.slice(0, MOST_NOTES), `… and ${more} more of its pictures.`] : notes;
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    // Larger or newer than we read is no damage.
    if (error.code === 'too_large' || error.code === 'unsupported') return [`Not checked: ${error.message}`];
    throw new AppError('result_damaged', error.message, { retryable: true, cause: error });
  } finally {
    await file.close();
  }
}

async function listPictures(
  { path: modelPath, format, folder }: CheckedModel,
  file: OpenFile,
  beside: ReadonlySet<string>,
  disk: Disk,
): Promise<NamedImage[]> {
  switch (format) {
    case 'glb':
      return checkGlb(file);
    case 'gltf':
      return checkGltf(file, async (name) => {
        const entry = beside.has(name) ? await disk.look(path.join(folder ?? path.dirname(modelPath), name)) : null;
        return entry?.bytes ?? null;
      });
    case 'obj':
      return listObjImages(file, async (name) =>
        beside.has(name) ? disk.open(path.join(folder ?? '', name), 'read') : null,
      );
    case 'fbx':
      return listFbxImages(file);
    default:
      return [];
  }
}

/** What is wrong with a picture, as the end of a sentence; null: nothing, as far as its container tells. */
async function judge(
  { name, file, range }: NamedImage,
  model: OpenFile,
  folder: string | null,
  beside: ReadonlySet<string>,
  disk: Disk,
): Promise<string | null> {
  const shown = name.replace(/[\p{Cc}\p{Cf}]/gu, '').slice(0, 80);
  if (range) return toWords(await checkImage(model, range.offset, range.length), shown);
  if (file === null || folder === null || !beside.has(file)) return `names a picture that is not there: ${shown}.`;
  const opened = await disk.open(path.join(folder, file), 'read');
  try {
    return toWords(await checkImage(opened, 0, await opened.size()), shown);
  } finally {
    await opened.close();
  }
}

function toWords(state: Awaited<ReturnType<typeof checkImage>>, name: string): string | null {
  if (state === 'empty') return `has a picture that is empty: ${name}.`;
  return state === 'cut_off' ? `has a picture that ends too early: ${name}.` : null;
}
