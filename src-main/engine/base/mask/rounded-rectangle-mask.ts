import type { Mask } from '../image/mask.ts';

/** Corner radius as a share of the short edge. */
const RADIUS = 0.12;

/** Returns the whole frame with rounded corners and a pixel of soft edge: a plate that shows the image. */
export function roundedRectangleMask(width: number, height: number): Mask {
  const radius = RADIUS * Math.min(width, height);
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const dy = Math.max(0, Math.abs(y + 0.5 - height / 2) - (height / 2 - radius));
    for (let x = 0; x < width; x++) {
      const dx = Math.max(0, Math.abs(x + 0.5 - width / 2) - (width / 2 - radius));
      data[y * width + x] = 255 * Math.min(1, Math.max(0, radius - Math.hypot(dx, dy) + 0.5));
    }
  }
  return { width, height, data };
}
