import { engineMessage, type Note } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import type { Image } from '../../../base/image/image.ts';
import { cutOut } from '../subject/cut-out.ts';
import { evenLighting } from '../tone/even-lighting.ts';
import { filterImage } from '../tone/filter-image.ts';
import { placeSubject } from '../subject/place-subject.ts';
import type { ImageSubject } from '../../../base/mask/image-subject.ts';

/** Edge of the square, and the share of it that the subject fills. */
const EDGE = 1024;
const FILLED = 0.86;
const EVENNESS = 0.65;
/** Scale factor beyond which a note says that the image is small. */
const ENLARGED = 1.6;

/**
 * Prepares the subject for 3D reconstruction: cut out, denoised, evenly lit and slightly sharpened, in the middle of a
 * transparent square of 1024 pixels. About 1 s.
 */
export async function enhanceFor3d(image: Image, subject: ImageSubject) {
  const clean = await filterImage(image, null, 'denoise', 1);
  const even = evenLighting(clean, subject, EVENNESS);
  const sharp = await filterImage(even, null, 'sharpen', 0.5);
  const margin = Math.round((EDGE * (1 - FILLED)) / 2);
  const inner = EDGE - 2 * margin;
  const placed = await placeSubject(cutOut(sharp, subject), subject.box, {
    width: EDGE,
    height: EDGE,
    box: { left: margin, top: margin, width: inner, height: inner },
    align: 'centre',
  });
  const notes: Note[] = [
    engineMessage(subject.isFound ? 'edit.enhance-subject' : 'edit.enhance-image'),
    ...(placed.scale > ENLARGED ? ([engineMessage('edit.small-subject')] as const) : []),
  ];
  return { image: placed.image, notes };
}
