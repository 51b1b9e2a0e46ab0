import sharp from 'sharp';
import { expect, test } from 'vitest';
import { estimateDecoderBytes, MAX_DECODER_BYTES } from '../../../../src-main/engine/base/image/decoder-memory.ts';
import { readImage } from '../../../../src-main/engine/base/image/read-image.ts';
import { hollowPng } from '../../make/one-view/pictures.ts';

const square = { channels: 4, depth: 'uchar', isProgressive: false } as const;

test.each([
  ['a PNG of 64 megapixels', { format: 'png', width: 8192, height: 8192 }, true],
  ['the same, interlaced', { format: 'png', width: 8192, height: 8192, isProgressive: true }, true],
  ['with 16 bits', { format: 'png', width: 8192, height: 8192, isProgressive: true, depth: 'ushort' }, false],
  ['a progressive JPEG of 62 megapixels', { format: 'jpeg', width: 8000, height: 8000, isProgressive: true }, true],
  ['an AVIF of 20 megapixels', { format: 'heif', width: 5000, height: 4000 }, true],
  ['an AVIF of 64 megapixels', { format: 'heif', width: 8192, height: 8192 }, false],
  ['a GIF of 64 megapixels', { format: 'gif', width: 8192, height: 8192 }, true],
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
