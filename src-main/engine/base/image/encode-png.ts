import type { Image } from './image.ts';
import sharp from 'sharp';

/** Encodes an image as PNG with transparency. */
export async function encodePng({ width, height, data }: Image): Promise<Uint8Array> {
  const png = await sharp(data, { raw: { width, height, channels: 4 } })
    .png({ compressionLevel: 6 })
    .toBuffer();
  return new Uint8Array(png.buffer, png.byteOffset, png.length);
}
