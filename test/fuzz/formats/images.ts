import type { Prng } from '../../simulation/prng.ts';
import { generateAvif } from './avif.ts';
import { generateBmp } from './bmp.ts';
import { generateGif } from './gif.ts';
import { generateJpeg } from './jpeg.ts';
import { generateKtx2 } from './ktx2.ts';
import { generatePng } from './png.ts';
import { generateSvg } from './svg.ts';
import { generateTga } from './tga.ts';
import { generateTiff } from './tiff.ts';
import { generateWebp } from './webp.ts';

/** Generators of images by extension, the ones that Dropforge takes first. */
export const IMAGE_GENERATORS = {
  png: generatePng,
  jpg: generateJpeg,
  webp: generateWebp,
  ktx2: generateKtx2,
  bmp: generateBmp,
  tif: generateTiff,
  tga: generateTga,
  gif: generateGif,
  svg: generateSvg,
  avif: generateAvif,
} as const satisfies Readonly<Record<string, (prng: Prng) => Uint8Array | Promise<Uint8Array>>>;

const MEDIA_TYPES: Readonly<Record<keyof typeof IMAGE_GENERATORS, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  ktx2: 'image/ktx2',
  bmp: 'image/bmp',
  tif: 'image/tiff',
  tga: 'image/x-tga',
  gif: 'image/gif',
  svg: 'image/svg+xml',
  avif: 'image/avif',
};

/** An image of any of the formats, as a texture of a model. */
export async function hostileImage(prng: Prng): Promise<{ bytes: Uint8Array; extension: string; mime: string }> {
  const extension = prng.pick(Object.keys(IMAGE_GENERATORS) as (keyof typeof IMAGE_GENERATORS)[]);
  return { bytes: await IMAGE_GENERATORS[extension](prng), extension, mime: MEDIA_TYPES[extension] };
}
