import type { SubjectImage } from '../image/crop-high-resolution.ts';
import { readStyleImage } from './read-style-image.ts';
import { planTransfer } from './transfer-colors.ts';

/**
 * Pictures of one subject in the colours of another picture: of its subject, or of all of it where it has none. All
 * change alike, so that what they show together stays of a piece. Throws `ImageError` where the style is no picture.
 * About 0.5 s a megapixel.
 */
export async function matchStyle<S extends SubjectImage>(subjects: readonly S[], style: Uint8Array): Promise<S[]> {
  const transfer = planTransfer(
    subjects.map((subject) => ({ picture: subject.picture, weights: subject.mask.data })),
    await readStyleImage(style),
  );
  return subjects.map((subject) => ({ ...subject, picture: transfer(subject.picture, subject.mask.data) }));
}
