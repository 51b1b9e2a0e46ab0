import sharp from 'sharp';
import { toSrgbByte } from '../linear-color.ts';
import type { Rgb } from './reduce-colors.ts';

/** Texels of a colour's square: shown smoothly or small, its middle stays clean of its neighbours. */
const SQUARE = 4;

/** Colours as a picture, and where on it each one is. */
export interface PaletteImage {
  /** PNG, sRGB, without alpha. */
  readonly image: Uint8Array;
  /** The uv in the middle of a colour's square. */
  readonly uvOf: (color: number) => readonly [u: number, v: number];
}

/** Draws colours side by side as squares. */
export async function drawPalette(colors: readonly Rgb[]): Promise<PaletteImage> {
  const across = 2 ** Math.ceil(Math.log2(Math.max(1, Math.sqrt(colors.length))));
  const size = across * SQUARE;
  const data = new Uint8Array(size * size * 3);
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const color = colors[Math.floor(y / SQUARE) * across + Math.floor(x / SQUARE)] ?? colors[0]!;
      for (let k = 0; k < 3; k++) data[(y * size + x) * 3 + k] = toSrgbByte(color[k]!);
    }
  }
  const png = await sharp(data, { raw: { width: size, height: size, channels: 3 } })
    .png()
    .toBuffer();
  return {
    image: new Uint8Array(png),
    uvOf: (color) => [((color % across) + 0.5) / across, (Math.floor(color / across) + 0.5) / across],
  };
}
