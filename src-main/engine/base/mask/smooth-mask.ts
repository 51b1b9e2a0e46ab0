import type { Mask } from '../image/mask.ts';

/** Images below this many pixels on an edge are not smoothed. */
const MIN_EDGE = 32;

/** Returns a binary mask without single-pixel teeth and specks, by majority of the 3 × 3 neighbourhood. */
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
