import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import type { TextureColorSpace, TextureImage } from '../../base/texture/texture-image.ts';
import { srgbToLinearTable } from './srgb-to-linear-table.ts';

const deflateAsync = promisify(deflate);
const MAGIC = 20000630;
const VERSION_SCANLINES = 2;
const HALF = 1;
const ZIP = 3;
const ROWS_PER_BLOCK = 16;

/**
 * Encodes an RGB or RGBA image as OpenEXR: one part, scan lines from the top, half floats, linear light, ZIP in blocks
 * of 16 rows. Alpha is not premultiplied, unlike in most EXR files: textures have straight alpha.
 */
export async function encodeExr(image: TextureImage, colorSpace: TextureColorSpace): Promise<Uint8Array> {
  const { height } = image;
  const header = encodeHeader(image);
  const starts = Array.from({ length: Math.ceil(height / ROWS_PER_BLOCK) }, (_, i) => i * ROWS_PER_BLOCK);
  const toHalf = halfTable(srgbToLinearTable(colorSpace));
  const alphaToHalf = halfTable(srgbToLinearTable('linear'));
  const blocks = await Promise.all(starts.map((start) => encodeBlock(image, start, toHalf, alphaToHalf)));

  const offsets = new DataView(new ArrayBuffer(8 * blocks.length));
  let offset = header.length + offsets.byteLength;
  blocks.forEach((block, i) => {
    offsets.setBigUint64(8 * i, BigInt(offset), true);
    offset += block.length;
  });
  return Buffer.concat([header, new Uint8Array(offsets.buffer), ...blocks]);
}

/** Encodes y, length, then the compressed rows; within a row the channels are in the order of their names: A B G R. */
async function encodeBlock(
  { width, height, data }: TextureImage,
  start: number,
  toHalf: Uint16Array,
  alphaToHalf: Uint16Array,
): Promise<Uint8Array> {
  const channels = data.length / (width * height);
  const rows = Math.min(ROWS_PER_BLOCK, height - start);
  const samples = new Uint16Array(rows * width * channels);
  let to = 0;
  for (let row = start; row < start + rows; row++) {
    for (let channel = channels - 1; channel >= 0; channel--) {
      const table = channel === 3 ? alphaToHalf : toHalf;
      const end = (row + 1) * width * channels;
      for (let from = row * width * channels + channel; from < end; from += channels)
        samples[to++] = table[data[from]!]!;
    }
  }

  const raw = new Uint8Array(samples.buffer);
  const packed = await deflateAsync(toDifferences(raw), { level: 4 });
  // A block that does not shrink is stored: readers recognize it by its full length.
  const content = packed.length < raw.length ? packed : raw;
  const block = new Uint8Array(8 + content.length);
  const view = new DataView(block.buffer);
  view.setInt32(0, start, true);
  view.setInt32(4, content.length, true);
  block.set(content, 8);
  return block;
}

/**
 * Applies EXR's ZIP predictor: all low bytes, then all high bytes, each as its difference from the previous one, plus
 * 128.
 */
function toDifferences(raw: Uint8Array): Uint8Array {
  const half = raw.length / 2;
  const bytes = new Uint8Array(raw.length);
  let before = 0;
  for (let i = 0; i < raw.length; i++) {
    const value = raw[i < half ? 2 * i : 2 * (i - half) + 1]!;
    bytes[i] = i === 0 ? value : value - before + 128;
    before = value;
  }
  return bytes;
}

function encodeHeader({ width, height, data }: TextureImage): Uint8Array {
  const names = data.length === width * height * 4 ? ['A', 'B', 'G', 'R'] : ['B', 'G', 'R'];
  const window = int32s(0, 0, width - 1, height - 1);
  const channels = Buffer.concat([
    ...names.map((name) => Buffer.concat([text(name), int32s(HALF, 0, 1, 1)])),
    text(''),
  ]);
  return Buffer.concat([
    int32s(MAGIC, VERSION_SCANLINES),
    attribute('channels', 'chlist', channels),
    attribute('compression', 'compression', Uint8Array.of(ZIP)),
    attribute('dataWindow', 'box2i', window),
    attribute('displayWindow', 'box2i', window),
    attribute('lineOrder', 'lineOrder', Uint8Array.of(0)),
    attribute('pixelAspectRatio', 'float', floats(1)),
    attribute('screenWindowCenter', 'v2f', floats(0, 0)),
    attribute('screenWindowWidth', 'float', floats(1)),
    text(''),
  ]);
}

function attribute(name: string, type: string, value: Uint8Array): Uint8Array {
  return Buffer.concat([text(name), text(type), int32s(value.length), value]);
}

function text(value: string): Uint8Array {
  return Buffer.from(`${value}\0`);
}

function int32s(...values: number[]): Uint8Array {
  return new Uint8Array(Int32Array.from(values).buffer);
}

function floats(...values: number[]): Uint8Array {
  return new Uint8Array(Float32Array.from(values).buffer);
}

/** Returns half floats of values 0 to 1, rounded to nearest; below 2⁻¹⁴ they are subnormal, in steps of 2⁻²⁴. */
function halfTable(values: Float64Array): Uint16Array {
  return Uint16Array.from(values, (value) => {
    if (value < 2 ** -14) return Math.round(value * 2 ** 24);
    const exponent = Math.floor(Math.log2(value));
    // A mantissa that rounds up to 1024 carries into the exponent.
    return ((exponent + 15) << 10) + Math.round((value / 2 ** exponent - 1) * 1024);
  });
}
