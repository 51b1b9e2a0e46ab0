import sharp from 'sharp';
import { findMaskBox } from '../../../src-main/engine/base/image/mask.ts';
import type { Image } from '../../../src-main/engine/base/image/image.ts';

/** How alike two cut-out subjects are. */
export interface ImageSimilarity {
  /** Area both cover over area either covers. */
  readonly overlap: number;
  /** Peak signal-to-noise ratio over what both cover, decibels, sRGB. */
  readonly psnr: number;
}

/** Edge to which both subjects are brought. */
const EDGE = 512;

/** Compares two images with transparent ground, each cut to its subject's box, so that place and size do not matter. */
export async function compareImages(a: Image, b: Image): Promise<ImageSimilarity> {
  const [first, second] = await Promise.all([cutToSubject(a), cutToSubject(b)]);
  let [both, either, error] = [0, 0, 0];
  for (let i = 0; i < EDGE * EDGE; i++) {
    const [inFirst, inSecond] = [first[4 * i + 3]! > 127, second[4 * i + 3]! > 127];
    if (inFirst || inSecond) either++;
    if (!inFirst || !inSecond) continue;
    both++;
    for (let c = 0; c < 3; c++) error += (first[4 * i + c]! - second[4 * i + c]!) ** 2 / 3;
  }
  return { overlap: both / either, psnr: 10 * Math.log10(255 ** 2 / (error / both)) };
}

async function cutToSubject({ width, height, data }: Image): Promise<Uint8Array> {
  const alpha = Uint8Array.from({ length: width * height }, (_, i) => data[4 * i + 3]!);
  const box = findMaskBox({ width, height, data: alpha });
  if (!box) throw new Error('The picture shows nothing.');
  return sharp(data, { raw: { width, height, channels: 4 } })
    .extract(box)
    .resize({ width: EDGE, height: EDGE, fit: 'fill' })
    .raw()
    .toBuffer();
}
