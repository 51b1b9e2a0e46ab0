import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { engineMessage } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { sniffContainer } from '../../../../src-shared/formats/containers.ts';
import { BMP_BYTES, estimateDecoderBytes, MAX_DECODER_BYTES } from './decoder-memory.ts';
import type { PixelBox } from './mask.ts';
import type { Image } from './image.ts';
import { ImageError } from './image.ts';
import { openWithSharp } from './open-with-sharp.ts';
import { readBmp, readBmpHeader } from './read-bmp.ts';
import { readTiffTile } from './read-tiff-tile.ts';
import { sniffImageFormat } from './sniff-image-format.ts';

/** Maximum number of pixels a file may declare: a decompression bomb is rejected by its header alone. */
export const MAX_IMAGE_PIXELS = 64 * 2 ** 20;

/** The longest edge of a JPEG. Decoders of other formats keep whole lines in memory, many at once. */
const MAX_IMAGE_EDGE = 65_535;

/** Maximum long edge; larger images are scaled down, smaller ones never enlarged. */
export const WORKING_EDGE = 1024;

/**
 * Decodes a PNG, JPEG, WebP, BMP (24/32-bit), TIFF, GIF or AVIF file to RGBA in sRGB: EXIF rotation applied, first page
 * or frame only, scaled down to at most `WORKING_EDGE` pixels on its long edge.
 *
 * Throws `ImageError`. The size is checked in the header, before any pixel is decoded, so a rejected file costs neither
 * time nor memory. 1024 px PNG: about 15 ms.
 */
export function readImage(bytes: Uint8Array): Promise<Image> {
  return readImageWithin(bytes, WORKING_EDGE);
}

/**
 * As `readImage`, with at most `edge` pixels on the long edge. An image that is not scaled keeps the colors of its
 * transparent pixels.
 */
export async function readImageWithin(bytes: Uint8Array, edge: number): Promise<Image> {
  const { image, width, height, isWhole } = await openImage(bytes);
  const upright = image.autoOrient();
  if (Math.max(width, height) <= edge) return decode(upright, isWhole);
  return decode(upright.resize({ width: edge, height: edge, fit: 'inside' }), isWhole);
}

/**
 * Reads the size of an image after EXIF rotation, in pixels, without decoding it. Throws `ImageError` for files that are
 * no images and for images that are too large.
 */
export async function readPixelSize(bytes: Uint8Array): Promise<{ width: number; height: number }> {
  const { width, height } = await openImage(bytes);
  return { width, height };
}

/**
 * Decodes a region of a file at full resolution, scaled down to at most `edge` pixels on its long side. `part` is in
 * pixels of `image`, the file as `readImage` returns it. Returns null if `image` already has that resolution. Throws
 * `ImageError`. 16 megapixels: about 0.4 s.
 */
export async function readImageRegion(
  bytes: Uint8Array,
  image: Image,
  part: PixelBox,
  edge: number,
): Promise<Image | null> {
  const file = await openImage(bytes);
  const [across, down] = [file.width / image.width, file.height / image.height];
  const left = Math.round(part.left * across);
  const top = Math.round(part.top * down);
  const width = Math.min(file.width - left, Math.max(1, Math.round(part.width * across)));
  const height = Math.min(file.height - top, Math.max(1, Math.round(part.height * down)));
  const scale = Math.min(1, edge / Math.max(width, height));
  if (scale * Math.max(width, height) <= Math.max(part.width, part.height)) return null;
  const size = { width: Math.max(1, Math.round(scale * width)), height: Math.max(1, Math.round(scale * height)) };
  return decode(
    file.image
      .autoOrient()
      .extract({ left, top, width, height })
      .resize({ ...size, fit: 'fill' }),
    file.isWhole,
  );
}

/** An image file that passed the checks, with width and height after EXIF rotation. */
interface ImageFile {
  readonly image: Sharp;
  readonly width: number;
  readonly height: number;
  /** True if its decoder keeps all of it at once. */
  readonly isWhole: boolean;
}

async function openImage(bytes: Uint8Array): Promise<ImageFile> {
  if (bytes.length === 0) {
    throw new ImageError('empty', engineMessage('image-error.empty-file'));
  }
  const container = sniffImageFormat(bytes);
  if (!container) {
    if (sniffContainer(bytes) === 'heic') throw new ImageError('unsupported_file', engineMessage('image-error.heic'));
    throw new ImageError('not_a_picture', engineMessage('image-error.unknown-format'));
  }
  if (container === 'bmp') return openBmp(bytes);

  const header = await readHeader(bytes);
  const { width, height, orientation = 1 } = header;
  checkSize(width, height);
  const decoderBytes = estimateDecoderBytes(header, readTiffTile(bytes));
  checkMemory(header, bytes.length + decoderBytes);
  const isWhole = decoderBytes > 0;
  const image = openWithSharp(bytes, { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'truncated' });
  // EXIF orientations from 5 on swap width and height.
  return orientation > 4 ? { image, width: height, height: width, isWhole } : { image, width, height, isWhole };
}

/** Opens a BMP that is not too large as RGBA. Throws `ImageError`. */
export function openBmp(bytes: Uint8Array): ImageFile {
  const header = readBmpHeader(bytes);
  checkSize(header.width, header.height);
  checkMemory(header, bytes.length + BMP_BYTES * header.width * header.height);
  const { width, height, data } = readBmp(bytes, header);
  return { image: sharp(data, { raw: { width, height, channels: 4 } }), width, height, isWhole: false };
}

async function readHeader(bytes: Uint8Array) {
  try {
    return await openWithSharp(bytes, { limitInputPixels: false }).metadata();
  } catch (cause) {
    throw damaged(cause);
  }
}

function checkSize(width: number, height: number): void {
  if (width < 1 || height < 1) {
    throw new ImageError('empty', engineMessage('image-error.no-pixels'));
  }
  if (width * height > MAX_IMAGE_PIXELS) {
    throw new ImageError('too_large', engineMessage('image-error.too-large', { width, height }));
  }
  if (Math.max(width, height) > MAX_IMAGE_EDGE) {
    throw new ImageError('too_large', engineMessage('image-error.too-long', { width, height, max: MAX_IMAGE_EDGE }));
  }
}

function checkMemory({ width, height }: { readonly width: number; readonly height: number }, bytes: number): void {
  if (bytes <= MAX_DECODER_BYTES) return;
  throw new ImageError('too_large', engineMessage('image-error.too-much-memory', { width, height }));
}

/** Ends when no image is decoded that its decoder keeps whole. */
let wholeDecoding: Promise<unknown> = Promise.resolve();

/** Images that their decoder keeps whole are decoded one after another, the others on all threads. */
function decode(image: Sharp, isWhole: boolean): Promise<Image> {
  if (!isWhole) return decodeNow(image);
  const decoding = wholeDecoding.then(() => decodeNow(image));
  wholeDecoding = decoding.then(
    () => undefined,
    () => undefined,
  );
  return decoding;
}

async function decodeNow(image: Sharp): Promise<Image> {
  try {
    const { data, info } = await image
      .toColourspace('srgb')
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, data: new Uint8Array(data.buffer, data.byteOffset, data.length) };
  } catch (cause) {
    throw damaged(cause);
  }
}

function damaged(cause: unknown): ImageError {
  return new ImageError('truncated', engineMessage('image-error.damaged'), { cause });
}
