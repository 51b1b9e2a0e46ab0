import type { Image } from '../image/image.ts';
import type { Mask } from '../image/mask.ts';
import { HALF_COVERED } from '../image/mask.ts';

/** Depth in pixels of colours that no fringe reaches; half of it is the maximum fringe width. */
const DEEP = 8;
const WIDEST = 4;
/**
 * A fringe differs from the colours at depth this many times more than the subject's own colours do, and by at least so
 * many bytes.
 */
const FRINGE_FACTOR = 1.6;
const FRINGE_BYTES = 8;

/**
 * Measures the number of pixels inside an artist's own outline that still contain the old background, 0 to 4: as long
 * as their colours differ more from those deeper inside than the subject's own colours vary over the same distance.
 * Samples along rows and columns; O(pixels).
 */
export function measureEdgeBleed({ data }: Image, mask: Mask): number {
  const { width, height, data: coverage } = mask;
  const differences = new Float64Array(WIDEST + 1);
  let count = 0;
  const compare = (at: number, step: number): void => {
    for (let n = 1; n <= DEEP; n++) if (coverage[at + n * step]! < HALF_COVERED) return;
    for (let n = 0; n <= WIDEST; n++) differences[n]! += distance(data, at + n * step, at + DEEP * step);
    count++;
  };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      if (coverage[i]! < HALF_COVERED) continue;
      if (x > 0 && x + DEEP < width && coverage[i - 1]! < HALF_COVERED) compare(i, 1);
      if (x < width - 1 && x >= DEEP && coverage[i + 1]! < HALF_COVERED) compare(i, -1);
      if (y > 0 && y + DEEP < height && coverage[i - width]! < HALF_COVERED) compare(i, width);
      if (y < height - 1 && y >= DEEP && coverage[i + width]! < HALF_COVERED) compare(i, -width);
    }
  }
  const own = differences[WIDEST]! / (DEEP - WIDEST);
  const isFringe = (n: number): boolean => differences[n]! > FRINGE_FACTOR * own * (DEEP - n) + FRINGE_BYTES * count;
  let rim = 0;
  while (rim < WIDEST && isFringe(rim)) rim++;
  return rim;
}

/** Returns the mean difference of two pixels' channels. */
function distance(data: Uint8Array, a: number, b: number): number {
  let sum = 0;
  for (let c = 0; c < 3; c++) sum += Math.abs(data[4 * a + c]! - data[4 * b + c]!);
  return sum / 3;
}
