import { toEngineText } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createNoise, hollowPng } from '../../make/one-view/pictures.ts';
import { decode, draw, drawBall, edit, labs, meanHue } from '../../base/image/scenes.ts';

const BLUE = [0x2c, 0x5f, 0xb3];
const flat = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 4, background } })
    .png()
    .toBuffer();

describe('unusual images', () => {
  it.each([
    [1, 1],
    [2, 900],
    [900, 1],
    [40, 40],
  ])('of %i × %i pixels in one colour are recoloured as a whole', async (width, height) => {
    const { image, notes } = await edit(await flat(width, height, '#d0342c'), { prompt: 'blue' });
    const made = await decode(image);
    expect([made.width, made.height]).toEqual([width, height]);
    expect(Math.abs(meanHue(labs(made, () => true)) + 100)).toBeLessThan(6);
    expect(notes.map(toEngineText).join(' ')).toContain('the whole image was used');
  });

  it('without a subject keep their background, with a note or an error', async () => {
    const plain = await flat(60, 60, '#888');
    await expect(edit(plain, { prompt: 'remove the background' })).rejects.toThrow(/No subject was found/);
    const { notes } = await edit(plain, { prompt: 'darker, remove the background' });
    expect(notes.map(toEngineText)).toContain('The background was not changed.');
    await expect(edit(await flat(60, 60, '#0000'), { prompt: 'blue' })).rejects.toThrow(/completely transparent/);
  });

  it('with 16 bits, in CMYK, with several frames or with EXIF orientation are read correctly', async () => {
    const ball = await drawBall('#ffffff');
    const files = {
      deep: await sharp(ball).toColourspace('rgb16').png().toBuffer(),
      inks: await sharp(ball).flatten().toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer(),
      frames: await sharp([ball, await flat(144, 144, '#0f0')], { join: { animated: true } })
        .webp({ lossless: true })
        .toBuffer(),
      turned: await sharp(ball).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    };
    for (const [name, file] of Object.entries(files)) {
      const made = await decode((await edit(file, { prompt: 'blue' })).image);
      const hue = meanHue(labs(made, (x, y) => Math.hypot(x - 72, y - 72) < 30));
      expect(Math.abs(((hue + 100 + 540) % 360) - 180), name).toBeLessThan(15);
    }
  });

  it('of pure noise can be edited', async () => {
    const noise = createNoise(3);
    const grain = Buffer.from(Uint8Array.from({ length: 64 * 64 * 3 }, () => 255 * noise()));
    const noisy = await sharp(grain, { raw: { width: 64, height: 64, channels: 3 } })
      .png()
      .toBuffer();
    expect((await edit(noisy, { prompt: 'wooden', template: 'variants' })).notes.length).toBeGreaterThan(1);
  });

  it('that are too large, damaged or not images are rejected', async () => {
    await expect(edit(new TextEncoder().encode('hello'), { prompt: 'blue' })).rejects.toThrow(/not an image/);
    await expect(edit(hollowPng(20_000, 20_000), { prompt: 'blue' })).rejects.toThrow(/64 megapixels/);
    await expect(edit(await drawBall().then((all) => all.subarray(0, 900)), { prompt: 'blue' })).rejects.toThrow(
      /incomplete or damaged/,
    );
  });
});

describe('the output', () => {
  it.each([
    [{ size: undefined, aspectRatio: undefined }, 100, 60],
    [{ size: 'auto', aspectRatio: undefined }, 100, 60],
    [{ size: '1K', aspectRatio: undefined }, 1024, 614],
    [{ size: '512', aspectRatio: '1:1' }, 512, 512],
    [{ size: '640x1024', aspectRatio: undefined }, 640, 1024],
  ])('has the size %o without cropping', async (output, width, height) => {
    const card = await draw(
      100,
      60,
      '<rect width="100" height="60" fill="#fff"/><rect x="10" y="10" width="80" height="40" fill="#c0282d"/>',
    );
    const { image, notes } = await edit(card, { prompt: 'blue', ...output });
    const made = await decode(image);
    expect([made.width, made.height]).toEqual([width, height]);
    expect(notes.some((note) => toEngineText(note).includes('enlarged'))).toBe(width > 200);
    // The white background extends to the edges.
    expect([...made.data.subarray(0, 4)]).toEqual([255, 255, 255, 255]);
    const share = labs(made, (x, y) => made.data[4 * (y * width + x)]! < 150).length / (width * height);
    const scale = Math.min(width / 100, height / 60);
    expect(share).toBeCloseTo((80 * 40 * scale ** 2) / (width * height), 1);
  });

  it('keeps transparency in PNG and fills it with white in JPEG and if it must be opaque', async () => {
    const ball = await drawBall();
    const options = { prompt: 'no background' };
    expect((await sharp((await edit(ball, options)).image).stats()).isOpaque).toBe(false);
    const opaque = await edit(ball, { ...options, background: 'opaque' });
    expect([...(await decode(opaque.image)).data.subarray(0, 4)]).toEqual([255, 255, 255, 255]);
    expect(opaque.notes.map(toEngineText).join(' ')).toContain('An opaque image was requested');
    const jpeg = await edit(ball, { ...options, format: 'jpeg' });
    expect((await sharp(jpeg.image).metadata()).format).toBe('jpeg');
    expect(jpeg.notes.map(toEngineText).join(' ')).toContain('JPEG does not support transparency');
    const clear = await edit(ball, { prompt: 'blue', background: 'transparent' });
    expect((await sharp(clear.image).stats()).isOpaque).toBe(false);
  });

  it('is deterministic and has a watermark on request', async () => {
    const ball = await drawBall();
    const [plain, again, marked] = await Promise.all(
      [false, false, true].map(async (isWatermarked) => (await edit(ball, { prompt: 'wooden', isWatermarked })).image),
    );
    expect(Buffer.from(plain!).equals(again!)).toBe(true);
    expect(Buffer.from(plain!).equals(marked!)).toBe(false);
  });

  it('is filled with the new background colour up to the edges', async () => {
    const { image } = await edit(await drawBall(), { prompt: 'blue background', size: '512', aspectRatio: '16:9' });
    const made = await decode(image);
    for (const at of [0, 4 * (made.width - 1), made.data.length - 4])
      expect([...made.data.subarray(at, at + 3)]).toEqual(BLUE);
  });
});
