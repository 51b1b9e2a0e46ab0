import { toEngineText } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import type { Document } from '@gltf-transform/core';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Lab } from '../../../../src-main/engine/base/color/oklab.ts';
import { preserveColorName } from '../../../../src-main/engine/base/color/preserve-color-name.ts';
import { toLab } from '../../../../src-main/engine/base/style/oklab-image.ts';
import { readGlb } from '../../../../src-main/engine/files/gltf/read-glb.ts';
import { refineModel } from '../../../../src-main/engine/change/refine/refine-model.ts';
import { buildScene } from '../../../../src-main/engine/make/text/scene/build-scene.ts';
import { restyleScenes } from '../../../../src-main/engine/make/text/restyle-scenes.ts';
import type { SceneObject } from '../../../../src-main/engine/make/text/scene/scene.ts';
import { textToImage, type TextToImageOptions } from '../../../../src-main/engine/make/text/text-to-image.ts';
import { textToModel, type TextToModelOptions } from '../../../../src-main/engine/make/text/text-to-model.ts';
import { lookAround, meanOf, readShape } from '../../change/texture/looks.ts';

/** Style images: greens with their mean colour, and a violet. */
const GREENS =
  '<rect width="64" height="64" fill="#385"/><rect y="32" width="64" height="16" fill="#5a7"/><rect y="48" width="64" height="16" fill="#264"/>';
const MEAN_GREEN = [0x38, 0x84, 0x57] as const;
const VIOLET = '<rect width="64" height="64" fill="#7030a0"/>';
const silent = (): void => undefined;

