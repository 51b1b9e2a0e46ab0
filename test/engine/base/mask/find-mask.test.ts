import { toEngineText } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { describe, expect, it } from 'vitest';
import { findMask, needsEstimatedMask } from '../../../../src-main/engine/base/mask/find-mask.ts';
import type { Mask } from '../../../../src-main/engine/base/image/mask.ts';
import { ImageError } from '../../../../src-main/engine/base/image/image.ts';
import type { Outline, Rgb } from '../../make/one-view/pictures.ts';
import { createNoise, disc, figure, paint } from '../../make/one-view/pictures.ts';

const SIZE = 320;
const RED: Rgb = [205, 60, 40];

function image(outline: Outline, background: ((x: number, y: number) => Rgb) | null, size = SIZE) {
  return { width: size, height: size, data: paint(size, size, outline, RED, background) };
}

const busy = (x: number, y: number): Rgb => {
  const wave = 60 * Math.sin(x / 17) * Math.cos(y / 11);
  return [100 + wave, 120 + wave, 90 + ((37 * x + 91 * y) % 40)];
};

/** The shape as a network with maps of 64 × 64 returns it. */
function estimate(outline: Outline) {
  const values = Float32Array.from({ length: 64 * 64 }, (_, i) =>
    outline((2 * ((i % 64) + 0.5)) / 64 - 1, (2 * (Math.floor(i / 64) + 0.5)) / 64 - 1) ? 0.97 : 0.02,
  );
  return { name: 'shape.onnx', width: 64, height: 64, values };
}

/** Intersection over union with the drawn shape. */
function overlap(mask: Mask, outline: Outline): number {
  let both = 0;
  let either = 0;
  for (let y = 0; y < mask.height; y++) {
    for (let x = 0; x < mask.width; x++) {
      const isFound = mask.data[y * mask.width + x]! >= 128;
      const isTrue = outline((2 * (x + 0.5)) / mask.width - 1, (2 * (y + 0.5)) / mask.height - 1);
      if (isFound && isTrue) both++;
      if (isFound || isTrue) either++;
    }
  }
  return both / either;
}

