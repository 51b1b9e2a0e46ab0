import type { TextureImage } from '../../base/texture/texture-image.ts';
import { ByteReader } from '../import/byte-reader.ts';
import { damagedModel } from '../import/import-limits.ts';

const MAX_PIXELS = 64 * 2 ** 20;
const MAPPED = 1;
const TRUE_COLOR = 2;
const GREY = 3;
const RUN_LENGTHS = 8;
const FROM_TOP = 0x20;

/**
 * Decodes a Targa 2.0 image to RGB or RGBA, rows from the top: colour-mapped, true colour or grey, uncompressed or
 * run-length encoded, 8, 15, 16, 24 or 32 bits. Throws `ModelError` for anything else.
 */
export function decodeTarga(bytes: Uint8Array): TextureImage {
  const reader = new ByteReader(bytes);
  const [idBytes, , type] = reader.take(3) as unknown as [number, number, number];
  const [mapFirst, mapLength, mapBits] = [reader.u16(), reader.u16(), reader.u8()];
  reader.take(4);
  const [width, height, bits, flags] = [reader.u16(), reader.u16(), reader.u8(), reader.u8()];
  const kind = type & ~RUN_LENGTHS;
  const isKnown = [MAPPED, TRUE_COLOR, GREY].includes(kind) && [8, 15, 16, 24, 32].includes(bits);
  if (!isKnown || width * height === 0 || width * height > MAX_PIXELS) throw damagedModel('model-damage.targa');
  reader.take(idBytes);
  const entryBytes = Math.ceil(mapBits / 8);
  const map = reader.take(mapLength * entryBytes);

  const pixelBytes = Math.ceil(bits / 8);
  const raw =
    type & RUN_LENGTHS ? unpackRuns(reader, width * height, pixelBytes) : reader.take(width * height * pixelBytes);
  const hasAlpha = kind === MAPPED ? mapBits === 32 : bits === 32 && (flags & 15) > 0;
  const channels = hasAlpha ? 4 : 3;
  const data = new Uint8Array(width * height * channels);
  for (let i = 0; i < width * height; i++) {
    const row = Math.floor(i / width);
    const to = ((flags & FROM_TOP ? row : height - 1 - row) * width + (i % width)) * channels;
    if (kind === MAPPED) {
      const entry = (raw[i * pixelBytes]! - mapFirst) * entryBytes;
      writePixel(data, to, map, Math.max(0, entry), entryBytes, channels);
    } else {
      writePixel(data, to, raw, i * pixelBytes, pixelBytes, channels);
    }
  }
  return { width, height, data };
}

function unpackRuns(reader: ByteReader, pixels: number, size: number): Uint8Array {
  const raw = new Uint8Array(pixels * size);
  for (let at = 0; at < raw.length;) {
    const head = reader.u8();
    const length = Math.min(((head & 127) + 1) * size, raw.length - at);
    if (head < 128) {
      raw.set(reader.take(length), at);
    } else {
      const pixel = reader.take(size);
      for (let i = 0; i < length; i++) raw[at + i] = pixel[i % size]!;
    }
    at += length;
  }
  return raw;
}

/** Writes a pixel. Files store blue first; 15 and 16 bits are five per channel. */
function writePixel(data: Uint8Array, to: number, from: Uint8Array, at: number, size: number, channels: number): void {
  if (size === 1) {
    data.fill(from[at] ?? 0, to, to + 3);
  } else if (size === 2) {
    const word = (from[at] ?? 0) | ((from[at + 1] ?? 0) << 8);
    for (let k = 0; k < 3; k++) data[to + k] = Math.round((((word >> (10 - 5 * k)) & 31) * 255) / 31);
  } else {
    for (let k = 0; k < 3; k++) data[to + k] = from[at + 2 - k] ?? 0;
  }
  if (channels === 4) data[to + 3] = from[at + 3] ?? 255;
}
