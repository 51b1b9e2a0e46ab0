import sharp from 'sharp';
import type { Sharp } from 'sharp';
import type { Picture } from './picture.ts';
import { PictureError } from './picture.ts';
import { readBmp, readBmpHeader } from './read-bmp.ts';
import { sniffPicture } from './sniff-picture.ts';

/** The most pixels a file may declare: a decompression bomb is refused by its header alone. */
export const MAX_PICTURE_PIXELS = 64 * 2 ** 20;

/** The long edge a picture is scaled down to; never enlarged. */
export const WORKING_EDGE = 1024;

/**
 * Decodes a PNG, JPEG, WebP, BMP (24/32-bit) or TIFF file to RGBA in sRGB: EXIF rotation applied, first page only,
 * scaled down to at most `WORKING_EDGE` pixels on its long edge.
 *
 * Throws `PictureError`. The size is judged from the header, before any pixel is decoded, so a refused file costs
 * neither time nor memory. 1024 px PNG: about 15 ms.
 */
export async function readPicture(bytes: Uint8Array): Promise<Picture> {
  if (bytes.length === 0) {
    throw new PictureError('empty', 'This file is empty; please export or download the picture again.');
  }
  const container = sniffPicture(bytes);
  if (!container) {
    throw new PictureError(
      'not_a_picture',
      'This file is not a picture Dropforge can read; please use PNG, JPEG, WebP, BMP or TIFF.',
    );
  }
  if (container === 'bmp') return readBmpPicture(bytes);

  const { width, height } = await readHeader(bytes);
  checkSize(width, height);
  return decode(sharp(bytes, { limitInputPixels: MAX_PICTURE_PIXELS, failOn: 'truncated' }));
}

function readBmpPicture(bytes: Uint8Array): Promise<Picture> {
  const header = readBmpHeader(bytes);
  checkSize(header.width, header.height);
  const { width, height, data } = readBmp(bytes, header);
  return decode(sharp(data, { raw: { width, height, channels: 4 } }));
}

async function readHeader(bytes: Uint8Array): Promise<{ width: number; height: number }> {
  try {
    return await sharp(bytes, { limitInputPixels: false }).metadata();
  } catch (cause) {
    throw damaged(cause);
  }
}

function checkSize(width: number, height: number): void {
  if (width < 1 || height < 1) {
    throw new PictureError('empty', 'This picture has no pixels; please export it again.');
  }
  if (width * height > MAX_PICTURE_PIXELS) {
    throw new PictureError(
      'too_large',
      `This picture is ${width} × ${height} pixels; please scale it down to at most 64 megapixels.`,
    );
  }
}

async function decode(image: Sharp): Promise<Picture> {
  const size = { width: WORKING_EDGE, height: WORKING_EDGE, fit: 'inside', withoutEnlargement: true } as const;
  try {
    const { data, info } = await image
      .autoOrient()
      .resize(size)
      .toColourspace('srgb')
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, data: new Uint8Array(data.buffer, data.byteOffset, data.length) };
  } catch (cause) {
    throw damaged(cause);
  }
}

function damaged(cause: unknown): PictureError {
  return new PictureError(
    'truncated',
    'This picture is incomplete or damaged; please copy, download or export it again.',
    { cause },
  );
}
