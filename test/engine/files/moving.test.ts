import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Document, vec3, vec4 } from '@gltf-transform/core';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, test, vi } from 'vitest';
import { writeFbx } from '../../../src-main/engine/files/fbx/write/write-fbx.ts';
import { writeUsdz } from '../../../src-main/engine/files/usd/write/write-usdz.ts';
import { readGlb } from '../../../src-main/engine/files/gltf/read-glb.ts';
import { unzip } from './asymmetric-model.ts';
import { createBendingModel, createRollingModel } from './moving-models.ts';
import { getNode, getNumbers, readFbx } from './read-fbx.ts';
import { readFbxScene } from './read-fbx-scene.ts';
import { boxDifference, playFbx, playGltf, playUsdz, type PlayedClip } from './play-with-three.ts';
import { SAMPLES } from '../../helpers/samples.ts';

const SHARES = [0, 0.1, 0.25, 0.37, 0.5, 0.75, 0.99, 1];
const PRESETS = [
  ['blender', 1],
  ['3dsmax', 100],
  ['mixamo', 100],
] as const;
const FOX = path.join(SAMPLES, 'models/Fox.glb');

const MODELS: readonly (readonly [string, () => Document])[] = [
  ['a bending cylinder', () => createBendingModel()],
  ['one below a small armature, in three primitives', () => createBendingModel({ armatureSize: 0.01, primitives: 3 })],
  ['one of a small joint that carries a box', () => createBendingModel({ jointSize: 0.01, hasBox: true })],
  [
    'one that stands bent and moves by splines',
    () => createBendingModel({ isBent: true, interpolation: 'CUBICSPLINE' }),
  ],
  ['one that bends in steps', () => createBendingModel({ interpolation: 'STEP', hasBox: true })],
  ['a rolling box on a moving node', () => createRollingModel()],
  ['one that rolls in steps', () => createRollingModel('STEP')],
  ['one that rolls by splines', () => createRollingModel('CUBICSPLINE')],
];

// three warns of what it has no use for: roughness, metalness, lengths of 0.
beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => undefined));

/** Compares clips by name, length and, within half a percent, the boxes while they play. */
function expectSameMotion(found: readonly PlayedClip[], meant: readonly PlayedClip[], unit = 1): void {
  expect(found.map(({ name }) => name).sort()).toEqual(meant.map(({ name }) => name).sort());
  for (const clip of meant) {
    const own = found.find(({ name }) => name === clip.name)!;
    expect(own.seconds, clip.name).toBeCloseTo(clip.seconds, 3);
    clip.boxes.forEach((box, i) => {
      const [low, high] = own.boxes[i]!.map((corner) => corner.map((value) => value / unit)) as [number[], number[]];
      expect(boxDifference([low, high], box), `${clip.name} at ${SHARES[i]}`).toBeLessThan(0.005);
    });
  }
}

describe.each(MODELS)('%s', (_, create) => {
  it.each(PRESETS)('moves in an FBX for %s as in the glTF', async (preset, unit) => {
    const meant = await playGltf(create(), SHARES);
    expectSameMotion(playFbx(await writeFbx(create(), { preset }), SHARES), meant, unit);
  });

  it('moves in a USDZ as in the glTF', async () => {
    const meant = await playGltf(create(), SHARES);
    const found = playUsdz(await writeUsdz(create()), SHARES);
    // Clips of plain nodes have no name in USD.
    const named = found.map((clip) => (clip.name === 'TransformAnimation' ? { ...clip, name: 'roll' } : clip));
    expectSameMotion(named, meant);
  });
});

const size = fc.integer({ min: -2, max: 2 }).map((power) => 10 ** power);
const turn = fc
  .tuple(...([0, 1, 2, 3] as const).map(() => fc.integer({ min: -9, max: 9 })))
  .filter((entries) => entries.some((entry) => entry !== 0))
  .map((entries) => entries.map((entry) => entry / Math.hypot(...entries)) as vec4);

test('whatever a skeleton hangs on, and however it turns, an FBX and a USDZ move as the glTF', async () => {
  const property = fc.asyncProperty(
    fc.record({
      armatureSize: size,
      jointSize: size,
      primitives: fc.integer({ min: 1, max: 2 }),
      interpolation: fc.constantFrom('LINEAR', 'STEP', 'CUBICSPLINE'),
      hasBox: fc.boolean(),
      isBent: fc.boolean(),
    }),
    fc.constantFrom<vec3>([1, 1, 1], [3, 3, 3], [-1, 1, 1], [1, 2, 1.5]),
    fc.tuple(turn, turn, turn, turn, turn).filter(([, , ...keys]) => haveShortestWays(keys)),
    async (options, scale, [outer, inner, ...keys]) => {
      const model = createBendingModel(options);
      const scene = model.getRoot().getDefaultScene()!;
      const [armature] = scene.listChildren();
      scene.addChild(
        model.createNode('outer').setScale(scale).setRotation(outer).addChild(armature!.setRotation(inner)),
      );
      const sampler = model.getRoot().listAnimations()[0]!.listSamplers()[0]!;
      const isSpline = sampler.getInterpolation() === 'CUBICSPLINE';
      keys.forEach((key, i) => sampler.getOutput()!.setElement(isSpline ? 3 * i + 1 : i, key));
      const meant = await playGltf(model, SHARES);
      expectSameMotion(playFbx(await writeFbx(model, { preset: 'mixamo' }), SHARES), meant, 100);
      expectSameMotion(playUsdz(await writeUsdz(model), SHARES), meant);
    },
  );
  await fc.assert(property, { numRuns: 15, seed: 20_261_122 });
});