describe('findMask', () => {
  it('takes the alpha channel when there is one', async () => {
    const found = await findMask(image(figure, null));
    expect(found.method).toBe('alpha');
    expect(overlap(found.mask, figure)).toBeGreaterThan(0.995);
  });

  it('drops dust and fills pin holes of a cut-out, and keeps its real hole', async () => {
    const dusty: Outline = (x, y) =>
      (figure(x, y) && Math.hypot(x - 0.25, y - 0.1) > 0.006) || Math.hypot(x + 0.9, y + 0.9) < 0.012;
    const { mask } = await findMask(image(dusty, null));
    expect(overlap(mask, figure)).toBeGreaterThan(0.995);
    expect(mask.data[16 * SIZE + 16]).toBe(0);
  });

  it.each<[string, (x: number, y: number) => Rgb]>([
    ['white', () => [255, 255, 255]],
    ['a gradient', (x, y) => [90 + (80 * y) / SIZE, 130 + (60 * x) / SIZE, 180 - (70 * y) / SIZE]],
    [
      'a vignette',
      (x, y) => {
        const light = 230 - 90 * ((x / SIZE - 0.5) ** 2 + (y / SIZE - 0.5) ** 2);
        return [light, light, light];
      },
    ],
  ])('finds a shape on %s by its border', async (_, background) => {
    const found = await findMask(image(figure, background));
    expect(found.method).toBe('border');
    expect(overlap(found.mask, figure)).toBeGreaterThan(0.94);
  });

  it('finds a shape in a grainy photograph', async () => {
    const noise = createNoise(7);
    const grain = (): Rgb => [180 + 20 * noise(), 185 + 20 * noise(), 190 + 20 * noise()];
    const { mask } = await findMask(image(disc(0.6), grain));
    expect(overlap(mask, disc(0.6))).toBeGreaterThan(0.95);
  });

  it('finds a subject that the edge of the picture cuts off', async () => {
    const bust: Outline = (x, y) => Math.abs(x) < 0.4 && y > -0.3;
    const { mask } = await findMask(image(bust, () => [235, 235, 240]));
    expect(overlap(mask, bust)).toBeGreaterThan(0.95);
  });

  it('falls back to a graph cut before a busy background and says so', async () => {
    const noise = createNoise(11);
    const busy = (x: number, y: number): Rgb => {
      const wave = 60 * Math.sin(x / 17) * Math.cos(y / 11);
      return [70 + wave + 30 * noise(), 120 + wave + 30 * noise(), 90 + 40 * noise()];
    };
    const found = await findMask(image(disc(0.55), busy));
    expect(found.method).toBe('grab_cut');
    expect(found.notes.map(toEngineText).join()).toContain('busy');
    expect(overlap(found.mask, disc(0.55))).toBeGreaterThan(0.93);
    expect(process.listeners('unhandledRejection').map(String).join()).not.toContain('abort');
  });

  it('makes a plate of a picture that is all one colour, and says so', async () => {
    const found = await findMask(image(disc(0), () => [40, 90, 160]));
    expect(found.method).toBe('whole_frame');
    expect(found.notes.map(toEngineText)).toHaveLength(1);
    expect(overlap(found.mask, () => true)).toBeGreaterThan(0.95);
  });

  it('never comes back empty, however small or noisy the picture', async () => {
    for (const size of [1, 2, 8, 33]) {
      const noise = createNoise(size);
      const { mask } = await findMask(image(disc(0), () => [255 * noise(), 255 * noise(), 255 * noise()], size));
      expect(mask.data.some((coverage) => coverage >= 128)).toBe(true);
      expect([mask.width, mask.height]).toEqual([size, size]);
    }
  });

  it('refuses a picture that is transparent throughout', async () => {
    const refused = findMask(image(disc(0), null));
    await expect(refused).rejects.toBeInstanceOf(ImageError);
    await expect(refused).rejects.toMatchObject({ code: 'empty' });
  });
});

describe('the mask of a network', () => {
  it('is used at the size of the image, with a note', async () => {
    const found = await findMask(image(disc(0.2), busy), estimate(disc(0.6)));
    expect(found.method).toBe('network');
    expect(overlap(found.mask, disc(0.6))).toBeGreaterThan(0.95);
    expect(found.notes.map(toEngineText)).toEqual([expect.stringContaining('shape.onnx')]);
  });

  it.each<[string, Outline]>([
    ['nothing', () => false],
    ['everything', () => true],
    ['specks', (x, y) => Math.sin(40 * x) * Math.sin(40 * y) > 0.5],
  ])('is not used if it shows %s', async (_, outline) => {
    const found = await findMask(image(disc(0.55), busy), estimate(outline));
    expect(found.method).toBe('grab_cut');
    expect(found.notes.map(toEngineText)[0]).toContain('no plausible subject');
    expect(overlap(found.mask, disc(0.55))).toBeGreaterThan(0.9);
  });
});

describe('needsEstimatedMask', () => {
  const noise = createNoise(5);
  it.each<[string, boolean, ((x: number, y: number) => Rgb) | null]>([
    ['transparent', false, null],
    ['white', false, () => [255, 255, 255]],
    ['a gradient', false, (x, y) => [90 + (80 * y) / SIZE, 130 + (60 * x) / SIZE, 180 - (70 * y) / SIZE]],
    ['grain', false, () => [180 + 20 * noise(), 185 + 20 * noise(), 190 + 20 * noise()]],
    ['waves', true, busy],
    ['noise', true, () => [255 * noise(), 255 * noise(), 255 * noise()]],
    ['stripes', true, (x) => (x % 40 < 20 ? [240, 240, 240] : [40, 60, 90])],
    ['the color of the subject', true, () => RED],
  ])('measures that a background of this kind needs one: %s, %s', async (_, isNeeded, background) => {
    expect(await needsEstimatedMask(image(figure, background))).toBe(isNeeded);
  });
});
