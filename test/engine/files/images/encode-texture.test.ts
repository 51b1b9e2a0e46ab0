import sharp from 'sharp';
import { FloatType } from 'three';
import { EXRLoader } from 'three/examples/jsm/loaders/EXRLoader.js';
import { HDRLoader } from 'three/examples/jsm/loaders/HDRLoader.js';
import { TGALoader } from 'three/examples/jsm/loaders/TGALoader.js';
import { describe, expect, test } from 'vitest';
import { type TextureImage } from '../../../../src-main/engine/base/texture/texture-image.ts';
import { encodeTexture } from '../../../../src-main/engine/files/images/encode-texture.ts';
import { readBmp, readBmpHeader } from '../../../../src-main/engine/base/image/read-bmp.ts';

/** Flat rows, then gradients, then noise: runs, copies and both together; no side alike, width no multiple of 4. */
function createImage(width: number, height: number, channels: 1 | 3 | 4): TextureImage {
  const data = new Uint8Array(width * height * channels);
  let noise = 1;
  for (let i = 0; i < data.length; i++) {
    noise = (Math.imul(noise, 1103515245) + 12345) >>> 0;
    const k = i % channels;
    const x = Math.floor(i / channels) % width;
    const y = Math.floor(i / channels / width);
    data[i] = y < height / 3 ? 40 * k + 30 : y < (2 * height) / 3 ? (x >> 1) * 5 + 50 * k : noise >> 16;
  }
  return { width, height, data };
}

const SIZES = [
  [37, 21],
  [300, 19],
  [5, 3],
  [1, 1],
] as const;

/** The image as RGBA. */
function toRgba({ width, height, data }: TextureImage): number[] {
  const channels = data.length / (width * height);
  return Array.from({ length: width * height }, (_, i) => {
    const at = i * channels;
    const [r, g, b] = channels === 1 ? [data[at]!, data[at]!, data[at]!] : [...data.subarray(at, at + 3)];
    return [r!, g!, b!, channels === 4 ? data[at + 3]! : 255];
  }).flat();
}

function toLinear(byte: number): number {
  const share = byte / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

function bufferOf(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}

function greatestDifference(a: readonly number[], b: readonly number[]): number {
  expect(a).toHaveLength(b.length);
  return a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i]!)), 0);
}

