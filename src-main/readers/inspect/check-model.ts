import path from 'node:path';
import type { Format } from '../../../src-shared/formats/formats.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import { ModelError } from '../../engine/base/errors/model-error.ts';
import type { Disk, OpenFile } from '../../base/files/disk.ts';
import { checkGlb, checkGltf } from './check-gltf.ts';
import { checkSplat } from './check-splat.ts';
import { listFbxImages } from './list-fbx-images.ts';
import type { NamedImage } from './named-image.ts';
import { listObjImages } from './list-obj-images.ts';
import { checkImage } from './check-image.ts';
import { message, type MessageOrText } from '../../../src-shared/messages/message.ts';

/** A model file, and the folder of its side files if it has any. */
export interface ModelFile {
  readonly path: string;
  readonly format: Format;
  readonly folder: string | null;
}

/** Maximum number of notes. */
const MAX_NOTES = 10;

/**
 * Checks by container data, without decoding, that a model is complete and that its images exist and are complete.
 * Returns notes for the user: a model without one of its images is still the model that was paid for.
 * Throws `result_damaged` when geometry is missing, and system errors of the disk.
 */
export async function checkModel(model: ModelFile, disk: Disk): Promise<MessageOrText[]> {
  const beside = new Set(model.folder === null ? [] : await disk.list(model.folder));
  const file = await disk.open(model.path, 'read');
  try {
    const pictures = await listImages(model, file, beside, disk);
    const name = path.basename(model.path);
    const notes: MessageOrText[] = model.format === 'ply' ? await checkSplat(file, name) : [];
    for (const picture of pictures) {
      const id = await judge(picture, file, model.folder, beside, disk);
      if (id) notes.push(message(id, { file: name, image: toShownName(picture.name) }));
    }
    const more = notes.length - MAX_NOTES;
    return more > 0 ? [...notes.slice(0, MAX_NOTES), message('job-note.more-images', { count: more })] : notes;
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    // A file that is larger or newer than supported is not damaged.
    if (error.code === 'too_large' || error.code === 'unsupported')
      return [message('job-note.not-checked', { reason: error.detail })];
    throw new AppError('result_damaged', error.detail, { retryable: true, cause: error });
  } finally {
    await file.close();
  }
}

async function listImages(
  { path: modelPath, format, folder }: ModelFile,
  file: OpenFile,
  beside: ReadonlySet<string>,
  disk: Disk,
): Promise<NamedImage[]> {
  switch (format) {
    case 'glb':
      return checkGlb(file);
    case 'gltf':
      return checkGltf(file, async (name) => {
        const entry = beside.has(name) ? await disk.stat(path.join(folder ?? path.dirname(modelPath), name)) : null;
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

type ImageFault = 'job-note.image-missing' | 'job-note.image-empty' | 'job-note.image-truncated';

/** The message for a problem of an image; null: its container shows none. */
async function judge(
  { file, range }: NamedImage,
  model: OpenFile,
  folder: string | null,
  beside: ReadonlySet<string>,
  disk: Disk,
): Promise<ImageFault | null> {
  if (range) return toFault(await checkImage(model, range.offset, range.length));
  if (file === null || folder === null || !beside.has(file)) return 'job-note.image-missing';
  const opened = await disk.open(path.join(folder, file), 'read');
  try {
    return toFault(await checkImage(opened, 0, await opened.size()));
  } finally {
    await opened.close();
  }
}

function toFault(state: Awaited<ReturnType<typeof checkImage>>): ImageFault | null {
  if (state === 'empty') return 'job-note.image-empty';
  return state === 'cut_off' ? 'job-note.image-truncated' : null;
}

function toShownName(name: NamedImage['name']): MessageOrText {
  return typeof name === 'string' ? name.replace(/[\p{Cc}\p{Cf}]/gu, '').slice(0, 80) : name;
}
