import sharp from 'sharp';
import { expect, test } from 'vitest';
import { estimateDecoderBytes, MAX_DECODER_BYTES } from '../../../../src-main/engine/base/image/decoder-memory.ts';
import { readImage } from '../../../../src-main/engine/base/image/read-image.ts';
import { hollowPng } from '../../make/one-view/pictures.ts';

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
