import { toEngineText } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { readAnyModel } from '../../../../src-main/engine/files/model/read-any-model.ts';
import { readGlb } from '../../../../src-main/engine/files/gltf/read-glb.ts';
import { createAsymmetricModel, WORLD_HIGH, WORLD_LOW, WORLD_VOLUME } from '../asymmetric-model.ts';
import { createBendingModel } from '../moving-models.ts';
import { findGltfErrors, measureDocument, poseDocument } from './measure.ts';
import { WRITERS, WRITTEN } from './written.ts';
import { SAMPLES } from '../../../helpers/samples.ts';

const samples = path.join(SAMPLES, 'models');
const PRECISION = 3;
const read = async (name: string) => readGlb(readFileSync(path.join(samples, name)));
/** Samples are not part of the project. */
const hasSamples = existsSync(samples);

test.each(WRITTEN)('a box comes back out of %s where it was, the right way round and of its colours', async (kind) => {
  const file = await WRITERS[kind](await createAsymmetricModel({ vertexColors: kind !== '3mf' }));
  const { document } = await readAnyModel(file);
  const measured = measureDocument(document);
  expect(measured.triangles).toBe(12);
  measured.low.forEach((value, k) => expect(value).toBeCloseTo(WORLD_LOW[k]!, PRECISION));
  measured.high.forEach((value, k) => expect(value).toBeCloseTo(WORLD_HIGH[k]!, PRECISION));
  expect(measured.volume).toBeCloseTo(WORLD_VOLUME, 1);
  expect(await findGltfErrors(document)).toEqual([]);

  const [material] = document.getRoot().listMaterials();
  if (kind === 'stl') return expect(material?.getBaseColorTexture()).toBeNull();
  expect(material?.getBaseColorTexture()?.getSize()).toEqual([4, 4]);
  if (kind === '3mf') return;
  expect(measured.agreeing).toBe(1);
  expect(material?.getNormalTexture()?.getSize()).toEqual([4, 4]);
  expect(material?.getMetallicRoughnessTexture()?.getSize()).toEqual([4, 4]);
  const roughness = kind === 'usdz' || kind === 'glb' || kind === 'gltf' ? 0.5 : 1;
  expect(material?.getRoughnessFactor()).toBeCloseTo(roughness);
});

test.each(['gltf', 'obj', 'fbx for blender', 'fbx for mixamo'] as const)(
  'vertex colours come back out of %s',
  async (kind) => {
    const { document } = await readAnyModel(await WRITERS[kind](await createAsymmetricModel({ vertexColors: true })));
    const [primitive] = document
      .getRoot()
      .listMeshes()
      .flatMap((mesh) => mesh.listPrimitives());
    for (const value of primitive!
      .getAttribute('COLOR_0')!
      .getElement(0, [] as number[])
      .slice(0, 3))
      expect(value).toBeCloseTo(0.5, 1);
  },
);

test.each(['glb', 'gltf', 'usdz', '3mf'] as const)(
  'an image that is mirrored sideways and clamped upwards comes back out of %s',
  async (kind) => {
    const original = await createAsymmetricModel();
    const [mirror, clamp] = [33648, 33071] as const;
    original.getRoot().listMaterials()[0]!.getBaseColorTextureInfo()!.setWrapS(mirror).setWrapT(clamp);
    const { document } = await readAnyModel(await WRITERS[kind](original));
    const info = document.getRoot().listMaterials()[0]!.getBaseColorTextureInfo()!;
    expect([info.getWrapS(), info.getWrapT()]).toEqual([mirror, clamp]);
  },
);

const SEE_THROUGH = WRITTEN.filter((kind) => kind !== 'stl');

test.each(SEE_THROUGH)('a see-through colour comes back out of %s', async (kind) => {
  const original = await createAsymmetricModel();
  const [material] = original.getRoot().listMaterials();
  material!.setBaseColorTexture(null).setAlphaMode('BLEND').setBaseColorFactor([1, 0.5, 0, 0.25]);
  const { document } = await readAnyModel(await WRITERS[kind](original));
  const [read] = document.getRoot().listMaterials();
  expect(read!.getAlphaMode()).toBe('BLEND');
  [1, 0.5, 0, 0.25].forEach((value, k) => expect(read!.getBaseColorFactor()[k]).toBeCloseTo(value, 2));
});

