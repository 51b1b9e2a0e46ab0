import sharp from 'sharp';
import {
  imageToImage,
  type ImageToImageOptions,
} from '../../../../src-main/engine/change/image-edit/image-to-image.ts';
import type { Lab } from '../../../../src-main/engine/base/color/oklab.ts';
import { toLab } from '../../../../src-main/engine/base/style/oklab-image.ts';
import type { Image } from '../../../../src-main/engine/base/image/image.ts';

const OPTIONS: ImageToImageOptions = {
  prompt: '',
  template: null,
  isTPose: false,
  isSketch: false,
  size: undefined,
  aspectRatio: undefined,
  format: 'png',
  background: 'auto',
  isWatermarked: false,
  reliefEdge: 64,
  seed: 0,
};

/** Edits images as the service does, whatever is not given being left out. */
export const edit = (sources: Uint8Array | Uint8Array[], options: Partial<ImageToImageOptions>) =>
  imageToImage(Array.isArray(sources) ? sources : [sources], { ...OPTIONS, ...options }, () => undefined);

/** An SVG's drawing as PNG. */
export const draw = (width: number, height: number, inner: string): Promise<Buffer> =>
  sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${inner}</svg>`))
    .png()
    .toBuffer();

/** Decoded bytes, alpha included. */
export async function decode(image: Uint8Array): Promise<Image> {
  const { data, info } = await sharp(image)
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

/** Edge of a ball's image. */
export const EDGE = 144;
const SHADES = `<defs><radialGradient id="g" cx=".35" cy=".3" r=".8"><stop offset="0" stop-color="#f0776a"/><stop offset=".6" stop-color="#c0282d"/><stop offset="1" stop-color="#4d0d10"/></radialGradient></defs>`;

/** A shaded red ball in the middle, three tenths of the edge in radius, on plain grey or on nothing. */
export const drawBall = (background: string | null = '#c8ccd2', edge = EDGE): Promise<Buffer> =>
  draw(
    edge,
    edge,
    `${SHADES}${background ? `<rect width="100%" height="100%" fill="${background}"/>` : ''}<circle cx="50%" cy="50%" r="30%" fill="url(#g)"/>`,
  );

/** Whether a pixel of that image is well within the ball, or well outside of it. */
export const inBall = (x: number, y: number): boolean =>
  Math.hypot(x + 0.5 - EDGE / 2, y + 0.5 - EDGE / 2) < 0.28 * EDGE;
export const offBall = (x: number, y: number): boolean =>
  Math.hypot(x + 0.5 - EDGE / 2, y + 0.5 - EDGE / 2) > 0.34 * EDGE;

/** OKLab of the pixels that are wanted. */
export function labs({ width, height, data }: Image, isWanted: (x: number, y: number) => boolean): Lab[] {
  const found: Lab[] = [];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = 4 * (y * width + x);
      if (isWanted(x, y)) found.push(toLab(data[at]!, data[at + 1]!, data[at + 2]!, [0, 0, 0]));
    }
  }
  return found;
}

/** Degrees of the mean hue. */
export const meanHue = (found: readonly Lab[]): number =>
  (Math.atan2(
    found.reduce((sum, lab) => sum + lab[2], 0),
    found.reduce((sum, lab) => sum + lab[1], 0),
  ) *
    180) /
  Math.PI;

/** Mean of one channel. */
export const mean = (found: readonly Lab[], channel: 0 | 1 | 2): number =>
  found.reduce((sum, lab) => sum + lab[channel], 0) / found.length;

/** Mean chroma. */
export const meanChroma = (found: readonly Lab[]): number =>
  found.reduce((sum, lab) => sum + Math.hypot(lab[1], lab[2]), 0) / found.length;

/** Pearson's correlation of two pictures' lightness. */
export function correlate(a: readonly Lab[], b: readonly Lab[]): number {
  const [ma, mb] = [mean(a, 0), mean(b, 0)];
  let [ab, aa, bb] = [0, 0, 0];
  a.forEach(([light], i) => {
    const [da, db] = [light - ma, b[i]![0] - mb];
    ab += da * db;
    aa += da * da;
    bb += db * db;
  });
  return ab / Math.sqrt(aa * bb);
}

/** Alpha at a place given as shares of width and height. */
export const alphaAt = ({ width, height, data }: Image, x: number, y: number): number =>
  data[4 * (Math.floor(y * height) * width + Math.floor(x * width)) + 3]!;
