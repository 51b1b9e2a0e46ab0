import { toEngineText } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { encodePng } from '../../../../src-main/engine/base/image/encode-png.ts';
import { renderOrthographic } from '../../../../src-main/engine/base/render/render-orthographic.ts';
import { VIEW_NAMES } from '../../../../src-main/engine/base/views/view-name.ts';
import { readGlb } from '../../../../src-main/engine/files/gltf/read-glb.ts';
import { readImage } from '../../../../src-main/engine/base/image/read-image.ts';
import type { RetextureResult } from '../../../../src-main/engine/change/texture/retexture-model.ts';
import { drawPattern } from '../../../../src-main/engine/base/material/pattern-images.ts';
import { compareImages } from '../../../helpers/images/compare-images.ts';
import { cutOut, disc } from '../../make/one-view/pictures.ts';
import { buildGlb, buildModel, makeBall, move, turnProfile, writeValid } from '../../base/mesh/build-model.ts';
import { BLUE, GREEN, RED, YELLOW } from '../../make/multi-view/subjects.ts';
import { toGlb } from '../../../../src-main/engine/files/gltf/to-glb.ts';
import { difference, drawLettering, lookAround, meanOf, readBase, readShape, retexture } from './looks.ts';

const COLORS = [RED, GREEN, BLUE, YELLOW] as const;
const fourColors = async () => ({
  kind: 'views' as const,
  images: await Promise.all(COLORS.map((color) => cutOut(64, disc(0.8), color))),
});

describe('four images on a ball with UVs', () => {
  let glb: Uint8Array;
  let result: RetextureResult;
  beforeAll(async () => {
    glb = await buildGlb({ ball: makeBall(16) }, { isTextured: true, isSkinned: true });
    result = await retexture(glb, await fourColors(), { size: 256 });
  });

  test('appear on their sides', async () => {
    const views = await lookAround(result.document);
    const differences = views.map((view, i) => difference(meanOf(view), COLORS[i]!));
    expect(Math.max(...differences)).toBeLessThan(12);
  });

  test('blend without hard seams', async () => {
    const { data, size } = await readBase(result.document);
    // The middle row goes around the ball.
    const row = data.subarray(3 * size * (size / 2), 3 * size * (size / 2 + 1));
    const jumps = Array.from({ length: size - 1 }, (_, x) =>
      difference([row[3 * x]!, row[3 * x + 1]!, row[3 * x + 2]!], [row[3 * x + 3]!, row[3 * x + 4]!, row[3 * x + 5]!]),
    );
    expect(Math.max(...jumps)).toBeGreaterThan(5);
    expect(Math.max(...jumps)).toBeLessThan(30);
  });

  test('keep geometry, UVs, skin, clip and names', async () => {
    const before = await readGlb(glb);
    const after = await readGlb(await writeValid(result.document));
    expect(readShape(after)).toEqual(readShape(before));
    expect(result.notes.map(toEngineText)).toEqual([]);
    const [clip] = after.getRoot().listAnimations();
    expect(clip!.listSamplers()[0]!.getOutput()!.getArray()).toEqual(
      before.getRoot().listAnimations()[0]!.listSamplers()[0]!.getOutput()!.getArray(),
    );
    expect(
      after
        .getRoot()
        .listSkins()[0]!
        .listJoints()
        .map((joint) => joint.getName()),
    ).toEqual(['root', 'tip']);
    expect(
      after
        .getRoot()
        .listMaterials()
        .map((material) => material.getName()),
    ).toEqual(['skin']);
  });
});

test('the views of a textured model, projected onto its untextured copy, reproduce the views', async () => {
  const snowman = turnProfile(24, 24, (h) => Math.sqrt(Math.max(0, 0.25 - (Math.abs(h) - 0.5) ** 2)) + 0.02);
  const textured = await buildModel({ snowman }, { isTextured: true });
  const views = await renderOrthographic(textured, VIEW_NAMES, 128, 'none');
  const images = await Promise.all(views.map(encodePng));
  const bare = await buildGlb({ snowman });
  const { document, notes } = await retexture(bare, { kind: 'views', images }, { size: 256, isPbr: true });
  await writeValid(document);
  expect(notes.map(toEngineText)).toContain('The UVs were missing or overlapped, so the model was unwrapped again.');
  const [material] = document.getRoot().listMaterials();
  expect(material!.getNormalTexture()).not.toBeNull();
  expect(material!.getMetallicRoughnessTexture()).not.toBeNull();
  for (const [i, view] of (await renderOrthographic(document, VIEW_NAMES, 128, 'none')).entries()) {
    const { psnr, overlap } = await compareImages(view, views[i]!);
    expect(overlap).toBeGreaterThan(0.97);
    expect(psnr).toBeGreaterThan(24);
  }
});

