import { PictureError } from '../image/image.ts';
import { readPicture } from '../image/read-image.ts';
import { findSubject } from '../mask/image-subject.ts';
import type { Weighed } from './transfer-colors.ts';

/** A style picture: of its subject, or of all of it where it has none. Throws `PictureError`, which names it. */
export async function readStyle(bytes: Uint8Array): Promise<Weighed> {
  try {
    const picture = await readPicture(bytes);
    const { mask, isFound } = await findSubject(picture);
    return { picture, weights: isFound ? mask.data : null };
  } catch (error) {
    if (!(error instanceof PictureError)) throw error;
    throw new PictureError(error.code, `The style picture cannot be used. ${error.message}`, { cause: error });
  }
}
