import { toEngineText } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { createRequire } from 'node:module';
import type { Document } from '@gltf-transform/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { toFlatMeshes } from '../../../../src-main/engine/base/document/flat-meshes.ts';
import { readGlb } from '../../../../src-main/engine/files/gltf/read-glb.ts';
import { BIPED_BONES } from '../../../../src-main/engine/change/rig/skeleton/biped-bones.ts';
import { rigModel } from '../../../../src-main/engine/change/rig/rig-model.ts';
import { cubeAt, toVoxelBody } from '../../../../src-main/engine/base/body/voxel-body.ts';
import { toGlb } from '../../../../src-main/engine/files/gltf/to-glb.ts';
import { box, chunkyFigure, describeBody, rodFigure, toBody } from './bodies.ts';
import { jointsOf, listWeights } from './list-weights.ts';

const require = createRequire(import.meta.url);
const validator = require('gltf-validator') as {
  validateBytes(bytes: Uint8Array): Promise<{ issues: { numErrors: number; numWarnings: number } }>;
};
const quiet = () => undefined;
const rig = async (model: Uint8Array, spec: 'mixamo' | 'tripo' = 'mixamo') =>
  (await rigModel(model, { rigType: 'biped', spec }, quiet)).document;

describe('a generated person', () => {
  let source: Uint8Array;
  let document: Document;
  beforeAll(async () => {
    source = await describeBody('a man');
    document = await rig(source);
  });

  it('gets the bones of Mixamo or of the service', async () => {
    expect([...jointsOf(document).keys()]).toEqual(BIPED_BONES.map(({ names }) => names.mixamo));
    expect(jointsOf(document).size).toBe(22);
    expect([...jointsOf(document).keys()]).toContain('mixamorig:LeftForeArm');
    const own = jointsOf(await rig(await toBody(...rodFigure(0.3)), 'tripo'));
    expect([...own.keys()]).toEqual(BIPED_BONES.map(({ names }) => names.tripo));
    expect([...own.keys()]).toContain('R_Calf');
  });

  it('is a valid file with the original rest pose and materials', async () => {
    const glb = await toGlb(document);
    const { issues } = await validator.validateBytes(glb);
    expect([issues.numErrors, issues.numWarnings]).toEqual([0, 0]);
    const before = toFlatMeshes(await readGlb(source)).flatMap(({ primitives }) => primitives);
    const after = toFlatMeshes(await readGlb(glb)).flatMap(({ primitives }) => primitives);
    expect(after).toHaveLength(before.length);
    expect(before.length).toBeGreaterThan(4);
    after.forEach((primitive, i) => {
      expect(primitive.material!.getName()).toBe(before[i]!.material!.getName());
      expect(primitive.material!.getBaseColorTexture() === null).toBe(
        before[i]!.material!.getBaseColorTexture() === null,
      );
      expect(primitive.uvs).toEqual(before[i]!.uvs);
      const off = primitive.positions.map((value, k) => Math.abs(value - before[i]!.positions[k]!));
      expect(Math.max(...off)).toBeLessThan(1e-4);
    });
  });

  it('has joints inside the body, symmetric and in anatomical order', async () => {
    const joints = jointsOf(document);
    const body = toVoxelBody(toFlatMeshes(await readGlb(source)).flatMap(({ primitives }) => primitives))!;
    for (const [name, place] of joints) {
      expect(body.solid[cubeAt(body, place)], name).toBe(1);
      if (!name.includes('Left')) continue;
      const [x, y, z] = joints.get(name.replace('Left', 'Right'))!;
      expect(place[0] + x).toBeCloseTo(0, 1);
      expect([place[1], place[2]]).toEqual([expect.closeTo(y, 2), expect.closeTo(z, 2)]);
    }
    const height = (name: string) => joints.get(`mixamorig:${name}`)![1];
    const rising = [
      'LeftToeBase',
      'LeftFoot',
      'LeftLeg',
      'LeftUpLeg',
      'Hips',
      'Spine',
      'Spine1',
      'Spine2',
      'Neck',
      'Head',
    ];
    expect(rising.map(height)).toEqual(rising.map(height).sort((a, b) => a - b));
    expect(joints.get('mixamorig:LeftHand')![0]).toBeGreaterThan(joints.get('mixamorig:LeftArm')![0] + 0.2);
  });

  it('has weights that sum to 1 and do not mix limbs', () => {
    const vertices = listWeights(document);
    expect(vertices.length).toBeGreaterThan(1000);
    for (const { sum, shares } of vertices) {
      expect(sum).toBeCloseTo(1, 5);
      const names = [...shares.keys()];
      const isTrunk = names.some((name) => !/Left|Right/.test(name));
      const sides = new Set(names.flatMap((name) => /Left|Right/.exec(name) ?? []));
      expect(sides.size, names.join()).toBeLessThan(isTrunk ? 3 : 2);
      // Only bones attached to the trunk may share vertices with those of the other side.
      if (names.some((name) => /ForeArm|Hand|(Left|Right)Leg|Foot|Toe/.test(name))) expect(sides.size).toBe(1);
      const isLeg = names.some((name) => /Leg|Foot|Toe/.test(name));
      expect(isLeg && names.some((name) => /Arm|Hand|Shoulder/.test(name)), names.join()).toBe(false);
    }
    const smooth = vertices.filter(({ shares }) => shares.size > 1);
    expect(smooth.length / vertices.length).toBeGreaterThan(0.15);
    const hands = vertices.filter(({ at }) => at[0]! > 0.72);
    expect(hands.length).toBeGreaterThan(0);
    for (const { shares } of hands) expect([...shares.keys()]).toEqual(['mixamorig:LeftHand']);
  });
});

it('mirrored vertices of a mirrored body have mirrored weights', async () => {
  const vertices = listWeights(await rig(await toBody(...rodFigure(0.3))));
  const keyOf = ([x, y, z]: readonly number[]) => [x, y, z].map((value) => Math.round(value! * 1e4)).join();
  const byPlace = new Map(vertices.map((vertex) => [keyOf(vertex.at), vertex]));
  let compared = 0;
  for (const { at, shares } of vertices) {
    const other = byPlace.get(keyOf([-at[0]!, at[1]!, at[2]!]));
    if (!other || at[0]! < 0.06) continue;
    for (const [name, share] of shares) {
      const mirrored = name.includes('Left') ? name.replace('Left', 'Right') : name;
      expect(Math.abs((other.shares.get(mirrored) ?? 0) - share), `${name} at ${at.join()}`).toBeLessThan(0.2);
    }
    compared++;
  }
  expect(compared).toBeGreaterThan(100);
});

it('an existing skeleton is replaced, with a note', async () => {
  const once = await toGlb(await rig(await toBody(...chunkyFigure()), 'tripo'));
  const { document, notes } = await rigModel(once, { rigType: 'biped', spec: 'mixamo' }, quiet);
  expect(document.getRoot().listSkins()).toHaveLength(1);
  expect(
    document
      .getRoot()
      .listNodes()
      .some((node) => node.getName() === 'L_Thigh'),
  ).toBe(false);
  expect(notes.map(toEngineText).join()).toMatch(/were replaced/);
});

it('a body that is not riggable is rejected with the reason of the check', async () => {
  const cube = await toBody(
    box([
      [0, 0, 0],
      [1, 1, 1],
    ]),
  );
  await expect(rigModel(cube, { rigType: 'biped', spec: 'mixamo' }, quiet)).rejects.toThrow(/No two legs/);
});
