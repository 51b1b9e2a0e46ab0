import type { Image } from '../../../base/image/image.ts';

/** Number of blocks along an edge. */
const BLOCKS = 4;
/**
 * Maximum share of the variance between blocks. Patterns have at most 0.02, a small subject on a busy background 0.05.
 */
const MAX_BETWEEN = 0.03;

/**
 * True if an image is uniform like that of a material: the mean colours of its blocks vary little compared with the
 * colours within them. O(pixels).
 */
export function isSeamlessPattern({ width, height, data }: Image): boolean {
  const sums = new Float64Array(3 * BLOCKS * BLOCKS);
  const counts = new Float64Array(BLOCKS * BLOCKS);
  let squares = 0;
  for (let y = 0; y < height; y++) {
    const row = Math.floor((y * BLOCKS) / height) * BLOCKS;
    for (let x = 0; x < width; x++) {
      const block = row + Math.floor((x * BLOCKS) / width);
      counts[block]!++;
      for (let c = 0; c < 3; c++) {
        const value = data[4 * (y * width + x) + c]!;
        sums[3 * block + c]! += value;
        squares += value * value;
      }
    }
  }
  const count = width * height;
  let [between, whole] = [0, squares / count];
  for (let c = 0; c < 3; c++) {
    const mean = counts.reduce((sum, _, block) => sum + sums[3 * block + c]!, 0) / count;
    whole -= mean * mean;
    counts.forEach((own, block) => {
      if (own > 0) between += (own / count) * (sums[3 * block + c]! / own - mean) ** 2;
    });
  }
  return between <= MAX_BETWEEN * whole;
}
