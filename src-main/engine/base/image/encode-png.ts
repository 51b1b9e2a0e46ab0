import type { Image } from './image.ts';
import type { Mask } from './mask.ts';
import sharp from 'sharp';

/** Encodes an image as PNG with transparency. */
export async function encodePng({ width, height, data }: Image): Promise<Uint8Array> {
  const png = await sharp(data, { raw: { width, height, channels: 4 } })
    .png({ compressionLevel: 6 })
    .toBuffer();
  return new Uint8Array(png.buffer, png.byteOffset, png.length);
}

/** Encodes a mask as a gray PNG without transparency: white is covered. */
export async function encodeGrayPng({ width, height, data }: Mask): Promise<Uint8Array> {
  const png = await sharp(data, { raw: { width, height, channels: 1 } })
    .toColourspace('b-w')
    .png()
    .toBuffer();
  return new Uint8Array(png.buffer, png.byteOffset, png.length);
}
