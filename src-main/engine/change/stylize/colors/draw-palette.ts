import { drawTileImage } from './draw-tile-image.ts';
import type { LinearRgb } from './quantize-colors.ts';

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
export async function drawPalette(colors: readonly LinearRgb[]): Promise<PaletteImage> {
  const { image, uvOf } = await drawTileImage(colors.length, SQUARE, (color) => colors[color]!);
  return { image, uvOf: (color) => uvOf(color, 0.5, 0.5) };
}
