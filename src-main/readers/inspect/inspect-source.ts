import { randomUUID } from 'node:crypto';
import { readFile, rm, stat } from 'node:fs/promises';
import sharp from 'sharp';
import { LIMITS } from '../../../src-shared/api/protocol/limits.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import { message } from '../../../src-shared/messages/message.ts';
import { partPathOf, renameDurably, writeSynced } from '../../base/files/durable-file.ts';
import { ModelError } from '../../engine/base/errors/model-error.ts';
import { ImageError } from '../../engine/base/image/image.ts';
import { readImage } from '../../engine/base/image/read-image.ts';
import { toDiskError, toSourceError } from '../../folders/disk-error.ts';

/** A source to check. */
export interface SourceQuestion {
  readonly kind: 'picture' | 'model';
  readonly path: string;
  /** Null: no thumbnail is needed. */
  readonly thumbnailPath: string | null;
  /** Name of the file in errors. */
  readonly subject: string;
}

/** A source that can be used. */
export interface InspectedSource {
  readonly bytes: number;
  readonly hasThumbnail: boolean;
}

/** Pixels of a thumbnail's long edge: for 32 points on the densest screens, and for the cards of the empty view. */
export const THUMBNAIL_EDGE = 160;

const CODES = {
  not_a_picture: 'not_a_picture',
  unsupported_file: 'unsupported_file',
  not_a_model: 'not_a_model',
  unsupported: 'not_a_model',
  truncated: 'file_truncated',
  empty: 'file_empty',
} as const;

/**
 * Reads a user's file completely, so that a damaged one is rejected before it is charged, and writes its thumbnail.
 * Throws AppError naming `subject`.
 */
export async function inspectSource(question: SourceQuestion): Promise<InspectedSource> {
  const { kind, path, subject } = question;
  try {
    const bytes = await readSourceBytes(path, subject);
    if (kind === 'model') {
      await readModelSource(bytes);
      return { bytes: bytes.byteLength, hasThumbnail: false };
    }
    return { bytes: bytes.byteLength, hasThumbnail: await writeThumbnail(bytes, question.thumbnailPath) };
  } catch (error) {
    throw toInspectError(error, subject);
  }
}

/** Reads a user's file that has a size the service accepts; throws AppError naming `subject`, or the system's error. */
export async function readSourceBytes(path: string, subject: string): Promise<Buffer> {
  const { size } = await stat(path);
  if (size === 0) throw new AppError('file_empty', '', { subject });
  if (size > LIMITS.uploadBytesSent) {
    const detail = message('file.over-upload-limit', { size: Math.round(size / 1e6) });
    throw new AppError('file_too_large', detail, { subject });
  }
  return readFile(path);
}

/** Reads a model completely; throws as the engine does. Most of the code of a reader is needed for models only. */
export async function readModelSource(bytes: Uint8Array): Promise<void> {
  const { readAnyModel } = await import('../../engine/files/model/read-any-model.ts');
  await readAnyModel(bytes);
}

async function writeThumbnail(bytes: Uint8Array, thumbnailPath: string | null): Promise<boolean> {
  const { data, width, height } = await readImage(bytes);
  if (thumbnailPath === null) return false;
  const thumbnail = await sharp(data, { raw: { width, height, channels: 4 } })
    .resize({ width: THUMBNAIL_EDGE, height: THUMBNAIL_EDGE, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82 })
    .toBuffer();
  // Two processes may write the thumbnail of one image at the same time.
  const part = partPathOf(`${thumbnailPath}-${randomUUID()}`);
  try {
    await writeSynced(part, thumbnail);
    await renameDurably(part, thumbnailPath);
  } finally {
    await rm(part, { force: true });
  }
  return true;
}

/** Converts an error of reading a user's file to an AppError that names it. */
export function toInspectError(error: unknown, subject: string): unknown {
  if (error instanceof ModelError || error instanceof ImageError) {
    const tooLarge = error instanceof ModelError ? 'model_too_large' : 'picture_too_large';
    return new AppError(error.code === 'too_large' ? tooLarge : CODES[error.code], error.detail, { subject });
  }
  const translated = toSourceError(error, subject);
  return translated === error ? toDiskError(error, subject) : translated;
}
