import type { Mask } from '../image/mask.ts';

/** Pictures below this many pixels on an edge keep every pixel: there is nothing to smooth. */
const MIN_EDGE = 32;

/** A binary mask whose single-pixel teeth and specks are voted away by their 3 × 3 surroundings; binary again. */
export function smoothMask(mask: Mask): Mask {
  const { width, height, data } = mask;
  if (Math.min(width, height) < MIN_EDGE) return mask;
  const smooth = data.slice();
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      let votes = 0;
      for (let v = y - 1; v <= y + 1; v++) {
        for (let u = x - 1; u <= x + 1; u++) if (data[v * width + u]! > 127) votes++;
      }
      smooth[y * width + x] = votes > 4 ? 255 : 0;
    }
  }
  return { width, height, data: smooth };
}