/** Whether no two turns in a row are half a turn apart: both ways between those are the shortest. */
function haveShortestWays(keys: readonly vec4[]): boolean {
  return keys.every((key, at) => {
    const next = keys[at + 1];
    return !next || Math.abs(key.reduce((sum, entry, axis) => sum + entry * next[axis]!, 0)) > 0.01;
  });
}

test('a morph target and its clip are in every FBX', async () => {
  const create = () => createBendingModel({ hasShape: true, armatureSize: 100, primitives: 2 });
  const meant = await playGltf(create(), SHARES);
  const top = meant.find(({ name }) => name === 'widen')!.boxes;
  expect(top.at(-1)![1][0]! - top[0]![1][0]!).toBeCloseTo(0.5, 3);
  for (const [preset, unit] of PRESETS) {
    expectSameMotion(playFbx(await writeFbx(create(), { preset }), SHARES), meant, unit);
  }
});

test('a USDZ plays the first clip of a skeleton and holds the others unbound', async () => {
  const usda = unzip(await writeUsdz(createBendingModel({ primitives: 2 }))).text('model.usda');
  expect(usda).toContain('def SkelRoot "Root"');
  expect(usda.match(/def SkelAnimation "\w+"/g)).toEqual(['def SkelAnimation "bend"', 'def SkelAnimation "hop"']);
  expect(usda.match(/skel:animationSource = <.*>/g)).toEqual(['skel:animationSource = </Root/Skeleton/bend>']);
  expect(usda).toContain('joints = ["armature", "armature/lower", "armature/lower/upper"]');
  expect(usda).toMatch(/endTimeCode = 24\n {4}framesPerSecond = 24\n[^]*timeCodesPerSecond = 24\n/);
  expect(usda.match(/rel skel:skeleton = <\/Root\/Skeleton>/g)).toHaveLength(2);
});

test('an FBX of a model that moves is sound: ids, connections, counts, a bind pose of all that holds the mesh', async () => {
  const file = await writeFbx(createBendingModel({ hasShape: true, hasBox: true }), { preset: 'mixamo' });
  const { root, geometries } = readFbxScene(file);
  expect(geometries.map(({ name }) => name)).toEqual(['body']);
  const objects = getNode(root, 'Objects').children;
  const names = objects.filter(({ name }) => name === 'Model').map(({ values }) => String(values[1]).split('\0')[0]);
  expect(names).toEqual(['armature', 'lower', 'upper', 'box', 'body']);
  const limbs = objects.filter(({ name, values }) => name === 'Model' && values[2] === 'LimbNode');
  expect(limbs).toHaveLength(2);
  const pose = objects.find(({ name }) => name === 'Pose')!;
  expect(getNode(pose, 'NbPoseNodes').values).toEqual([4]);
  expect(pose.children.filter(({ name }) => name === 'PoseNode')).toHaveLength(4);
  expect(getNode(root, 'Takes', 'Current').values).toEqual(['bend']);
});

test('vertices at one place that follow different joints stay apart in an FBX', async () => {
  const countPoints = async (model: Document) => {
    const { root } = readFbx(await writeFbx(model, { preset: 'blender' }));
    const geometry = getNode(root, 'Objects').children.find(({ name }) => name === 'Geometry')!;
    return getNumbers(getNode(geometry, 'Vertices')).length / 3;
  };
  const model = createBendingModel({ primitives: 2 });
  expect(await countPoints(model)).toBe(9 * 12);
  const weights = model.getRoot().listMeshes()[0]!.listPrimitives()[1]!.getAttribute('WEIGHTS_0')!;
  for (let i = 0; i < weights.getCount(); i++) weights.setElement(i, [0, 1, 0, 0]);
  expect(await countPoints(model)).toBe(10 * 12);
});

test('equal models that move make equal files, and are not changed', async () => {
  const model = createBendingModel({ hasShape: true, hasBox: true });
  const [fbx, usdz] = [await writeFbx(model, { preset: 'blender' }), await writeUsdz(model)];
  expect(Buffer.compare(fbx, await writeFbx(model, { preset: 'blender' }))).toBe(0);
  expect(Buffer.compare(usdz, await writeUsdz(model))).toBe(0);
});

test.skipIf(!existsSync(FOX))('the sample Fox walks, runs and surveys in every FBX (needs the samples)', async () => {
  const fox = await readGlb(readFileSync(FOX));
  const meant = await playGltf(fox, SHARES);
  expect(meant.map(({ name }) => name)).toEqual(['Survey', 'Walk', 'Run']);
  for (const [preset, unit] of PRESETS) expectSameMotion(playFbx(await writeFbx(fox, { preset }), SHARES), meant, unit);
});
