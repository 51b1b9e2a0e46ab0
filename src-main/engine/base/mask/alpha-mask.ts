import { engineMessage } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import type { Mask } from '../image/mask.ts';
import type { Image } from '../image/image.ts';
import { ImageError } from '../image/image.ts';

/** Alpha below which a pixel counts as background. */
const FAINTEST = 8;
/** Minimum share of transparent pixels for an alpha channel to count as a cut-out. */
const MIN_CLEAR_SHARE = 0.005;

/**
 * Returns the subject mask from the image's alpha channel; null if the image is (almost) opaque. An image that is faint
 * throughout is scaled up to full coverage. Throws `ImageError` (`empty`) if it is fully transparent.
 */
export function findAlphaMask(image: Image): Mask | null {
  const { width, height, data: rgba } = image;
  const count = width * height;
  let strongest = 0;
  for (let i = 0; i < count; i++) strongest = Math.max(strongest, rgba[4 * i + 3]!);
  if (strongest < FAINTEST) {
    throw new ImageError('empty', engineMessage('image-error.transparent'));
  }

  const data = new Uint8Array(count);
  let clear = 0;
  for (let i = 0; i < count; i++) {
    const coverage = Math.round((rgba[4 * i + 3]! * 255) / strongest);
    data[i] = coverage;
    if (coverage < 128) clear++;
  }
  return clear >= Math.max(1, count * MIN_CLEAR_SHARE) ? { width, height, data } : null;
}
