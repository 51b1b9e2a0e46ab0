import sharp from 'sharp';
import { drawWatermark } from '../../base/image/draw-watermark.ts';
import type { Image } from '../../base/image/image.ts';
import { isOpaque } from '../../base/image/is-opaque.ts';

/** How a picture is written. */
export interface ImageFileOptions {
  readonly format: 'png' | 'jpeg';
  /** Whether clear parts stay clear, which PNG alone can do; else they become white. */
  readonly keepsAlpha: boolean;
  readonly isWatermarked: boolean;
}

const JPEG_QUALITY = 92;

/** A picture as a file; the same picture gives the same bytes. */
export async function encodeImage(picture: Image, file: ImageFileOptions): Promise<Uint8Array> {
  const { width, height, data } = picture;
  let image = sharp(data, { raw: { width, height, channels: 4 } });
  if (file.isWatermarked && Math.min(width, height) >= 16) {
    image = image.composite([{ input: drawWatermark(width, height), gravity: 'southeast' }]);
  }
  const isClear = file.format === 'png' && file.keepsAlpha && !isOpaque(picture);
  if (!isClear) image = image.flatten({ background: '#ffffff' });
  const bytes =
    file.format === 'jpeg'
      ? await image.jpeg({ quality: JPEG_QUALITY }).toBuffer()
      : await image.png({ compressionLevel: 6 }).toBuffer();
  return new Uint8Array(bytes);
}
