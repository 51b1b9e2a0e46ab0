import { toEngineText } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { describe, expect, it } from 'vitest';
import { multiViewToModel } from '../../../../src-main/engine/make/multi-view/multi-view-to-model.ts';
import type { Rgb } from '../one-view/pictures.ts';
import { cutOut, disc, figure, paint, toJpeg } from '../one-view/pictures.ts';
import { block, expectValid, make, openValid, OPTIONS, shape, views } from './subjects.ts';

const full = (color: (x: number, y: number) => Rgb, size = 48) =>
  toJpeg(paint(size, size, disc(0), [0, 0, 0], color), size, size);

describe('the views of a model', () => {
  it('two orthogonal views are enough, and notes name the sides without an image', async () => {
    const [front, left] = await views(disc(0.6), block(0.3, 0.6), 48);
    const { glb, notes } = await make([front!, left!, null, null], { texture: true });
    const { min, max } = await openValid(glb);
    expect((max[2]! - min[2]!) / (max[0]! - min[0]!)).toBeCloseTo(0.5, 1);
    expect(notes.map(toEngineText)).toEqual([
      'No image shows the right, so its colors mirror the left.',
      'No image shows the back, so the colors there continue the other images.',
    ]);
  });

  it('front and back alone give an estimated depth, with a note', async () => {
    const [front, , back] = await views(figure, figure, 64);
    const { glb, notes } = await make([front!, null, back!, null], { texture: true });
    await expectValid(glb);
    const { min, max } = await openValid(glb);
    expect(max[2]! - min[2]!).toBeGreaterThan(0.1);
    expect(max[2]! - min[2]!).toBeLessThan(0.8);
    expect(notes.map(toEngineText)).toHaveLength(2);
    expect(toEngineText(notes[0]!)).toMatch(/depth/);
  });

  it('a right view works as well as a left one', async () => {
    const images = await views(
      disc(0.6),
      (x, y) => block(0.3, 0.6)(x, y) || (x > 0 && x < 0.6 && y > 0.3 && y < 0.6),
      64,
    );
    const fromLeft = await shape([images[0]!, images[1]!, null, null]);
    const fromRight = await shape([images[0]!, null, null, images[3]!]);
    expect(fromRight.volume).toBeCloseTo(fromLeft.volume, 2);
    const centre = ({ positions }: { positions: Float32Array }): number =>
      positions.reduce((sum, value, i) => (i % 3 === 2 && positions[i - 1]! < 0.2 ? sum + value : sum), 0);
    expect(Math.sign(centre(fromRight))).toBe(Math.sign(centre(fromLeft)));
  });

  it('a limit below the minimum of a body is raised, with a note', async () => {
    const [front, left, back] = await views(disc(0.6), disc(0.6), 16);
    for (const images of [
      [front!, left!, null, null],
      [front!, null, back!, null],
    ]) {
      const { glb, notes } = await make(images, { faceLimit: 1 });
      const { uvs, textureSize } = await openValid(glb, 12);
      expect([uvs, textureSize]).toEqual([null, 0]);
      expect(toEngineText(notes.at(-1)!)).toBe('A body needs at least 12 faces; 1 were requested.');
    }
  });

  it('opposite views that differ are combined, with a note', async () => {
    const [front, left] = await views(disc(0.6), disc(0.6), 48);
    const { notes } = await make([front!, left!, await cutOut(48, figure), null]);
    expect(toEngineText(notes[0]!)).toBe('The front and back outlines differ. Areas visible in either were kept.');
  });

  it.each<[string, (good: Uint8Array) => (Uint8Array | null)[]]>([
    ['no front', (good) => [null, good, good, good]],
    ['one view', (good) => [good, null, null, null]],
    ['no view', () => [null, null, null, null]],
  ])('rejects %s', async (_, slots) => {
    await expect(make(slots(await cutOut(32, disc(0.6))))).rejects.toMatchObject({
      code: 'empty',
      message: 'At least two views are needed: the front and one more.',
    });
  });

  it.each<[string, string, () => Uint8Array | Promise<Uint8Array>]>([
    ['text', 'not_a_picture', () => Buffer.from('dear diary')],
    ['no bytes', 'empty', () => new Uint8Array()],
    ['one pixel', 'empty', () => full(() => [200, 10, 10], 1)],
    ['one colour', 'empty', () => full(() => [200, 10, 10])],
    ['only subject', 'empty', () => full((x, y) => [5 * x, 5 * y, 255 - 5 * x])],
    ['an empty image', 'empty', () => cutOut(48, disc(0))],
    ['a speck', 'empty', () => cutOut(64, disc(0.03))],
    ['half a file', 'truncated', async () => (await cutOut(300, figure)).subarray(0, 400)],
  ])('rejects a view that is %s, in a sentence that names it', async (_, code, bad) => {
    const good = await cutOut(32, disc(0.6));
    const refusal = make([good, await bad(), null, null]);
    await expect(refusal).rejects.toMatchObject({ name: 'ImageError', code });
    await expect(refusal).rejects.toThrow(/^The left view cannot be used\. [A-Z].*\.$/);
  });

  it('reports every stage in order, with progress that never decreases', async () => {
    const stages: string[] = [];
    let share = -1;
    await multiViewToModel(await views(disc(0.6), disc(0.6), 32), { ...OPTIONS, texture: true }, (next, stage) => {
      expect(next).toBeGreaterThan(share);
      share = next;
      if (stages.at(-1) !== stage) stages.push(stage);
    });
    expect(share).toBe(1);
    expect(stages).toEqual(['read', 'mask', 'shape', 'simplify', 'texture', 'preview', 'write']);
  });
});
