import { LINEAR_OF_BYTE } from '../../../base/color/srgb.ts';
import type { Image } from '../../../base/image/image.ts';

/**
 * Computes the perceived lightness of every pixel, 0 to 1: the cube root of its luminance, close to OKLab's lightness
 * and cheaper.
 */
export function toLightness({ width, height, data }: Image): Float32Array {
  const light = new Float32Array(width * height);
  for (let i = 0; i < light.length; i++) {
    const at = 4 * i;
    light[i] = Math.cbrt(
      0.2126 * LINEAR_OF_BYTE[data[at]!]! +
        0.7152 * LINEAR_OF_BYTE[data[at + 1]!]! +
        0.0722 * LINEAR_OF_BYTE[data[at + 2]!]!,
    );
  }
  return light;
}
