import type { SubjectPicture } from '../picture/cut-finer.ts';
import { PictureError } from '../picture/picture.ts';
import { readPicture } from '../picture/read-picture.ts';
import { findSubject } from './subject.ts';
import { planTransfer } from './transfer-colors.ts';

/**
 * Pictures of one subject in the colours of another picture: of its subject, or of all of it where it has none. All
 * change alike, so that what they show together stays of a piece. Throws `PictureError` where the style is no picture.
 * About 0.5 s a megapixel.
 */
export async function followStyle<S extends SubjectPicture>(subjects: readonly S[], style: Uint8Array): Promise<S[]> {
  const { picture, mask, isFound } = await readStyle(style);
  const transfer = planTransfer(
    subjects.map((subject) => ({ picture: subject.picture, weights: subject.mask.data })),
    { picture, weights: isFound ? mask.data : null },
  );
  return subjects.map((subject) => ({ ...subject, picture: transfer(subject.picture, subject.mask.data) }));
}

async function readStyle(bytes: Uint8Array) {
  try {
    const picture = await readPicture(bytes);
    return { picture, ...(await findSubject(picture)) };
  } catch (error) {
    if (!(error instanceof PictureError)) throw error;
    throw new PictureError(error.code, `The style picture cannot be used. ${error.message}`, { cause: error });
  }
}
