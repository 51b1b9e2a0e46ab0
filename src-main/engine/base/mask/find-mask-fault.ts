import { labelComponents } from './label-components.ts';
import type { Mask } from '../image/mask.ts';
import { HALF_COVERED } from '../image/mask.ts';

/** Reason why a mask is not one plausible subject. */
export type MaskFault = 'too_little' | 'too_much' | 'scattered' | 'ragged' | 'on_the_border';

const MIN_COVERED = 0.008;
const MAX_COVERED = 0.9;
/** Minimum share of the covered pixels in the largest component. */
const MIN_MAIN_SHARE = 0.6;
/** Maximum outline length, relative to a disc of the same area; a chair has about 5, a torn noise mask above 15. */
const MAX_RAGGEDNESS = 11;
/** Maximum share of the image's border that a subject may touch. */
const MAX_BORDER_SHARE = 0.6;

/** Returns the first fault of an estimated binary mask; null if it is a plausible subject. O(pixels). */
export function findMaskFault(mask: Mask): MaskFault | null {
  const { width, height, data } = mask;
  const isCovered = (i: number): boolean => data[i]! >= HALF_COVERED;
  const pieces = labelComponents(mask, true);
  let area = 0;
  for (const piece of pieces.areas) area += piece;

  if (area < MIN_COVERED * width * height) return 'too_little';
  if (area > MAX_COVERED * width * height) return 'too_much';
  if (pieces.areas.reduce((most, piece) => Math.max(most, piece), 0) < MIN_MAIN_SHARE * area) return 'scattered';

  let outline = 0;
  let border = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const covered = isCovered(i);
      if (x + 1 < width && covered !== isCovered(i + 1)) outline++;
      if (y + 1 < height && covered !== isCovered(i + width)) outline++;
      if (covered && (x === 0 || y === 0 || x === width - 1 || y === height - 1)) border++;
    }
  }
  if (outline / (2 * Math.sqrt(Math.PI * area)) > MAX_RAGGEDNESS) return 'ragged';
  if (border > MAX_BORDER_SHARE * 2 * (width + height)) return 'on_the_border';
  return null;
}
