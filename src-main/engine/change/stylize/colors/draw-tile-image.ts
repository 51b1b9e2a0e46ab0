import sharp from 'sharp';
import { toSrgbByte } from '../../../base/color/srgb.ts';
import type { LinearRgb } from './quantize-colors.ts';

/** A texture atlas of square tiles. */
export interface TileImage {
  /** PNG, sRGB, without alpha, square. */
  readonly image: Uint8Array;
  /** Returns the UV at (x, y) of a tile, 0 to 1 from its lower left corner. */
  readonly uvOf: (tile: number, x: number, y: number) => readonly [u: number, v: number];
}

/**
 * Draws `count` square tiles of `edge` texels into one image, in rows from the top. `paint` returns the linear colour
 * of a texel; it is called tile by tile and row by row. Unused texels are black.
 */
export async function drawTileImage(
  count: number,
  edge: number,
  paint: (tile: number, x: number, y: number) => LinearRgb,
): Promise<TileImage> {
  const across = 2 ** Math.ceil(Math.log2(Math.max(1, Math.sqrt(count))));
  const size = across * edge;
  const data = new Uint8Array(size * size * 3);
  for (let tile = 0; tile < count; tile++) {
    const [left, top] = [(tile % across) * edge, Math.floor(tile / across) * edge];
    for (let y = 0; y < edge; y++) {
      for (let x = 0; x < edge; x++) {
        const color = paint(tile, x, y);
        for (let k = 0; k < 3; k++) data[((top + y) * size + left + x) * 3 + k] = toSrgbByte(color[k]!);
      }
    }
  }
  const png = await sharp(data, { raw: { width: size, height: size, channels: 3 } })
    .png()
    .toBuffer();
  return {
    image: new Uint8Array(png),
    uvOf: (tile, x, y) => [((tile % across) + x) / across, (Math.floor(tile / across) + 1 - y) / across],
  };
}
