import { drawTileImage } from './draw-tile-image.ts';
import type { LinearRgb } from './quantize-colors.ts';

/** Edge of a colour's square in texels; its centre keeps the colour even if the image is filtered or scaled down. */
const SQUARE = 4;

/** A palette as an image. */
export interface PaletteImage {
  /** PNG, sRGB, without alpha. */
  readonly image: Uint8Array;
  /** Returns the UV of the centre of a colour's square. */
  readonly uvOf: (color: number) => readonly [u: number, v: number];
}

/** Draws colours as squares side by side. */
export async function drawPalette(colors: readonly LinearRgb[]): Promise<PaletteImage> {
  const { image, uvOf } = await drawTileImage(colors.length, SQUARE, (color) => colors[color]!);
  return { image, uvOf: (color) => uvOf(color, 0.5, 0.5) };
}