const MODEL_OPTIONS: TextToModelOptions = {
  modelSeed: 0,
  imageSeed: 0,
  textureSeed: 0,
  negativePrompt: '',
  detail: 0.5,
  isTextured: true,
  isPbr: true,
  hasUvs: true,
  isInParts: false,
  patternSize: 64,
  faceLimit: null,
  isForQuads: false,
  compress: '',
  isPrintCheckWanted: false,
  previewSize: 64,
};
const IMAGE_OPTIONS: TextToImageOptions = {
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

let greens: Uint8Array;
let violet: Uint8Array;
beforeAll(async () => {
  const draw = (inner: string) =>
    sharp(Buffer.from(`<svg width="64" height="64">${inner}</svg>`))
      .png()
      .toBuffer();
  [greens, violet] = await Promise.all([draw(GREENS), draw(VIOLET)]);
});

const make = async (prompt: string, style: Uint8Array | null, options: Partial<TextToModelOptions> = {}) => {
  const { model, notes } = await textToModel(prompt, { ...MODEL_OPTIONS, ...options, style }, silent);
  return { model, notes, document: await readGlb(model) };
};
const frontMean = async (document: Document) => meanOf((await lookAround(document))[0]!, 1);
const labOf = ([r, g, b]: readonly [number, number, number]): Lab =>
  toLab(Math.round(r), Math.round(g), Math.round(b), [0, 0, 0]);
/** Returns the distance of two colours in a and b of OKLab, ignoring lightness. */
const tintDistance = (a: readonly [number, number, number], b: readonly [number, number, number]): number => {
  const [one, other] = [labOf(a), labOf(b)];
  return Math.hypot(one[1] - other[1], one[2] - other[2]);
};
const hueOf = (lab: Lab): number => (Math.atan2(lab[2], lab[1]) * 180) / Math.PI;
const finishesOf = async (prompt: string, style: Uint8Array): Promise<[before: SceneObject, after: SceneObject]> => {
  const { scene } = buildScene(prompt, { modelSeed: 0, imageSeed: 0, negativePrompt: '', detail: 0.5 });
  const { scenes } = await restyleScenes([scene], style, 0);
  return [scene.objects[0]!, scenes[0]!.objects[0]!];
};

describe('a scene in the colours of a style image', () => {
  it.each(['a chair', 'a wooden table', 'a house and a tree', 'a knight', 'a brick wall'])(
    'of “%s” comes close to the mean colour of the style, in the same shape',
    async (prompt) => {
      const [plain, styled] = [await make(prompt, null), await make(prompt, greens)];
      const before = tintDistance(await frontMean(plain.document), MEAN_GREEN);
      const after = tintDistance(await frontMean(styled.document), MEAN_GREEN);
      expect(before).toBeGreaterThan(0.07);
      expect(after).toBeLessThan(0.4 * before);
      expect(readShape(styled.document)).toEqual(readShape(plain.document));
      expect(styled.notes.map(toEngineText)).toContain('The colors of the scene come from style_image.');
      expect(plain.notes.map(toEngineText).join()).not.toContain('style_image');
    },
  );

  it('weights colours by surface area', async () => {
    // A large object and tiny ones: the large one adopts the mean colour of the style.
    const { scene } = buildScene('a huge cube and three tiny stars', { ...MODEL_OPTIONS, detail: 0.5 });
    const { scenes } = await restyleScenes([scene], greens, 0);
    const colors = scenes[0]!.objects.map(({ finishes }) => [...finishes.values()][0]!.color);
    expect(tintDistance(colors[0]!, MEAN_GREEN)).toBeLessThan(0.02);
    expect(tintDistance(colors[1]!, MEAN_GREEN)).toBeGreaterThan(0.04);
  });

  it('keeps the properties of its materials except for the colour, and is deterministic', async () => {
    const [one, other] = [await make('a glass lamp', violet), await make('a glass lamp', violet)];
    expect(Buffer.from(one.model).equals(other.model)).toBe(true);
    const [before, after] = await finishesOf('a glass lamp', violet);
    for (const [slot, { color: _, ...rest }] of before.finishes) {
      expect(after.finishes.get(slot)).toMatchObject(rest);
    }
  });

  it.each([
    ['a red mug', 'body'],
    ['a golden trophy', 'body'],
    ['a pale blue bird', 'body'],
    ['a red striped ball', 'body'],
  ])('keeps %s recognisable with any style', async (prompt, slot) => {
    for (const style of [greens, violet]) {
      const [before, after] = await finishesOf(prompt, style);
      const name = before.named.has(slot) ? slot : [...before.named][0]!;
      const [was, is] = [labOf(before.finishes.get(name)!.color), labOf(after.finishes.get(name)!.color)];
      expect(is).not.toEqual(was);
      expect(Math.abs(hueOf(is) - hueOf(was))).toBeLessThan(10);
      expect(Math.hypot(is[1], is[2])).toBeGreaterThan(0.7 * Math.hypot(was[1], was[2]));
    }
  });

  it('notes that colours named in the prompt keep their names', async () => {
    const said = 'Colors named in the prompt follow style_image only as far as they still match their names.';
    expect((await make('a red mug', greens)).notes.map(toEngineText)).toContain(said);
    expect((await make('a house with a red roof', greens)).notes.map(toEngineText)).toContain(said);
    expect((await make('a golden mug', greens)).notes.map(toEngineText)).toContain(said);
    expect((await make('a mug', greens)).notes.map(toEngineText)).not.toContain(said);
    expect((await make('a wooden mug', greens)).notes.map(toEngineText)).not.toContain(said);
  });

  it('has patterns in the colours of the style, which refineModel redraws at a higher resolution', async () => {
    const { document, model } = await make('a checkered cube', greens);
    const pixels = async (of: Document) => {
      const texture = of.getRoot().listMaterials()[0]!.getBaseColorTexture()!;
      return { edge: texture.getSize()![0], ...(await sharp(texture.getImage()!).stats()) };
    };
    expect(document.getRoot().listMaterials()[0]!.getBaseColorFactor()).toEqual([1, 1, 1, 1]);
    const { channels, edge } = await pixels(document);
    const [r, g, b] = channels.map(({ mean }) => mean);
    expect(g! - r!).toBeGreaterThan(25);
    expect(g! - b!).toBeGreaterThan(15);
    expect(channels[1]!.max - channels[1]!.min).toBeGreaterThan(60);

    const refined = await pixels((await refineModel(model, silent)).document);
    expect([edge, refined.edge]).toEqual([64, 1024]);
    refined.channels.forEach(({ mean }, c) => expect(mean).toBeCloseTo(channels[c]!.mean, -1));
  });

  it('is rendered as an image on the requested background', async () => {
    const draw = async (style: Uint8Array | null, template: TextToImageOptions['template'] = null) => {
      const prompt = 'a chair on a yellow background';
      const { image, notes } = await textToImage(prompt, { ...IMAGE_OPTIONS, style, template }, silent);
      return { notes, data: await sharp(image).removeAlpha().raw().toBuffer() };
    };
    const [plain, styled] = [await draw(null), await draw(greens)];
    const row = 3 * IMAGE_OPTIONS.width;
    expect(styled.data.subarray(0, row).equals(plain.data.subarray(0, row))).toBe(true);
    expect(styled.data.equals(plain.data)).toBe(false);
    expect(styled.notes.map(toEngineText)).toContain('The colors of the scene come from style_image.');
    expect(styled.notes.map(toEngineText).join()).not.toContain('keep their names');

    const variants = await draw(greens, 'variants');
    expect(variants.notes.filter((note) => toEngineText(note).includes('style_image'))).toHaveLength(1);
  });

  it.each([
    ['is not an image', () => Promise.resolve(Buffer.from('dear diary')), /^The style image cannot be used\./],
    [
      'is transparent',
      () =>
        sharp({ create: { width: 8, height: 8, channels: 4, background: '#0000' } })
          .png()
          .toBuffer(),
      /^The style image cannot be used\./,
    ],
    ['is truncated', () => Promise.resolve(Buffer.from(greens.subarray(0, 60))), /^The style image cannot be used\./],
  ])('is rejected if the style %s', async (_, file, sentence) => {
    const style = await file();
    await expect(make('a chair', style)).rejects.toThrow(sentence);
    await expect(textToImage('a chair', { ...IMAGE_OPTIONS, style }, silent)).rejects.toThrow(sentence);
  });

  it('accepts a single pixel as a style of one colour', async () => {
    const pixel = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#7030a0' } })
      .png()
      .toBuffer();
    const mean = await frontMean((await make('a chair', pixel)).document);
    expect(tintDistance(mean, [0x70, 0x30, 0xa0])).toBeLessThan(0.03);
  });
});

describe('preserveColorName', () => {
  const red = labOf([0xc0, 0x28, 0x2d]);

  it('leaves similar colours unchanged', () => {
    const near: Lab = [red[0] + 0.03, 0.95 * red[1], 0.95 * red[2]];
    preserveColorName(red, near).forEach((value, c) => expect(value).toBeCloseTo(near[c]!, 9));
  });

  it('moves towards another colour only as far as the name allows', () => {
    const kept = preserveColorName(red, [0.9, -0.1, 0.05]);
    expect(kept[0]).toBeCloseTo(red[0] + 0.06, 9);
    expect(Math.abs(hueOf(kept) - hueOf(red))).toBeCloseTo(8, 6);
    expect(Math.hypot(kept[1], kept[2])).toBeCloseTo(0.75 * Math.hypot(red[1], red[2]), 9);
  });

  it('lets greys take a slight tint of any hue', () => {
    const kept = preserveColorName([0.95, 0, 0.004], [0.5, 0.1, -0.2]);
    expect(Math.hypot(kept[1], kept[2])).toBeCloseTo(0.03, 9);
    expect(hueOf(kept)).toBeCloseTo(hueOf([0, 0.1, -0.2]), 6);
    expect(kept[0]).toBeCloseTo(0.89, 9);
  });
});
