import sharp from 'sharp';
import { toSrgbByte } from '../../../base/color/srgb.ts';
import type { LinearRgb } from './quantize-colors.ts';

/** Squares side by side in one picture, and where on it each one is. */
export interface TileImage {
  /** PNG, sRGB, without alpha, square. */
  readonly image: Uint8Array;
  /** The uv at a share of a square's width and height, from its low left corner. */
  readonly uvOf: (square: number, x: number, y: number) => readonly [u: number, v: number];
}

/**
 * Draws `count` squares of `edge` texels side by side, row by row from the top; `paint` gives the linear colour of a
 * texel, asked for square by square and row by row. What is left of the picture is black.
 */
export async function drawTileImage(
  count: number,
  edge: number,
  paint: (square: number, x: number, y: number) => LinearRgb,
): Promise<TileImage> {
  const across = 2 ** Math.ceil(Math.log2(Math.max(1, Math.sqrt(count))));
  const size = across * edge;
  const data = new Uint8Array(size * size * 3);
  for (let square = 0; square < count; square++) {
    const [left, top] = [(square % across) * edge, Math.floor(square / across) * edge];
    for (let y = 0; y < edge; y++) {
      for (let x = 0; x < edge; x++) {
        const color = paint(square, x, y);
        for (let k = 0; k < 3; k++) data[((top + y) * size + left + x) * 3 + k] = toSrgbByte(color[k]!);
      }
    }
  }
  const png = await sharp(data, { raw: { width: size, height: size, channels: 3 } })
    .png()
    .toBuffer();
  return {
    image: new Uint8Array(png),
    uvOf: (square, x, y) => [((square % across) + x) / across, (Math.floor(square / across) + 1 - y) / across],
  };
}