test.each(SEE_THROUGH)('the alpha of an image comes back out of %s, and none of an opaque material', async (kind) => {
  const image = await sharp({ create: { width: 4, height: 4, channels: 4, background: '#c8643280' } })
    .png()
    .toBuffer();
  const keepsMask = ['glb', 'gltf', 'usdz'].includes(kind);
  for (const [mode, alpha] of [
    ['BLEND', 1],
    ['BLEND', 0.5],
    ['MASK', 1],
    ['OPAQUE', 1],
  ] as const) {
    const original = await createAsymmetricModel();
    const [material] = original.getRoot().listMaterials();
    material!.setAlphaMode(mode).setBaseColorFactor([1, 1, 1, alpha]).getBaseColorTexture()!.setImage(image);
    const { document } = await readAnyModel(await WRITERS[kind](original));
    const [read] = document.getRoot().listMaterials();
    const pixels = await sharp(read!.getBaseColorTexture()!.getImage()!).ensureAlpha().raw().toBuffer();
    // 3MF has no factors: they are in its image, whose alpha other programs read.
    if (kind === '3mf') expect(pixels[3]).toBe(mode === 'OPAQUE' ? 255 : Math.round(128 * alpha));
    else expect(read!.getAlphaMode()).toBe(mode === 'MASK' && !keepsMask ? 'BLEND' : mode);
    if (kind !== '3mf' && mode !== 'OPAQUE') expect([pixels[3], read!.getBaseColorFactor()[3]]).toEqual([128, alpha]);
  }
});

test.each(WRITTEN)('a morph target that is on at rest is seen in %s, on a bent skeleton', async (kind) => {
  const original = createBendingModel({ hasShape: true, isBent: true, armatureSize: 10 });
  const [mesh] = original.getRoot().listMeshes();
  const off = measureDocument(original);
  mesh!.setWeights([1]);
  const on = measureDocument(original);
  // The top, which looks to +x, is wider by half a metre on each side.
  expect(on.high[2]! - off.high[2]!).toBeCloseTo(0.5, PRECISION);
  const { document } = await readAnyModel(await WRITERS[kind](original));
  const { low, high } = measureDocument(document);
  on.low.forEach((value, k) => expect(low[k]).toBeCloseTo(value, PRECISION));
  on.high.forEach((value, k) => expect(high[k]).toBeCloseTo(value, PRECISION));
  const read = document.getRoot().listMeshes()[0]!;
  const keepsTargets = kind.startsWith('fbx') || kind.startsWith('gl');
  expect(read.listPrimitives()[0]!.listTargets()).toHaveLength(keepsTargets ? 1 : 0);
  expect(read.getWeights()).toEqual(keepsTargets ? [1] : []);
});

test.skipIf(!hasSamples).each(WRITTEN)('the probe keeps its size, place, front and pictures in %s', async (kind) => {
  const original = await read('probe.glb');
  const before = measureDocument(original);
  const { document, notes } = await readAnyModel(await WRITERS[kind](original));
  const after = measureDocument(document);
  expect(after.triangles).toBe(before.triangles);
  after.low.forEach((value, k) => expect(value).toBeCloseTo(before.low[k]!, PRECISION));
  after.high.forEach((value, k) => expect(value).toBeCloseTo(before.high[k]!, PRECISION));
  expect(after.volume).toBeCloseTo(before.volume, 2);
  expect(await findGltfErrors(document)).toEqual([]);
  if (kind === 'stl') return;
  expect(notes.map(toEngineText)).toEqual([]);
  expect(after.materials.map((line) => line.split(' ').slice(1))).toEqual(
    before.materials.map((line) => line.split(' ').slice(1)),
  );
});

test.skipIf(!hasSamples).each(['fbx for blender', 'fbx for 3dsmax', 'gltf'] as const)(
  'the Fox keeps its skeleton and clips in %s',
  async (kind) => {
    const original = await read('Fox.glb');
    const { document } = await readAnyModel(await WRITERS[kind](original));
    const [before, after] = [original, document].map((each) => each.getRoot()) as [
      ReturnType<typeof original.getRoot>,
      ReturnType<typeof original.getRoot>,
    ];
    // Joints that no point hangs from are no joints in FBX, but bones still.
    const names = (root: typeof before) =>
      root
        .listNodes()
        .map((node) => node.getName())
        .sort();
    expect(after.listSkins()[0]!.listJoints().length).toBeGreaterThanOrEqual(22);
    expect(names(after)).toEqual(expect.arrayContaining(names(before).filter((name) => name.startsWith('b_'))));
    const clips = (root: typeof before) =>
      root
        .listAnimations()
        .map((clip) => clip.getName())
        .sort();
    expect(clips(after)).toEqual(clips(before));
    const [rest, bound] = [original, document].map(measureDocument) as [
      ReturnType<typeof measureDocument>,
      ReturnType<typeof measureDocument>,
    ];
    bound.low.forEach((value, k) => expect(value).toBeCloseTo(rest.low[k]!, 2));
    bound.high.forEach((value, k) => expect(value).toBeCloseTo(rest.high[k]!, 2));
    expect(await findGltfErrors(document)).toEqual([]);

    // Half a second into its walk it stands as the original does.
    const poses = [original, document].map((each) => {
      poseDocument(each, (name) => name === 'Walk', 0.5);
      return measureDocument(each);
    });
    const size = poses[0]!.high[2]! - poses[0]!.low[2]!;
    poses[1]!.low.forEach((value, k) => expect(Math.abs(value - poses[0]!.low[k]!)).toBeLessThan(size * 0.01));
    expect(Math.abs(poses[0]!.high[2]! - rest.high[2]!)).toBeGreaterThan(size * 0.001);
  },
);
