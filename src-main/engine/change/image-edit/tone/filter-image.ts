import sharp, { type Sharp } from 'sharp';
import { fillUncovered } from '../../../base/image/fill-uncovered.ts';
import type { Image } from '../../../base/image/image.ts';
import { boxBlur } from '../../../base/image/box-blur.ts';
import { isOpaque } from '../../../base/image/is-opaque.ts';
import { toLightness } from './lightness.ts';
import { mapLab } from '../../../base/style/oklab-image.ts';

/** A filter for a whole image. */
export type FilterName = 'denoise' | 'sharpen' | 'blur' | 'cartoon' | 'painting' | 'pencil' | 'pixels';

/** Blur radius as a share of the long edge. */
const BLUR = 1 / 110;
/** Blocks along the long edge of a pixelated image. */
const BLOCKS = 72;
/** Lightness levels of a cartoon, and the contrast of its lines. */
const SHADES = 5;
const LINE = 9;

/**
 * Applies a filter to an image, blended by the weights (null: everywhere). Transparent pixels do not bleed in, and
 * alpha stays. A megapixel: 0.05 to 0.6 s.
 */
export async function filterImage(
  image: Image,
  weights: Uint8Array | null,
  name: FilterName,
  amount: number,
): Promise<Image> {
  const filtered = await FILTER[name](toSolid(image), Math.min(3, Math.max(0.2, Math.abs(amount))));
  const data = image.data.slice();
  for (let i = 0; i < data.length / 4; i++) {
    const weight = weights ? weights[i]! : 255;
    for (let c = 4 * i; c < 4 * i + 3; c++) {
      data[c] = Math.round((filtered.data[c]! * weight + image.data[c]! * (255 - weight)) / 255);
    }
  }
  return { ...image, data };
}

/** Fills transparent pixels by continuing the colours around them; translucent pixels keep their own. */
function toSolid(image: Image): Image {
  const { width, height } = image;
  if (isOpaque(image)) return image;
  const visible = image.data.map((value, k) => (k % 4 === 3 && value > 0 ? 255 : value));
  const colors = fillUncovered(visible, width, height);
  const data = new Uint8Array(image.data.length).fill(255);
  for (let i = 0; i < width * height; i++) data.set(colors.subarray(3 * i, 3 * i + 3), 4 * i);
  return { width, height, data };
}

const FILTER: Readonly<Record<FilterName, (image: Image, amount: number) => Promise<Image>>> = {
  denoise: (image, amount) => through(image, (pipeline) => pipeline.median(amount > 1.2 ? 5 : 3)),
  sharpen: (image, amount) =>
    through(image, (pipeline) => pipeline.sharpen({ sigma: 1.1, m1: 0.4 * amount, m2: 2.2 * amount })),
  blur: (image, amount) =>
    through(image, (pipeline) => pipeline.blur(Math.max(0.6, BLUR * amount * Math.max(image.width, image.height)))),
  cartoon: async (image, amount) => inkEdges(await through(image, (pipeline) => pipeline.median(5)), amount),
  painting: (image, amount) =>
    through(image, (pipeline) => pipeline.median(amount > 1.2 ? 11 : 7).modulate({ saturation: 1.15 })),
  pencil: (image) => Promise.resolve(toPencil(image)),
  pixels: async (image) => {
    const { width, height } = image;
    const share = Math.min(1, BLOCKS / Math.max(width, height));
    const columns = Math.max(1, Math.round(width * share));
    const rows = Math.max(1, Math.round(height * share));
    const small = await through(image, (pipeline) => pipeline.resize(columns, rows, { fit: 'fill' }));
    return through(small, (pipeline) => pipeline.resize(width, height, { fit: 'fill', kernel: 'nearest' }));
  },
};

async function through({ width, height, data }: Image, change: (image: Sharp) => Sharp): Promise<Image> {
  const image = sharp(data, { raw: { width, height, channels: 4 } });
  const out = await change(image).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: out.info.width, height: out.info.height, data: new Uint8Array(out.data) };
}

/** Draws flat shades, with dark lines where lightness changes quickly. */
function inkEdges(image: Image, amount: number): Image {
  const { width, height } = image;
  const light = boxBlur(toLightness(image), width, height, 1);
  return mapLab(image, null, (lab, i) => {
    const x = i % width;
    const dx = light[i + (x < width - 1 ? 1 : 0)]! - light[i - (x > 0 ? 1 : 0)]!;
    const dy = light[i + (i + width < light.length ? width : 0)]! - light[i - (i >= width ? width : 0)]!;
    const line = Math.min(1, Math.max(0, LINE * amount * Math.hypot(dx, dy) - 0.35));
    const shade = (Math.floor(lab[0] * SHADES) + 0.5) / SHADES;
    // Softened by half a level, so that grain draws no borders.
    const next = shade + 0.35 * (lab[0] - shade);
    lab[0] = next * (1 - 0.85 * line);
    lab[1] *= 1.2 * (1 - 0.6 * line);
    lab[2] *= 1.2 * (1 - 0.6 * line);
  });
}

/** Converts to a pencil drawing: each pixel relative to its surroundings, on paper. */
function toPencil(image: Image): Image {
  const { width, height } = image;
  const light = toLightness(image);
  const around = boxBlur(light, width, height, Math.max(2, Math.round(Math.max(width, height) / 130)));
  return mapLab(image, null, (lab, i) => {
    const drawn = Math.min(1, light[i]! / Math.max(0.02, around[i]!));
    lab[0] = 0.97 * drawn ** 3 - 0.12 * (1 - around[i]!);
    [lab[1], lab[2]] = [0, 0.004];
  });
}
