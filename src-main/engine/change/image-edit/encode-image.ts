import sharp from 'sharp';
import { drawWatermark } from '../../base/image/draw-watermark.ts';
import type { Image } from '../../base/image/image.ts';
import { isOpaque } from '../../base/image/is-opaque.ts';

/** Output file of an image. */
export interface ImageFileOptions {
  readonly format: 'png' | 'jpeg';
  /** Keeps transparency, which only PNG supports; otherwise transparent pixels become white. */
  readonly keepsAlpha: boolean;
  readonly isWatermarked: boolean;
}

const JPEG_QUALITY = 92;

/** Encodes an image; the same image gives the same bytes. */
export async function encodeImage(image: Image, file: ImageFileOptions): Promise<Uint8Array> {
  const { width, height, data } = image;
  let pipeline = sharp(data, { raw: { width, height, channels: 4 } });
  if (file.isWatermarked && Math.min(width, height) >= 16) {
    pipeline = pipeline.composite([{ input: drawWatermark(width, height), gravity: 'southeast' }]);
  }
  const isClear = file.format === 'png' && file.keepsAlpha && !isOpaque(image);
  if (!isClear) pipeline = pipeline.flatten({ background: '#ffffff' });
  const bytes =
    file.format === 'jpeg'
      ? await pipeline.jpeg({ quality: JPEG_QUALITY }).toBuffer()
      : await pipeline.png({ compressionLevel: 6 }).toBuffer();
  return new Uint8Array(bytes);
}
