import sharp from 'sharp';
import { crc32 } from 'node:zlib';

/** True if a point (x to the right, y down, both −1 to 1) belongs to the subject. */
export type Outline = (x: number, y: number) => boolean;
export type Rgb = readonly [number, number, number];

export const disc =
  (radius: number): Outline =>
  (x, y) =>
    Math.hypot(x, y) < radius;

/** A body with two legs, an arm and a hole: concave, thin parts, one handle. */
export const figure: Outline = (x, y) =>
  (Math.abs(x) < 0.35 && y > -0.6 && y < 0.2 && Math.hypot(x, y + 0.2) > 0.15) ||
  (Math.abs(Math.abs(x) - 0.22) < 0.1 && y >= 0.2 && y < 0.75) ||
  (x >= 0.35 && x < 0.7 && Math.abs(y + 0.4) < 0.05);

/**
 * Renders a shape as raw RGBA with 4 × 4 samples per pixel; the background may differ per pixel, null is transparent.
 */
export function paint(
  width: number,
  height: number,
  outline: Outline,
  color: Rgb,
  background: ((x: number, y: number) => Rgb) | null,
): Buffer {
  const pixels = Buffer.alloc(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let hits = 0;
      for (let s = 0; s < 16; s++) {
        const u = (x + ((s & 3) + 0.5) / 4) / width;
        const v = (y + ((s >> 2) + 0.5) / 4) / height;
        if (outline(2 * u - 1, 2 * v - 1)) hits++;
      }
      const share = hits / 16;
      const at = (y * width + x) * 4;
      const behind = background?.(x, y) ?? color;
      for (let c = 0; c < 3; c++) pixels[at + c] = Math.round(color[c]! * share + behind[c]! * (1 - share));
      pixels[at + 3] = background ? 255 : Math.round(255 * share);
    }
  }
  return pixels;
}

export async function toPng(pixels: Buffer, width: number, height: number): Promise<Uint8Array> {
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
}

export async function toJpeg(pixels: Buffer, width: number, height: number): Promise<Uint8Array> {
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .jpeg({ quality: 90 })
    .toBuffer();
}

/** Returns a cut-out shape as PNG. */
export async function cutOut(size: number, outline: Outline, color: Rgb = [200, 60, 40]): Promise<Uint8Array> {
  return toPng(paint(size, size, outline, color, null), size, size);
}

/** Returns a deterministic generator of numbers from 0 to 1. */
export function createNoise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
}

/** Returns a PNG whose header states these dimensions, but which contains no pixels. */
export function hollowPng(width: number, height: number, depth = 8, isInterlaced = false): Uint8Array {
  const chunk = (type: string, body: Buffer): Buffer => {
    const typed = Buffer.concat([Buffer.from(type, 'latin1'), body]);
    const framed = Buffer.alloc(typed.length + 8);
    framed.writeUInt32BE(body.length, 0);
    typed.copy(framed, 4);
    framed.writeUInt32BE(crc32(typed), typed.length + 4);
    return framed;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, 6, 0, 0, isInterlaced ? 1 : 0], 8);
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', Buffer.alloc(64)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Returns an uncompressed BMP of RGBA pixels, bottom row first as usual. */
export function toBmp(pixels: Buffer, width: number, height: number, bits: 24 | 32): Uint8Array {
  const step = bits / 8;
  const stride = Math.ceil((width * step) / 4) * 4;
  const file = Buffer.alloc(54 + stride * height);
  file.write('BM', 0, 'latin1');
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(54, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(width, 18);
  file.writeInt32LE(height, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(bits, 28);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = (y * width + x) * 4;
      const to = 54 + (height - 1 - y) * stride + x * step;
      file.set([pixels[from + 2]!, pixels[from + 1]!, pixels[from]!], to);
    }
  }
  return file;
}
