import { engineMessage } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { ImageError } from '../image/image.ts';
import { readImage } from '../image/read-image.ts';
import { findImageSubject } from '../mask/image-subject.ts';
import type { Weighed } from './transfer-colors.ts';

/** Reads a style image: its subject, or all of it if it has none. Throws an `ImageError` that names it. */
export async function readStyleImage(bytes: Uint8Array): Promise<Weighed> {
  try {
    const image = await readImage(bytes);
    const { mask, isFound } = await findImageSubject(image);
    return { image, weights: isFound ? mask.data : null };
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    throw new ImageError(error.code, engineMessage('image-error.style', { reason: error.detail }), { cause: error });
  }
}
