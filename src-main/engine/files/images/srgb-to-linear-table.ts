import type { TextureColorSpace } from '../../base/texture/texture-image.ts';

/**
 * Returns the linear light 0 to 1 of each of the 256 byte values (IEC 61966-2-1 for `srgb`, value / 255 for `linear`).
 */
export function srgbToLinearTable(colorSpace: TextureColorSpace): Float64Array {
  return Float64Array.from({ length: 256 }, (_, value) => {
    const share = value / 255;
    if (colorSpace === 'linear') return share;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
}