test('an occluded part does not take the colours of the part in front of it', async () => {
  // A small ball behind a large one: the front image shows the large one only.
  const glb = await buildGlb({ large: makeBall(16), small: move(makeBall(12), [0, 0, -2.2]) });
  const views = await fourColors();
  const { document } = await retexture(glb, views);
  const small = document
    .getRoot()
    .listNodes()
    .find((node) => node.getName() === 'small')!;
  document
    .getRoot()
    .listNodes()
    .find((node) => node.getName() === 'large')!
    .setMesh(null);
  expect(small.getMesh()).not.toBeNull();
  const [front] = await lookAround(document);
  const [r, g, b] = meanOf(front!, 0.2);
  expect(r - Math.max(g, b)).toBeLessThan(60);
});

describe('one image', () => {
  test('appears on the front, without its lettering on the back', async () => {
    const { document, notes } = await retexture(await buildGlb({ ball: makeBall(16) }), {
      kind: 'image',
      image: await drawLettering(),
    });
    const white = ({ data }: { data: Uint8Array }) => {
      let count = 0;
      for (let i = 0; i < data.length; i += 4) if (data[i + 3]! > 250 && data[i]! > 160) count++;
      return count;
    };
    const [front, , back] = await lookAround(document);
    expect(white(front!)).toBeGreaterThan(100);
    expect(white(back!)).toBe(0);
    expect(difference(meanOf(back!), [47, 111, 208])).toBeLessThan(12);
    expect(notes.map(toEngineText).join(' ')).toContain('One image shows the front only');
  });

  test('without a subject is tiled as a material', async () => {
    const image = (await drawPattern('brick', 1, 64)).light;
    const { document, notes } = await retexture(await buildGlb({ ball: makeBall(16) }), { kind: 'image', image });
    const expected = meanOf(await readImage(image), 1);
    for (const view of await lookAround(document)) expect(difference(meanOf(view, 0.7), expected)).toBeLessThan(14);
    expect(toEngineText(notes[0]!)).toBe(
      'The image shows no single subject, so it was tiled over the whole model as a material.',
    );
  });

  test('with another aspect ratio is stretched or keeps it', async () => {
    const long = turnProfile(24, 24, (h) => 0.3 * Math.sqrt(1 - h * h));
    const source = { kind: 'image' as const, image: await drawLettering() };
    const letters = async (keepsAspect: boolean) => {
      const { document, notes } = await retexture(await buildGlb({ long }), source, { keepsAspect });
      const [front] = await lookAround(document);
      let [left, right] = [96, 0];
      for (let i = 0; i < front!.data.length; i += 4) {
        if (front!.data[i]! < 160 || front!.data[i + 3]! < 250) continue;
        left = Math.min(left, (i / 4) % 96);
        right = Math.max(right, (i / 4) % 96);
      }
      return { width: right - left, notes: notes.map(toEngineText).join(' ') };
    };
    const [stretched, kept] = [await letters(false), await letters(true)];
    expect(kept.width).toBeGreaterThan(2 * stretched.width);
    expect(stretched.notes).toContain('were stretched to fit');
    expect(kept.notes).not.toContain('were stretched');
  });
});

test('delighting removes the lighting of the images', async () => {
  const ball = { ball: makeBall(16) };
  const lit = await renderOrthographic(await buildModel(ball), VIEW_NAMES, 96, 'soft');
  const source = { kind: 'views' as const, images: await Promise.all(lit.map(encodePng)) };
  const deviation = async (isDelighted: boolean) => {
    const { document } = await retexture(await buildGlb(ball), source, { isDelighted });
    const [front] = await lookAround(document);
    const values: number[] = [];
    for (let i = 0; i < front!.data.length; i += 4) if (front!.data[i + 3]! > 250) values.push(front!.data[i]!);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
  };
  expect(await deviation(true)).toBeLessThan(0.6 * (await deviation(false)));
});

