import { toEngineText } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { toPixelSize } from '../../../../src-main/engine/base/image/image-size.ts';
import { textToImage, type TextToImageOptions } from '../../../../src-main/engine/make/text/text-to-image.ts';

const OPTIONS: TextToImageOptions = {
  width: 192,
  height: 192,
  negativePrompt: '',
  template: null,
  format: 'png',
  isTransparent: false,
  isWatermarked: false,
  samples: 1,
  seed: 0,
};
const make = (prompt: string, options: Partial<TextToImageOptions> = {}) =>
  textToImage(prompt, { ...OPTIONS, ...options }, () => undefined);
async function pixels(image: Uint8Array) {
  const { data, info } = await sharp(image).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [
    ...data.subarray((Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 4).subarray(0, 4),
  ];
  return { data, at, width: info.width, height: info.height };
}

describe('textToImage', () => {
  it('renders the object in its colour on a plain backdrop, with a shadow', async () => {
    const { at, width, height } = await pixels((await make('a red sphere')).image);
    expect([width, height]).toEqual([192, 192]);
    const [r, g, b, a] = at(0.45, 0.45);
    expect(r).toBeGreaterThan(g! + 60);
    expect(r).toBeGreaterThan(b! + 60);
    expect(a).toBe(255);
    const [top, bottom] = [at(0.02, 0.02), at(0.02, 0.98)];
    expect(top[0]).toBeGreaterThan(bottom[0]!);
    const { data } = await pixels((await make('a red sphere', { isTransparent: true })).image);
    expect(data.filter((_v, i) => i % 4 === 3 && data[i] === 0).length).toBeGreaterThan(4000);
  });

  it('takes the colour of the background from the prompt', async () => {
    const { at } = await pixels((await make('a red cube on a blue background')).image);
    const [r, , b] = at(0.02, 0.5);
    expect(b).toBeGreaterThan(r! + 60);
  });

  it.each([
    [320, 128],
    [128, 320],
  ])('fills %i × %i with the whole scene', async (width, height) => {
    const {
      data,
      width: w,
      height: h,
    } = await pixels((await make('a tall lamp', { width, height, isTransparent: true })).image);
    expect([w, h]).toEqual([width, height]);
    const rows = Array.from({ length: h }, (_, y) =>
      data.subarray(y * w * 4, (y + 1) * w * 4).some((v, i) => i % 4 === 3 && v > 0),
    );
    expect(rows[0]).toBe(false);
    expect(rows[h - 1]).toBe(false);
    expect(rows.filter(Boolean).length).toBeGreaterThan(100);
  });

  it('writes JPEG, adds a watermark on request, and is deterministic', async () => {
    const plain = await make('a cube');
    const [again, marked, jpeg] = [
      await make('a cube'),
      await make('a cube', { isWatermarked: true }),
      await make('a cube', { format: 'jpeg' }),
    ];
    expect(Buffer.from(plain.image).equals(again.image)).toBe(true);
    expect(Buffer.from(plain.image).equals(marked.image)).toBe(false);
    const { format, hasAlpha } = await sharp(jpeg.image).metadata();
    expect([format, hasAlpha]).toEqual(['jpeg', false]);
  });

  it.each(['t_pose', 'character_completion', '3d_enhance', 'variants', 'figure'] as const)(
    'applies the template %s and notes it',
    async (template) => {
      const plain = await make('a sphere');
      const { image, notes } = await make('a sphere', { template });
      expect(Buffer.from(plain.image).equals(image)).toBe(false);
      expect(toEngineText(notes.at(-1)!)).toContain(`Template ${template}:`);
    },
  );

  it('rejects an empty prompt', async () => {
    await expect(make(' ')).rejects.toThrow('The prompt is empty.');
  });
});

describe('toPixelSize', () => {
  it.each([
    [undefined, undefined, 1024, 1024],
    ['auto', undefined, 1024, 1024],
    ['512', undefined, 512, 512],
    ['2k', '16:9', 2048, 1152],
    ['1K', '2:3', 688, 1024],
    ['1536x1024', undefined, 1536, 1024],
    ['constructor', undefined, 1024, 1024],
  ])('converts size %s and aspect ratio %s', (size, ratio, width, height) =>
    expect(toPixelSize(size, ratio)).toEqual({ width, height }),
  );
});
