/** Subject mask of an image: coverage 0 to 255 per pixel, rows from the top. */
export interface Mask {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** A rectangle of whole pixels. */
export interface PixelBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Coverage from which a pixel counts as subject. */
export const HALF_COVERED = 128;

/** Returns the tightest box around the pixels above `threshold`; null if there are none. */
export function findMaskBox(mask: Mask, threshold = HALF_COVERED): PixelBox | null {
  const { width, height, data } = mask;
  let left = width;
  let right = -1;
  let top = height;
  let bottom = -1;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (data[y * width + x]! < threshold) continue;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      bottom = y;
    }
  }
  return right < 0 ? null : { left, top, width: right - left + 1, height: bottom - top + 1 };
}
