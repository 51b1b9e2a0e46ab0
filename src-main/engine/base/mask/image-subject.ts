import { engineMessage, type Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { findMask } from './find-mask.ts';
import { findMaskBox, type Mask, type PixelBox } from '../image/mask.ts';
import type { Image } from '../image/image.ts';

/** What of a picture is edited. */
export interface ImageSubject {
  /** Coverage at the picture's size; everything where no subject was found. */
  readonly mask: Mask;
  readonly box: PixelBox;
  /** Pixels inside the outline whose colours may be mixed with the background. */
  readonly rim: number;
  /** Whether it was told from a background. */
  readonly isFound: boolean;
  /** Whether the picture came cut out, by its own alpha channel. */
  readonly isCutOut: boolean;
  readonly notes: readonly Note[];
}

/** The subject of a picture as `findMask` finds it, the whole picture where it finds none. Throws `ImageError` `empty`. */
export async function findImageSubject(picture: Image): Promise<ImageSubject> {
  const { width, height } = picture;
  const { mask, method, rim, notes } = await findMask(picture);
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

/** Coverage below which a guessed pixel is background, and from which it is subject in full. */
const FIRM = { none: 20, all: 180 } as const;

/** A guessed mask with firmer edges: where subject and background are alike the guess is soft, and would show through. */
function firm(mask: Mask): Mask {
  const data = mask.data.map((value) =>
    Math.round((255 * Math.min(FIRM.all - FIRM.none, Math.max(0, value - FIRM.none))) / (FIRM.all - FIRM.none)),
  );
  return { ...mask, data };
}
