import sharp from 'sharp';
import { expect, test } from 'vitest';
import { estimateDecoderBytes, MAX_DECODER_BYTES } from '../../../../src-main/engine/base/image/decoder-memory.ts';
import { readTiffTile } from '../../../../src-main/engine/base/image/read-tiff-tile.ts';
import { readImage } from '../../../../src-main/engine/base/image/read-image.ts';
import { hollowPng, toBmp } from '../../make/one-view/pictures.ts';

const square = { channels: 4, depth: 'uchar', isProgressive: false } as const;

test.each([
  ['a PNG of 64 megapixels', { format: 'png', width: 8192, height: 8192 }, true],
  ['an interlaced PNG of 60 megapixels', { format: 'png', width: 8000, height: 7500, isProgressive: true }, true],
  ['with 16 bits', { format: 'png', width: 8192, height: 8192, isProgressive: true, depth: 'ushort' }, false],
  ['a progressive JPEG of 50 megapixels', { format: 'jpeg', width: 10_000, height: 5000, isProgressive: true }, true],
  ['a progressive JPEG of 64 megapixels', { format: 'jpeg', width: 8192, height: 8192, isProgressive: true }, false],
  ['an AVIF of 4096²', { format: 'heif', width: 4096, height: 4096 }, true],
  ['an AVIF of 20 megapixels', { format: 'heif', width: 5000, height: 4000 }, false],
  ['a GIF of 36 megapixels', { format: 'gif', width: 6000, height: 6000 }, true],
  ['a GIF with a frame of 57 megapixels', { format: 'gif', width: 57_600, height: 1001 }, false],
] as const)('%s fits, or not', (_, header, fits) => {
  expect(estimateDecoderBytes({ ...square, ...header }) <= MAX_DECODER_BYTES).toBe(fits);
});

test.each([
  ['in strips', null, {}, true],
  ['in tiles of 256²', 256, {}, true],
  ['in tiles of 256² with 16 bits', 256, { depth: 'ushort' }, true],
  ['in tiles of 4096²', 4096, {}, false],
  ['in tiles of 2048² with 16 bits', 2048, { depth: 'ushort' }, false],
  ['in tiles of 4096², smaller', 4096, { width: 4096, height: 4096 }, true],
] as const)('a TIFF %s fits, or not', (_, tile, header, fits) => {
  const size = tile === null ? null : { width: tile, height: tile };
  const bytes = estimateDecoderBytes({ ...square, format: 'tiff', width: 8000, height: 8000, ...header }, size);
  expect(bytes <= MAX_DECODER_BYTES).toBe(fits);
});

test.each(['II', 'MM'] as const)('a TIFF (%s) in large tiles is refused by its header', async (order) => {
  const tiles = tiffHeader(order, 8000, [322, 323]);
  expect(readTiffTile(tiles)).toEqual({ width: 4096, height: 4096 });
  await expect(readImage(tiles)).rejects.toMatchObject({ code: 'too_large' });
  expect(readTiffTile(tiffHeader(order, 8000, []))).toBe(null);
});

test('a BMP that fits in memory with its RGBA, but not with what scaling takes, is refused by its header', async () => {
  const edge = 6700;
  const bmp = Buffer.alloc(54 + 3 * edge ** 2);
  bmp.set(toBmp(Buffer.alloc(16), 2, 2, 24));
  for (const at of [18, 22]) bmp.writeInt32LE(edge, at);
  await expect(readImage(bmp)).rejects.toMatchObject({ code: 'too_large' });
});

test('a damaged TIFF header has no tiles', () => {
  const whole = tiffHeader('II', 8000, [322, 323]);
  for (let length = 0; length < whole.length; length++) {
    expect([null, { width: 4096, height: 4096 }]).toContainEqual(readTiffTile(whole.subarray(0, length)));
  }
});

/** A TIFF (revision 6.0) of RGBA pixels that are missing; `tiles`: the tags of its tiles of 4096², if it has any. */
function tiffHeader(order: 'II' | 'MM', edge: number, tiles: readonly number[]): Buffer {
  const isLittle = order === 'II';
  const data = tiles.length > 0 ? [324, 325] : [273, 279];
  const entries: [tag: number, count: number, value: number][] = [
    [256, 1, edge],
    [257, 1, edge],
    [258, 1, 8],
    [259, 1, 1],
    [262, 1, 2],
    [277, 1, 4],
    ...(tiles.length > 0 ? [] : [[278, 1, edge] as [number, number, number]]),
    ...tiles.map((tag): [number, number, number] => [tag, 1, 4096]),
    ...data.map((tag): [number, number, number] => [tag, 1, 8]),
  ];
  const bytes = Buffer.alloc(8 + 2 + 12 * entries.length + 4);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  bytes.write(order, 'latin1');
  view.setUint16(2, 42, isLittle);
  view.setUint32(4, 8, isLittle);
  view.setUint16(8, entries.length, isLittle);
  for (const [index, [tag, count, value]] of entries.sort(([one], [other]) => one - other).entries()) {
    const at = 10 + 12 * index;
    view.setUint16(at, tag, isLittle);
    view.setUint16(at + 2, 4, isLittle);
    view.setUint32(at + 4, count, isLittle);
    view.setUint32(at + 8, value, isLittle);
  }
  return bytes;
}

test('an image whose decoder would need too much memory is refused by its header', async () => {
  await expect(readImage(hollowPng(8192, 8192, 16, true))).rejects.toMatchObject({
    code: 'too_large',
    message: expect.stringContaining('too much memory') as string,
  });
  // The pixels are missing: it came to its decoder.
  await expect(readImage(hollowPng(8192, 8192, 16))).rejects.toMatchObject({ code: 'truncated' });
});

test('images that their decoder keeps whole are read, also several at once, and after a damaged one', async () => {
  const pixels = Buffer.from(Array.from({ length: 64 * 64 * 4 }, (_, at) => (at % 4 === 3 ? 255 : (at * 7) % 256)));
  const image = sharp(pixels, { raw: { width: 64, height: 64, channels: 4 } });
  const whole = await image.png({ progressive: true }).toBuffer();
  const damaged = whole.subarray(0, whole.length / 2);
  const read = await Promise.allSettled([whole, damaged, whole].map((bytes) => readImage(bytes)));
  expect(read.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(read.map((one) => one.status === 'fulfilled' && Buffer.from(one.value.data).equals(pixels))).toEqual([
    true,
    false,
    true,
  ]);
});
