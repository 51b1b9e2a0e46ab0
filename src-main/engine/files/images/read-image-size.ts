import { sniffContainer } from '../../../../src-shared/formats/containers.ts';

/** Width and height of an image, pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/**
 * Reads the size in an image's header, whose type is detected by its first bytes (PNG, JPEG, WebP, KTX2). Returns null
 * for other types and incomplete headers.
 */
export function readImageSize(bytes: Uint8Array): ImageSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 30) return null;
  switch (sniffContainer(bytes)) {
    case 'png':
      return { width: view.getUint32(16), height: view.getUint32(20) };
    case 'ktx2':
      return { width: view.getUint32(20, true), height: view.getUint32(24, true) };
    case 'jpeg':
      return readJpegSize(view);
    case 'webp':
      return readWebpSize(view);
    default:
      return null;
  }
}

/**
 * Reads a JPEG's size. Start-of-frame markers are C0–CF without C4 (tables), C8 (reserved) and CC (arithmetic
 * conditioning).
 */
function readJpegSize(view: DataView): ImageSize | null {
  let at = 2;
  while (at + 9 <= view.byteLength) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at++;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += 2 + view.getUint16(at + 2);
  }
  return null;
}

/** Reads the size of the three kinds of WebP (RFC 9649, 2.5 to 2.7). */
function readWebpSize(view: DataView): ImageSize | null {
  switch (view.getUint32(12)) {
    case 0x56503820:
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    case 0x5650384c: {
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 0x56503858:
      return { width: (view.getUint32(24, true) & 0xffffff) + 1, height: (view.getUint32(26, true) >>> 8) + 1 };
    default:
      return null;
  }
}
