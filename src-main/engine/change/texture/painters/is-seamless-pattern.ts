import type { Image } from '../../../base/image/image.ts';

/** Blocks along an edge. */
const BLOCKS = 4;
/** Share of the variance that lies between blocks: patterns have 0.02 and less, a small subject on a busy ground 0.05. */
const MAX_BETWEEN = 0.03;

/**
 * Whether a picture shows the same all over, as that of a material does: its parts have nearly one mean colour, next to
 * how much the colours vary within them. O(pixels).
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
