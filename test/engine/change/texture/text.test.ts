import { toEngineText } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { hasPaintableUvs } from '../../../../src-main/engine/change/texture/body/has-paintable-uvs.ts';
import { makeTile } from '../../../../src-main/engine/change/texture/painters/make-tile.ts';
import { parseTexturePrompt } from '../../../../src-main/engine/change/texture/painters/parse-texture-prompt.ts';
import { listSurfaces } from '../../../../src-main/engine/base/document/list-surfaces.ts';
import { toGlb } from '../../../../src-main/engine/files/gltf/to-glb.ts';
import { buildGlb, buildModel, makeBall, move, writeValid } from '../../base/mesh/build-model.ts';
import { createNoise } from '../../make/one-view/pictures.ts';
import { difference, lookAround, meanOf, readBase, retexture } from './looks.ts';

const RED = [192, 40, 45];
const WHITE = [240, 239, 236];
const GOLD = [240, 185, 60];

describe('parseTexturePrompt', () => {
  test.each([
    ['a wooden table', { finish: { pattern: 'wood', metallic: 0 }, print: null, second: null, wear: null }],
    ['red metal', { finish: { color: RED, metallic: 1, roughness: 0.35 } }],
    ['shiny red plastic', { finish: { color: RED, roughness: 0.12 } }],
    ['red and white striped', { finish: { color: RED }, print: 'stripes', second: WHITE }],
    ['red with white stripes', { finish: { color: RED }, print: 'stripes', second: WHITE }],
    ['white dots on red', { finish: { color: RED }, print: 'dots', second: WHITE }],
    ['wood with red stripes', { finish: { pattern: 'wood' }, print: 'stripes', second: RED }],
    ['wood with gold stripes', { finish: { pattern: 'wood' }, print: 'stripes', second: GOLD }],
    ['checkered', { print: 'checks', second: null }],
    ['red rusty metal with stripes', { finish: { color: RED, metallic: 1 }, print: 'stripes', wear: { share: 0.6 } }],
    ['not rusty metal', { finish: { metallic: 1 }, wear: null }],
    ['a knight without a helmet, red and gold', { finish: { color: RED, metallic: 1 } }],
    ['without a hat, red', { finish: { color: RED } }],
    ['red with white stripes and blue dots', { finish: { color: RED }, print: 'stripes', second: WHITE }],
    ['red with stripes', { finish: { color: RED }, print: 'stripes', second: null }],
    ['wood with red patches', { finish: { pattern: 'wood' }, print: null, second: RED }],
    ['glass', { finish: { alpha: 0.35 } }],
    ['neon', { finish: { glow: 0.9 } }],
    ['红色 木头', { finish: { color: RED, pattern: 'wood' } }],
  ])('reads “%s”', (text, look) => {
    expect(parseTexturePrompt(text).look).toMatchObject(look);
  });

  test('notes which words were understood, unknown or ignored', () => {
    expect(parseTexturePrompt('a hyperreal golden dragon with blue and green dots').notes.map(toEngineText)).toEqual([
      'Understood: golden, blue, green, dots.',
      'Not understood and ignored: “hyperreal”.',
      'A texture covers the whole model, so names of objects were ignored: “dragon”.',
    ]);
    expect(parseTexturePrompt('blue, not red').notes.map(toEngineText)).toContain(
      'Read as unwanted and omitted: “red”.',
    );
    expect(parseTexturePrompt('red with white stripes and blue dots').notes.map(toEngineText)).toEqual([
      'Understood: red, white, stripes.',
      'A texture has one pattern of two colors, so these were ignored: “blue dots”.',
    ]);
    expect(parseTexturePrompt('gold and wood').notes.map(toEngineText)).toContain(
      'A texture has one material. The first was used.',
    );
  });
});

describe('a texture from a text', () => {
  const paint = async (text: string, seed = 0, isPbr = true) =>
    (
      await retexture(
        await buildGlb({ ball: makeBall(12) }, { isTextured: true }),
        { kind: 'text', text, seed },
        { isPbr },
      )
    ).document;

  test('has the described colour, metalness and roughness in a valid model', async () => {
    const document = await paint('golden bricks');
    await writeValid(document);
    const [material] = document.getRoot().listMaterials();
    expect(material!.getMetallicFactor()).toBe(1);
    expect(material!.getMetallicRoughnessTexture()).toBeNull();
    const plain = await paint('matte blue', 0, true);
    const own = plain.getRoot().listMaterials()[0]!;
    expect([own.getMetallicFactor(), own.getNormalTexture()]).toEqual([0, null]);
    expect(own.getRoughnessFactor()).toBeCloseTo(0.9, 2);
    for (const view of await lookAround(plain)) expect(difference(meanOf(view), [44, 95, 179])).toBeLessThan(6);
  });

  test('has maps of roughness, metalness and normals for rust in patches', async () => {
    const [material] = (await paint('rusty iron')).getRoot().listMaterials();
    expect(material!.getMetallicRoughnessTexture()).not.toBeNull();
    expect(material!.getNormalTexture()).not.toBeNull();
  });

  test('is reproducible for a seed and differs between seeds', async () => {
    const [a, b, c] = await Promise.all([paint('rusty iron', 4), paint('rusty iron', 4), paint('rusty iron', 5)]);
    expect(await toGlb(a)).toEqual(await toGlb(b));
    expect((await readBase(a)).data.equals((await readBase(c)).data)).toBe(false);
  });

  test('is transparent for glass and emissive for neon', async () => {
    const [glass] = (await paint('blue glass')).getRoot().listMaterials();
    expect([glass!.getAlphaMode(), glass!.getBaseColorFactor()[3]]).toEqual(['BLEND', 0.75]);
    const [neon] = (await paint('neon')).getRoot().listMaterials();
    expect(neon!.getEmissiveFactor()[0]).toBeCloseTo(0.9);
  });
});

