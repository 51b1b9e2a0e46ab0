import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { ImageErrorCode } from '../../../../src-main/engine/base/image/image.ts';
import { ImageError } from '../../../../src-main/engine/base/image/image.ts';
import { readImage, WORKING_EDGE } from '../../../../src-main/engine/base/image/read-image.ts';
import { createNoise, cutOut, disc, hollowPng, paint, toBmp, toJpeg, toPng } from '../../make/one-view/pictures.ts';

async function refusal(bytes: Uint8Array): Promise<ImageErrorCode> {
  const error: unknown = await readImage(bytes).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ImageError)) throw new Error(`refused with ${String(error)}, not with a PictureError`);
  expect(error.message).toMatch(/^(This|The) .+\. [A-Z].+\.$/);
  return error.code;
}

/** Noise does not compress, so that cutting the file in half cuts the picture in half. */
function noisePixels(size: number): Buffer {
  const noise = createNoise(3);
  return paint(size, size, disc(0), [0, 0, 0], () => [255 * noise(), 255 * noise(), 255 * noise()]);
}

describe('readPicture', () => {
  const stripes = paint(
    6,
    4,
    (x, y) => x < 0 && y < 0,
    [250, 10, 20],
    () => [10, 20, 240],
  );

  it('reads PNG, WebP and TIFF without changing a pixel', async () => {
    const image = sharp(stripes, { raw: { width: 6, height: 4, channels: 4 } });
    const files = [
      image.clone().png(),
      image.clone().webp({ lossless: true }),
      image.clone().tiff({ compression: 'lzw' }),
    ];
    for (const file of files) {
      const picture = await readImage(await file.toBuffer());
      expect([picture.width, picture.height]).toEqual([6, 4]);
      expect(Buffer.from(picture.data).equals(stripes)).toBe(true);
    }
  });

  it.each([24, 32] as const)('reads an uncompressed %i-bit BMP, upside down or not', async (bits) => {
    const file = toBmp(stripes, 6, 4, bits);
    expect(Buffer.from((await readImage(file)).data).equals(stripes)).toBe(true);

    const topDown = Buffer.from(file);
    topDown.writeInt32LE(-4, 22);
    const { data } = await readImage(topDown);
    expect([...data.subarray(0, 4)]).toEqual([...stripes.subarray(6 * 3 * 4, 6 * 3 * 4 + 4)]);
  });

  it('applies the EXIF rotation', async () => {
    const turned = await sharp(stripes, { raw: { width: 6, height: 4, channels: 4 } })
      .png()
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const picture = await readImage(turned);
    expect([picture.width, picture.height]).toEqual([4, 6]);
    // Orientation 6 is shown turned clockwise: the top left corner goes to the top right.
    expect([...picture.data.subarray(3 * 4, 3 * 4 + 3)]).toEqual([250, 10, 20]);
    expect([...picture.data.subarray(0, 3)]).toEqual([10, 20, 240]);
  });

  it('turns grey, 16-bit and CMYK files into four bytes a pixel', async () => {
    const image = sharp(stripes, { raw: { width: 6, height: 4, channels: 4 } }).removeAlpha();
    const grey = await image.clone().toColourspace('b-w').png().toBuffer();
    const deep = await image.clone().toColourspace('rgb16').png().toBuffer();
    const print = await image.clone().toColourspace('cmyk').jpeg().toBuffer();
    for (const file of [grey, deep, print]) {
      const { width, height, data } = await readImage(file);
      expect(data.length).toBe(width * height * 4);
      expect(data[3]).toBe(255);
    }
  });

  it('scales large pictures down to the working edge and leaves small ones alone', async () => {
    const large = await sharp({ create: { width: 3000, height: 1500, channels: 3, background: '#446688' } })
      .jpeg()
      .toBuffer();
    const picture = await readImage(large);
    expect([picture.width, picture.height]).toEqual([WORKING_EDGE, WORKING_EDGE / 2]);
    expect((await readImage(await cutOut(8, disc(0.9)))).width).toBe(8);
  });

  it('refuses an empty file', async () => {
    expect(await refusal(new Uint8Array())).toBe('empty');
  });

  it('refuses HEIC, which it cannot decode, by its content', async () => {
    expect(await refusal(Buffer.from('\0\0\0\x18ftypheic'))).toBe('unsupported_file');
  });

  it('refuses text, SVG and HTML whatever the file is called', async () => {
    for (const text of ['hello, I am image.png', '<svg xmlns="http://www.w3.org/2000/svg"/>', '<html>', 'BM']) {
      expect(await refusal(Buffer.from(text))).toBe('not_a_picture');
    }
  });

  it('refuses pictures that end too early', async () => {
    const pixels = noisePixels(128);
    const files = [
      await toPng(pixels, 128, 128),
      await toJpeg(pixels, 128, 128),
      await sharp(pixels, { raw: { width: 128, height: 128, channels: 4 } })
        .webp()
        .toBuffer(),
      toBmp(pixels, 128, 128, 24),
    ];
    for (const file of files) {
      await expect(readImage(file)).resolves.toMatchObject({ width: 128 });
      expect(await refusal(file.subarray(0, file.length >> 1))).toBe('truncated');
      expect(await refusal(file.subarray(0, 26))).toBe('truncated');
    }
  });

  it('refuses a 50,000 × 50,000 header without allocating its pixels', async () => {
    const before = process.memoryUsage().rss;
    expect(await refusal(hollowPng(50_000, 50_000))).toBe('too_large');
    expect(await refusal(hollowPng(65_536, 20))).toBe('too_large');
    const bomb = toBmp(Buffer.alloc(16), 2, 2, 32) as Buffer;
    bomb.writeInt32LE(50_000, 18);
    bomb.writeInt32LE(50_000, 22);
    expect(await refusal(bomb)).toBe('too_large');
    expect(process.memoryUsage().rss - before).toBeLessThan(100e6);
  });

  it('refuses pictures without pixels and BMP layouts it cannot read', async () => {
    const flat = toBmp(Buffer.alloc(16), 2, 2, 24) as Buffer;
    flat.writeInt32LE(0, 22);
    expect(await refusal(flat)).toBe('empty');
    const packed = toBmp(Buffer.alloc(16), 2, 2, 24) as Buffer;
    packed.writeUInt32LE(1, 30);
    expect(await refusal(packed)).toBe('not_a_picture');
  });
});
