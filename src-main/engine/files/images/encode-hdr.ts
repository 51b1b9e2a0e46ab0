import type { TextureColorSpace, TextureImage } from '../../base/texture/texture-image.ts';
import { srgbToLinearTable } from './srgb-to-linear-table.ts';

const MIN_RLE_WIDTH = 8;
const MAX_RLE_WIDTH = 0x7fff;
const LONGEST_RUN = 127;
const LONGEST_COPY = 128;
/** Minimum run length: a shorter run costs more as two packets than as part of a copy. */
const SHORTEST_RUN = 4;
const EXPONENT_BIAS = 128;

/**
 * Encodes an RGB or RGBA image (alpha is dropped) as Radiance RGBE, linear light, rows from the top, run-length
 * encoded; widths below 8 or above 32767 pixels are stored flat, because the encoding does not support them.
 */
export function encodeHdr({ width, height, data }: TextureImage, colorSpace: TextureColorSpace): Uint8Array {
  const channels = data.length / (width * height);
  const header = new TextEncoder().encode(`#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y ${height} +X ${width}\n`);
  const isCoded = width >= MIN_RLE_WIDTH && width <= MAX_RLE_WIDTH;
  const worstRow = isCoded ? 4 + 4 * (width + Math.ceil(width / LONGEST_COPY)) : 4 * width;
  const bytes = new Uint8Array(header.length + height * worstRow);
  bytes.set(header);

  const toRgbe = rgbeTables(colorSpace);
  const row = new Uint8Array(4 * width);
  let to = header.length;
  for (let y = 0; y < height; y++) {
    toRgbe(data.subarray(y * width * channels), channels, row);
    if (isCoded) {
      bytes.set([2, 2, width >> 8, width & 255], to);
      to += 4;
      for (let k = 0; k < 4; k++) to = writeRuns(row.subarray(k * width, (k + 1) * width), bytes, to);
    } else {
      for (let x = 0; x < width; x++) for (let k = 0; k < 4; k++) bytes[to++] = row[k * width + x]!;
    }
  }
  return bytes.slice(0, to);
}

/**
 * Returns a function that fills a row with the red, then green, blue and exponent bytes of its pixels. The exponent is
 * the brightest channel's, so a table of 256 entries replaces a logarithm per pixel. Mantissas are truncated, not
 * rounded: Radiance and Blender add a half when they read.
 */
function rgbeTables(colorSpace: TextureColorSpace) {
  const linear = srgbToLinearTable(colorSpace);
  const exponents = new Uint8Array(256);
  const scales = new Float64Array(256);
  for (let value = 1; value < 256; value++) {
    const exponent = Math.floor(Math.log2(linear[value]!)) + 1;
    exponents[value] = exponent + EXPONENT_BIAS;
    scales[value] = 2 ** (8 - exponent);
  }

  return (pixels: Uint8Array, channels: number, row: Uint8Array): void => {
    const width = row.length / 4;
    for (let x = 0, from = 0; x < width; x++, from += channels) {
      const red = pixels[from]!;
      const green = pixels[from + 1]!;
      const blue = pixels[from + 2]!;
      const brightest = Math.max(red, green, blue);
      const scale = scales[brightest]!;
      row[x] = linear[red]! * scale;
      row[width + x] = linear[green]! * scale;
      row[2 * width + x] = linear[blue]! * scale;
      row[3 * width + x] = exponents[brightest]!;
    }
  };
}

function writeRuns(values: Uint8Array, bytes: Uint8Array, at: number): number {
  let to = at;
  let copied = 0;
  const copyUntil = (end: number): void => {
    while (copied < end) {
      const count = Math.min(LONGEST_COPY, end - copied);
      bytes[to++] = count;
      for (let i = 0; i < count; i++) bytes[to++] = values[copied++]!;
    }
  };

  for (let i = 0; i < values.length;) {
    let end = i + 1;
    while (end < values.length && end - i < LONGEST_RUN && values[end] === values[i]) end++;
    if (end - i >= SHORTEST_RUN) {
      copyUntil(i);
      bytes[to++] = 128 + (end - i);
      bytes[to++] = values[i]!;
      copied = end;
    }
    i = end;
  }
  copyUntil(values.length);
  return to;
}