describe.each(SIZES)('a texture of %i × %i', (width, height) => {
  test.each([3, 4] as const)('as BMP keeps %i channels', async (channels) => {
    const image = createImage(width, height, channels);
    const { bytes, mime, extension } = await encodeTexture(image, 'BMP');
    expect([mime, extension]).toEqual(['image/bmp', 'bmp']);
    const header = readBmpHeader(bytes);
    expect([header.width, header.height, header.bitsPerPixel]).toEqual([width, height, channels * 8]);
    const rgb = (values: readonly number[]) => values.filter((_, i) => i % 4 !== 3);
    expect(rgb([...readBmp(bytes, header).data])).toEqual(rgb(toRgba(image)));
    if (channels === 4) expect(bytes.subarray(54, 58)[3]).toBe(image.data.at((height - 1) * width * 4 + 3));
  });

  test.each([1, 3, 4] as const)('as Targa keeps %i channels', async (channels) => {
    const image = createImage(width, height, channels);
    const { bytes, extension } = await encodeTexture(image, 'TARGA');
    expect(extension).toBe('tga');
    const read = new TGALoader().parse(bufferOf(bytes)) as TextureImage;
    expect([read.width, read.height]).toEqual([width, height]);
    expect([...read.data]).toEqual(toRgba(image));
    expect(Buffer.from(bytes.subarray(-18)).toString()).toBe('TRUEVISION-XFILE.\0');
  });

  test.each([3, 4] as const)('as OpenEXR is linear light in %i channels', async (channels) => {
    const image = createImage(width, height, channels);
    const { bytes } = await encodeTexture(image, 'OPEN_EXR', 'srgb');
    const read = new EXRLoader().setDataType(FloatType).parse(bufferOf(bytes)) as unknown as TextureImage;
    expect([read.width, read.height]).toEqual([width, height]);
    // three turns the rows.
    const rows = Array.from({ length: height }, (_, y) => [
      ...read.data.subarray((height - 1 - y) * width * 4, (height - y) * width * 4),
    ]);
    const want = toRgba(image).map((byte, i) => (i % 4 === 3 ? byte / 255 : toLinear(byte)));
    expect(greatestDifference(rows.flat(), want)).toBeLessThan(2 ** -11);
  });

  test('as HDR is linear light', async () => {
    const image = createImage(width, height, 3);
    const { bytes } = await encodeTexture(image, 'HDR', 'srgb');
    const read = new HDRLoader().setDataType(FloatType).parse(bufferOf(bytes)) as unknown as TextureImage;
    expect([read.width, read.height]).toEqual([width, height]);
    const want = toRgba(image).map((byte, i) => (i % 4 === 3 ? 1 : toLinear(byte)));
    // One step of an 8-bit mantissa, and three divides by 255 where the format means 256.
    expect(greatestDifference([...read.data], want)).toBeLessThan(1 / 128 + 1 / 255);
  });

  test('as DPX has 10 bits per colour, or 8 beside an alpha', async () => {
    const image = createImage(width, height, 3);
    const { bytes } = await encodeTexture(image, 'DPX');
    const view = Buffer.from(bytes);
    expect(view.toString('latin1', 0, 4)).toBe('SDPX');
    expect([view.readUInt32BE(16), view.readUInt32BE(772), view.readUInt32BE(776)]).toEqual([
      bytes.length,
      width,
      height,
    ]);
    const samples = Array.from({ length: width * height }, (_, i) => {
      const word = view.readUInt32BE(2048 + 4 * i);
      return [22, 12, 2].map((shift) => ((word >>> shift) & 1023) >> 2);
    });
    expect(samples.flat()).toEqual([...image.data]);

    const withAlpha = createImage(width, height, 4);
    const { bytes: eightBits } = await encodeTexture(withAlpha, 'DPX');
    expect([eightBits[800], eightBits[803]]).toEqual([51, 8]);
    expect([...eightBits.subarray(2048)]).toEqual([...withAlpha.data]);
  });

  test.each([
    ['PNG', 'png', 'srgb'],
    ['TIFF', 'tif', 'srgb'],
    ['WEBP', 'webp', 'linear'],
  ] as const)('as %s keeps every byte', async (format, extension, colorSpace) => {
    for (const channels of [1, 3, 4] as const) {
      const image = createImage(width, height, channels);
      const encoded = await encodeTexture(image, format, colorSpace);
      expect(encoded.extension).toBe(extension);
      const { data } = await sharp(encoded.bytes).toColourspace('srgb').ensureAlpha().raw().toBuffer({
        resolveWithObject: true,
      });
      expect([...data]).toEqual(toRgba(image));
    }
  });
});

test('data textures keep their values as numbers in EXR and HDR', async () => {
  const image = { width: 8, height: 1, data: new Uint8Array(24).fill(64) };
  const exr = await encodeTexture(image, 'OPEN_EXR', 'linear');
  const read = new EXRLoader().setDataType(FloatType).parse(bufferOf(exr.bytes)) as unknown as TextureImage;
  expect(read.data[0]).toBeCloseTo(64 / 255, 3);
  const hdr = await encodeTexture(image, 'HDR', 'linear');
  const light = new HDRLoader().setDataType(FloatType).parse(bufferOf(hdr.bytes)) as unknown as TextureImage;
  expect(light.data[0]).toBeCloseTo(64 / 255, 2);
});

test('JPEG drops alpha, keeps grey grey and stays near the colours', async () => {
  const flat = { width: 16, height: 16, data: new Uint8Array(1024).map((_, i) => [200, 100, 50, 9][i % 4]!) };
  const { bytes, mime } = await encodeTexture(flat, 'JPEG');
  expect(mime).toBe('image/jpeg');
  const { channels, format } = await sharp(bytes).metadata();
  expect([channels, format]).toEqual([3, 'jpeg']);
  const pixels = await sharp(bytes).raw().toBuffer();
  expect(greatestDifference([...pixels.subarray(0, 3)], [200, 100, 50])).toBeLessThan(4);
  const grey = await encodeTexture({ width: 16, height: 16, data: new Uint8Array(256).fill(9) }, 'JPEG');
  expect((await sharp(grey.bytes).metadata()).channels).toBe(1);
});

test('bytes that fit no number of channels are refused', async () => {
  const image = { width: 2, height: 2, data: new Uint8Array(8) };
  for (const format of ['BMP', 'PNG', 'OPEN_EXR'] as const) {
    await expect(encodeTexture(image, format)).rejects.toThrow(RangeError);
  }
});
