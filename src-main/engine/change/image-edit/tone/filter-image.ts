import sharp, { type Sharp } from 'sharp';
import { fillUncovered } from '../../../base/image/fill-uncovered.ts';
import type { Image } from '../../../base/image/image.ts';
import { boxBlur } from '../../../base/image/box-blur.ts';
import { isOpaque } from '../../../base/image/is-opaque.ts';
import { toLightness } from './lightness.ts';
import { mapLab } from '../../../base/style/oklab-image.ts';

/** A change of a picture as a whole. */
export type FilterName = 'denoise' | 'sharpen' | 'blur' | 'cartoon' | 'painting' | 'pencil' | 'pixels';

/** Blur as a share of the long edge. */
const BLUR = 1 / 110;
/** Blocks along the long edge of a picture made of pixels. */
const BLOCKS = 72;
/** Steps of lightness of a cartoon, and how fast its lines grow dark. */
const SHADES = 5;
const LINE = 9;

/**
 * One filter over a picture, mixed in where there is weight (null: everywhere). Transparent pixels do not bleed in, and
 * alpha stays. A megapixel: 0.05 to 0.6 s.
 */
export async function filterImage(
  picture: Image,
  weights: Uint8Array | null,
  name: FilterName,
  amount: number,
): Promise<Image> {
  const filtered = await FILTER[name](toSolid(picture), Math.min(3, Math.max(0.2, Math.abs(amount))));
  const data = picture.data.slice();
  for (let i = 0; i < data.length / 4; i++) {
    const weight = weights ? weights[i]! : 255;
    for (let c = 4 * i; c < 4 * i + 3; c++) {
      data[c] = Math.round((filtered.data[c]! * weight + picture.data[c]! * (255 - weight)) / 255);
    }
  }
  return { ...picture, data };
}

/** The picture without holes: colours are continued where nothing can be seen; what is half clear keeps its own. */
function toSolid(picture: Image): Image {
  const { width, height } = picture;
  if (isOpaque(picture)) return picture;
  const seen = picture.data.map((value, k) => (k % 4 === 3 && value > 0 ? 255 : value));
  const colors = fillUncovered(seen, width, height);
  const data = new Uint8Array(picture.data.length).fill(255);
  for (let i = 0; i < width * height; i++) data.set(colors.subarray(3 * i, 3 * i + 3), 4 * i);
  return { width, height, data };
}

const FILTER: Readonly<Record<FilterName, (picture: Image, amount: number) => Promise<Image>>> = {
  denoise: (picture, amount) => through(picture, (image) => image.median(amount > 1.2 ? 5 : 3)),
  sharpen: (picture, amount) =>
    through(picture, (image) => image.sharpen({ sigma: 1.1, m1: 0.4 * amount, m2: 2.2 * amount })),
  blur: (picture, amount) =>
    through(picture, (image) => image.blur(Math.max(0.6, BLUR * amount * Math.max(picture.width, picture.height)))),
  cartoon: async (picture, amount) => inkEdges(await through(picture, (image) => image.median(5)), amount),
  painting: (picture, amount) =>
    through(picture, (image) => image.median(amount > 1.2 ? 11 : 7).modulate({ saturation: 1.15 })),
  pencil: (picture) => Promise.resolve(toPencil(picture)),
  pixels: async (picture) => {
    const { width, height } = picture;
    const share = Math.min(1, BLOCKS / Math.max(width, height));
    const columns = Math.max(1, Math.round(width * share));
    const rows = Math.max(1, Math.round(height * share));
    const small = await through(picture, (image) => image.resize(columns, rows, { fit: 'fill' }));
    return through(small, (image) => image.resize(width, height, { fit: 'fill', kernel: 'nearest' }));
  },
};

async function through({ width, height, data }: Image, change: (image: Sharp) => Sharp): Promise<Image> {
  const image = sharp(data, { raw: { width, height, channels: 4 } });
  const out = await change(image).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: out.info.width, height: out.info.height, data: new Uint8Array(out.data) };
}

/** Flat shades, dark lines where lightness changes fast. */
function inkEdges(picture: Image, amount: number): Image {
  const { width, height } = picture;
  const light = boxBlur(toLightness(picture), width, height, 1);
  return mapLab(picture, null, (lab, i) => {
    const x = i % width;
    const dx = light[i + (x < width - 1 ? 1 : 0)]! - light[i - (x > 0 ? 1 : 0)]!;
    const dy = light[i + (i + width < light.length ? width : 0)]! - light[i - (i >= width ? width : 0)]!;
    const line = Math.min(1, Math.max(0, LINE * amount * Math.hypot(dx, dy) - 0.35));
    const shade = (Math.floor(lab[0] * SHADES) + 0.5) / SHADES;
    // Half a step soft, so that grain draws no borders.
    const next = shade + 0.35 * (lab[0] - shade);
    lab[0] = next * (1 - 0.85 * line);
    lab[1] *= 1.2 * (1 - 0.6 * line);
    lab[2] *= 1.2 * (1 - 0.6 * line);
  });
}

/** A pencil drawing: each pixel against its surroundings, on paper. */
function toPencil(picture: Image): Image {
  const { width, height } = picture;
  const light = toLightness(picture);
  const around = boxBlur(light, width, height, Math.max(2, Math.round(Math.max(width, height) / 130)));
  return mapLab(picture, null, (lab, i) => {
    const drawn = Math.min(1, light[i]! / Math.max(0.02, around[i]!));
    lab[0] = 0.97 * drawn ** 3 - 0.12 * (1 - around[i]!);
    [lab[1], lab[2]] = [0, 0.004];
  });
}
