import type { SubjectImage } from '../image/crop-high-resolution.ts';
import { readStyleImage } from './read-style-image.ts';
import { planTransfer } from './transfer-colors.ts';

/**
 * Recolours images of one subject to match a style image: its subject, or all of it if it has none. All images get the
 * same adjustment, so that they stay consistent. Throws `ImageError` if the style is not an image. About 0.5 s a
 * megapixel.
 */
export async function matchStyle<S extends SubjectImage>(subjects: readonly S[], style: Uint8Array): Promise<S[]> {
  const transfer = planTransfer(
    subjects.map((subject) => ({ image: subject.image, weights: subject.mask.data })),
    await readStyleImage(style),
  );
  return subjects.map((subject) => ({ ...subject, image: transfer(subject.image, subject.mask.data) }));
}
