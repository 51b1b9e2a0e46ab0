import { engineMessage, type Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { findMask } from './find-mask.ts';
import { findMaskBox, type Mask, type PixelBox } from '../image/mask.ts';
import type { Image } from '../image/image.ts';

/** The part of an image that is edited. */
export interface ImageSubject {
  /** Coverage at the image's size; full if no subject was found. */
  readonly mask: Mask;
  readonly box: PixelBox;
  /** Pixels inside the outline whose colours may be mixed with the background. */
  readonly rim: number;
  /** True if a subject was separated from a background. */
  readonly isFound: boolean;
  /** True if the image's own alpha channel cuts the subject out. */
  readonly isCutOut: boolean;
  readonly notes: readonly Note[];
}

/** Finds the subject of an image with `findMask`; the whole image if there is none. Throws `ImageError` (`empty`). */
export async function findImageSubject(image: Image): Promise<ImageSubject> {
  const { width, height } = image;
  const { mask, method, rim, notes } = await findMask(image);
  const box = findMaskBox(mask);
  if (method !== 'whole_frame' && box) {
    const isCutOut = method === 'alpha';
    return { mask: isCutOut ? mask : firm(mask), box, rim, isFound: true, isCutOut, notes };
  }
  return {
    mask: { width, height, data: new Uint8Array(width * height).fill(255) },
    box: { left: 0, top: 0, width, height },
    rim: 0,
    isFound: false,
    isCutOut: method === 'alpha',
    notes: [engineMessage('subject.not-found')],
  };
}

/** Coverage below which an estimated pixel is background, and from which it is fully subject. */
const FIRM = { none: 20, all: 180 } as const;

/**
 * Increases the contrast of an estimated mask: where subject and background are similar it is soft, and would show
 * through.
 */
function firm(mask: Mask): Mask {
  const data = mask.data.map((value) =>
    Math.round((255 * Math.min(FIRM.all - FIRM.none, Math.max(0, value - FIRM.none))) / (FIRM.all - FIRM.none)),
  );
  return { ...mask, data };
}
