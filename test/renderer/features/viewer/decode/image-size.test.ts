import sharp from 'sharp';
import { expect, test } from 'vitest';
import { readImageSize } from '../../../../../src-renderer/features/viewer/decode/image-size.ts';

const make = () => sharp({ create: { width: 37, height: 21, channels: 3, background: '#a33' } });
const KINDS = {
  png: () => make().png(),
  'baseline JPEG': () => make().jpeg(),
  'progressive JPEG with a profile': () =>
    make()
      .withExif({ IFD0: { Copyright: 'nobody' } })
      .jpeg({ progressive: true }),
  'lossy WebP': () => make().webp(),
  'lossless WebP': () => make().webp({ lossless: true }),
  'WebP with a profile': () => make().withIccProfile('p3').webp(),
};

test.each(Object.entries(KINDS))('the size of a %s is read from its head', async (_, picture) => {
  const bytes = await picture().toBuffer();
  expect(await readImageSize(new Blob([new Uint8Array(bytes)]))).toEqual({ width: 37, height: 21 });
});

test('what ends before its size, or is something else, has none', async () => {
  const png = await make().png().toBuffer();
  const jpeg = await make().jpeg().toBuffer();
  for (const bytes of [
    png.subarray(0, 20),
    jpeg.subarray(0, 30),
    Buffer.from('GIF89a and more of it'),
    Buffer.alloc(0),
  ])
    expect(await readImageSize(new Blob([new Uint8Array(bytes)]))).toBeNull();
});