test('an alpha mask is kept', async () => {
  const document = await buildModel({ ball: makeBall(12) }, { isTextured: true });
  const half = Buffer.from(Uint8Array.from({ length: 4 * 64 }, (_, i) => (i % 4 === 3 && i >= 128 ? 0 : 200)));
  const image = await sharp(half, { raw: { width: 8, height: 8, channels: 4 } })
    .png()
    .toBuffer();
  const [material] = document.getRoot().listMaterials();
  material!.setAlphaMode('MASK').getBaseColorTexture()!.setImage(new Uint8Array(image));
  const painted = (await retexture(await toGlb(document), { kind: 'text', text: 'green', seed: 0 })).document;
  await writeValid(painted);
  const [own] = painted.getRoot().listMaterials();
  expect(own!.getAlphaMode()).toBe('MASK');
  const { data, info } = await sharp(own!.getBaseColorTexture()!.getImage()!)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const alphaAt = (y: number): number => data[info.channels * (y * info.width + info.width / 2) + 3]!;
  expect([alphaAt(info.height / 4), alphaAt((3 * info.height) / 4)]).toEqual([255, 0]);
});

test('a transparent material without a texture stays transparent', async () => {
  const document = await buildModel({ ball: makeBall(8) }, { isTextured: true });
  const [material] = document.getRoot().listMaterials();
  material!.setBaseColorTexture(null).setBaseColorFactor([1, 1, 1, 0.3]).setAlphaMode('BLEND');
  const painted = await retexture(await toGlb(document), { kind: 'text', text: 'green', seed: 0 }, { size: 64 });
  const [own] = painted.document.getRoot().listMaterials();
  expect(own!.getAlphaMode()).toBe('BLEND');
  const { channels } = await sharp(own!.getBaseColorTexture()!.getImage()!).stats();
  expect([channels[3]!.min, channels[3]!.max]).toEqual([77, 77]);
});

test('the error for too many triangles without UVs suggests decimation', async () => {
  const glb = await buildGlb({ ball: makeBall(230) });
  await expect(retexture(glb, { kind: 'text', text: 'green', seed: 0 })).rejects.toThrow(
    /has [\d,]+ triangles and needs new UVs\. At most 200,000 can be unwrapped\. Decimate it first\./,
  );
});

test('a tile is seamless', () => {
  const noise = createNoise(3);
  // Red increases to the right, green downwards.
  const ramps = Uint8Array.from({ length: 4 * 60 * 40 }, (_, i) => {
    const pixel = Math.floor(i / 4);
    return (i % 4 === 0 ? (pixel % 60) * 4 : Math.floor(pixel / 60) * 6) + noise() * 8;
  });
  const { width, height, rgb } = makeTile({ width: 60, height: 40, data: ramps });
  expect([width, height]).toEqual([51, 34]);
  const seams = [
    ...Array.from({ length: height }, (_, y) => rgb[3 * y * width]! - rgb[3 * (y * width + width - 1)]!),
    ...Array.from({ length: width }, (_, x) => rgb[3 * x + 1]! - rgb[3 * ((height - 1) * width + x) + 1]!),
  ];
  expect(Math.max(...seams.map(Math.abs))).toBeLessThan(40);
});

test('UVs without overlaps can be painted', async () => {
  const ball = makeBall(12);
  const lists = (...pieces: (typeof ball)[]) => pieces.map(({ uvs }) => uvs);
  const surfaces = listSurfaces(await buildModel({ a: ball, b: move(ball, [3, 0, 0]) }, { isTextured: true }));
  expect(hasPaintableUvs(surfaces.slice(0, 1), lists(ball))).toBe(true);
  // The UVs of both overlap.
  expect(hasPaintableUvs(surfaces, lists(ball, ball))).toBe(false);
  // All UVs at one point, as in models that sample a palette.
  expect(hasPaintableUvs(surfaces.slice(0, 1), [new Float32Array(ball.uvs.length).fill(0.5)])).toBe(false);
});
