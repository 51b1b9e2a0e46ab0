import { engineMessage } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import type { Image } from './image.ts';
import { ImageError } from './image.ts';

const FILE_HEADER_BYTES = 14;
const INFO_HEADER_BYTES = 40;
const UNCOMPRESSED = 0;
const BIT_FIELDS = 3;
/** Red, green, blue masks of the usual 32-bit BGRA layout; other layouts are rejected. */
const USUAL_MASKS = [0x00ff0000, 0x0000ff00, 0x000000ff];
const ALPHA_MASK = 0xff000000;
/** Headers from BITMAPV3INFOHEADER (56 bytes) on carry an alpha mask. */
const ALPHA_HEADER_BYTES = 56;

/** Header of a BMP file. */
export interface BmpHeader {
  readonly width: number;
  readonly height: number;
  readonly bitsPerPixel: 24 | 32;
  readonly isTopDown: boolean;
  readonly hasAlpha: boolean;
  readonly pixelOffset: number;
}

/**
 * Reads a BMP header. Throws `ImageError` for palettes, run-length encoding and unusual channel layouts. Source:
 * Microsoft, BITMAPINFOHEADER and BITMAPV5HEADER.
 */
export function readBmpHeader(bytes: Uint8Array): BmpHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < FILE_HEADER_BYTES + INFO_HEADER_BYTES) throw truncated();
  const headerBytes = view.getUint32(14, true);
  const height = view.getInt32(22, true);
  const bitsPerPixel = view.getUint16(28, true);
  const compression = view.getUint32(30, true);

  const isKnownDepth = bitsPerPixel === 24 || bitsPerPixel === 32;
  if (headerBytes < INFO_HEADER_BYTES || !isKnownDepth) throw unsupported();
  let hasAlpha = false;
  if (compression === BIT_FIELDS && bitsPerPixel === 32) {
    if (bytes.length < FILE_HEADER_BYTES + ALPHA_HEADER_BYTES) throw truncated();
    if (USUAL_MASKS.some((mask, i) => view.getUint32(54 + 4 * i, true) !== mask)) throw unsupported();
    hasAlpha = headerBytes >= ALPHA_HEADER_BYTES && view.getUint32(66, true) === ALPHA_MASK;
  } else if (compression !== UNCOMPRESSED) {
    throw unsupported();
  }
  return {
    width: view.getInt32(18, true),
    height: Math.abs(height),
    bitsPerPixel,
    isTopDown: height < 0,
    hasAlpha,
    pixelOffset: view.getUint32(10, true),
  };
}

/** Decodes the pixels of a 24- or 32-bit BMP; the caller has checked the header's size. O(pixels). */
export function readBmp(bytes: Uint8Array, header: BmpHeader): Image {
  const { width, height, bitsPerPixel, isTopDown, hasAlpha, pixelOffset } = header;
  const step = bitsPerPixel / 8;
  const stride = Math.ceil((width * step) / 4) * 4;
  // Some writers omit the last row's padding.
  if (bytes.length < pixelOffset + stride * (height - 1) + width * step) throw truncated();

  const data = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    let from = pixelOffset + (isTopDown ? y : height - 1 - y) * stride;
    let to = y * width * 4;
    for (let x = 0; x < width; x++, from += step, to += 4) {
      data[to] = bytes[from + 2]!;
      data[to + 1] = bytes[from + 1]!;
      data[to + 2] = bytes[from]!;
      data[to + 3] = hasAlpha ? bytes[from + 3]! : 255;
    }
  }
  return { width, height, data };
}

function truncated(): ImageError {
  return new ImageError('truncated', engineMessage('image-error.bmp-truncated'));
}

function unsupported(): ImageError {
  return new ImageError('not_a_picture', engineMessage('image-error.bmp-layout'));
}