describe('materials and parts', () => {
  const twoMaterials = async () => {
    const document = await buildModel({ one: makeBall(12), two: move(makeBall(12), [3, 0, 0]) }, { isTextured: true });
    const second = document.getRoot().listMeshes()[1]!.listPrimitives()[0]!;
    second.setMaterial(document.createMaterial('other').setBaseColorFactor([0, 1, 0, 1]).setDoubleSided(true));
    return toGlb(document);
  };

  test('each material gets its own texture set, and isOneSet merges them', async () => {
    const glb = await twoMaterials();
    const source = { kind: 'text' as const, text: 'red wood', seed: 0 };
    const two = (await retexture(glb, source)).document.getRoot();
    expect(two.listMaterials().map((each) => [each.getName(), each.getDoubleSided()])).toEqual([
      ['skin', false],
      ['other', true],
    ]);
    const one = await retexture(glb, source, { isOneSet: true });
    await writeValid(one.document);
    expect(one.document.getRoot().listMaterials()).toHaveLength(1);
    expect(one.document.getRoot().listTextures()).toHaveLength(1);
    expect(one.notes.map(toEngineText)).toContain(
      'The 2 materials were painted in one texture, so the model was unwrapped again.',
    );
  });

  test('only the named parts are painted', async () => {
    const glb = await twoMaterials();
    const { document } = await retexture(glb, { kind: 'text', text: 'gold', seed: 0 }, { partNames: ['one'] });
    const materialOf = (name: string) =>
      document
        .getRoot()
        .listMeshes()
        .find((mesh) => mesh.getName() === name)!
        .listPrimitives()[0]!
        .getMaterial()!;
    expect(materialOf('one').getBaseColorTexture()).not.toBeNull();
    expect(materialOf('two').getBaseColorFactor()).toEqual([0, 1, 0, 1]);
    await expect(retexture(glb, { kind: 'keep' }, { partNames: ['hat'] })).rejects.toThrow('no part “hat”');
  });

  test('each scene is painted as a separate body', async () => {
    const document = await buildModel({ near: makeBall(16), far: move(makeBall(16), [50, 0, 0]) });
    const [near, far] = document.getRoot().listNodes();
    const other = document.createScene('other').addChild(far!);
    document.getRoot().listScenes()[0]!.removeChild(far!);
    document.getRoot().setDefaultScene(document.getRoot().listScenes()[0]!);
    expect(near!.getName()).toBe('near');
    const result = (await retexture(await toGlb(document), await fourColors())).document;
    const scenes = result.getRoot().listScenes();
    expect(scenes).toHaveLength(2);
    result.getRoot().setDefaultScene(scenes.find((scene) => scene.getName() === other.getName())!);
    const views = await lookAround(result);
    expect(Math.max(...views.map((view, i) => difference(meanOf(view), COLORS[i]!)))).toBeLessThan(12);
  });

  test('without a prompt the model keeps its colours and gets a normal map', async () => {
    const before = await buildModel({ ball: makeBall(16) }, { isTextured: true });
    const { document, notes } = await retexture(await toGlb(before), { kind: 'keep' }, { isPbr: true });
    await writeValid(document);
    const [viewsBefore, viewsAfter] = [await lookAround(before), await lookAround(document)];
    expect((await compareImages(viewsBefore[0]!, viewsAfter[0]!)).psnr).toBeGreaterThan(30);
    expect(document.getRoot().listMaterials()[0]!.getNormalTexture()).not.toBeNull();
    expect(toEngineText(notes[0]!)).toContain('Without texture_prompt');
  });

  test('source none replaces all materials with one plain material', async () => {
    const { document } = await retexture(await twoMaterials(), { kind: 'none' });
    await writeValid(document);
    expect(document.getRoot().listTextures()).toEqual([]);
    expect(document.getRoot().listMaterials()).toHaveLength(1);
  });
});

test('the error for a view without a subject names the view', async () => {
  const { images } = await fourColors();
  const wood = (await drawPattern('wood', 1, 64)).light;
  await expect(
    retexture(await buildGlb({ ball: makeBall(8) }), { kind: 'views', images: [...images.slice(0, 3), wood] }),
  ).rejects.toThrow('The right view cannot be used.');
});
