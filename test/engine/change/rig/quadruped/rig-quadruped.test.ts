import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Document } from '@gltf-transform/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { toFlatMeshes } from '../../../../../src-main/engine/base/document/flat-meshes.ts';
import { readGlb } from '../../../../../src-main/engine/files/gltf/read-glb.ts';
import { QUADRUPED_BONES, TAIL_BONES } from '../../../../../src-main/engine/change/rig/quadruped/quadruped-bones.ts';
import { rigModel } from '../../../../../src-main/engine/change/rig/rig-model.ts';
import { cubeAt, toVoxelBody } from '../../../../../src-main/engine/base/body/voxel-body.ts';
import { toGlb } from '../../../../../src-main/engine/files/gltf/to-glb.ts';
import { describeBody, rodAnimal, rodFigure, toBody, turned } from '../bodies.ts';
import { jointsOf, listWeights } from '../list-weights.ts';
import { SAMPLES } from '../../../../helpers/samples.ts';

const FOX = path.join(SAMPLES, 'models/Fox.glb');

const require = createRequire(import.meta.url);
const validator = require('gltf-validator') as {
  validateBytes(bytes: Uint8Array): Promise<{ issues: { numErrors: number; numWarnings: number } }>;
};
const rig = async (model: Uint8Array): Promise<Document> =>
  (await rigModel(model, { rigType: 'quadruped', spec: 'tripo' }, () => undefined)).document;
const namesOf = (document: Document) => [...jointsOf(document).keys()];

describe('a generated dog', () => {
  let source: Uint8Array;
  let document: Document;
  beforeAll(async () => {
    source = await describeBody('a dog');
    document = await rig(source);
  });

  it('gets 27 bones in a valid file with the original rest pose', async () => {
    expect(namesOf(document)).toEqual([...QUADRUPED_BONES, ...TAIL_BONES].map(({ name }) => name));
    expect(namesOf(document)).toHaveLength(27);
    expect(namesOf(document)).toEqual(expect.arrayContaining(['Hip', 'Neck02', 'Tail04', 'L_FrontToes', 'R_HindFoot']));
    const glb = await toGlb(document);
    const { issues } = await validator.validateBytes(glb);
    expect([issues.numErrors, issues.numWarnings]).toEqual([0, 0]);
    const before = toFlatMeshes(await readGlb(source)).flatMap(({ primitives }) => primitives);
    const after = toFlatMeshes(await readGlb(glb)).flatMap(({ primitives }) => primitives);
    expect(after).toHaveLength(before.length);
    after.forEach((primitive, i) => {
      expect(primitive.uvs).toEqual(before[i]!.uvs);
      const errors = primitive.positions.map((value, k) => Math.abs(value - before[i]!.positions[k]!));
      expect(Math.max(...errors)).toBeLessThan(1e-4);
    });
  });

  it('has joints inside the body, symmetric and in anatomical order', async () => {
    const joints = jointsOf(document);
    const body = toVoxelBody(toFlatMeshes(await readGlb(source)).flatMap(({ primitives }) => primitives))!;
    for (const [name, place] of joints) {
      expect(body.solid[cubeAt(body, place)], name).toBe(1);
      if (!name.startsWith('L_')) continue;
      const [x, y, z] = joints.get(name.replace('L_', 'R_'))!;
      [-x, y, z].forEach((value, k) => expect(place[k], name).toBeCloseTo(value, 3));
    }
    const at = (name: string, axis: number) => joints.get(name)![axis]!;
    const forwards = [
      'Tail04',
      'Tail03',
      'Tail02',
      'Tail01',
      'Spine01',
      'Spine02',
      'Chest',
      'Neck01',
      'Neck02',
      'Head',
    ];
    expect(forwards.map((name) => at(name, 2))).toEqual(forwards.map((name) => at(name, 2)).sort((a, b) => a - b));
    for (const leg of ['L_Front', 'L_Hind']) {
      const upwards = ['Toes', 'Foot', 'LowerLeg', 'UpperLeg'].map((part) => at(leg + part, 1));
      expect(upwards).toEqual([...upwards].sort((a, b) => a - b));
      expect(at(`${leg}UpperLeg`, 0)).toBeGreaterThan(0.03);
    }
  });

  it('has weights that sum to 1 and do not mix legs', () => {
    const vertices = listWeights(document);
    expect(vertices.length).toBeGreaterThan(1000);
    for (const { sum, shares } of vertices) {
      expect(sum).toBeCloseTo(1, 5);
      const own = [...shares.keys()];
      const legs = new Set(own.flatMap((name) => /^[LR]_(Front|Hind)/.exec(name)?.[0] ?? []));
      const isTrunk = own.some((name) => !/^[LR]_/.test(name));
      expect(legs.size, own.join()).toBeLessThan(isTrunk ? 3 : 2);
      if (own.some((name) => /LowerLeg|Foot|Toes/.test(name))) expect(legs.size, own.join()).toBe(1);
      expect(own.some((name) => /Head|Neck/.test(name)) && own.some((name) => /Tail|Hind/.test(name))).toBe(false);
    }
    expect(vertices.filter(({ shares }) => shares.size > 1).length / vertices.length).toBeGreaterThan(0.15);
  });
});

it('a body without a tail has 23 bones', async () => {
  expect(namesOf(await rig(await toBody(...rodAnimal(false))))).toEqual(QUADRUPED_BONES.map(({ name }) => name));
});

it('an animal that faces another axis gets the same skeleton, rotated', async () => {
  const straight = jointsOf(await rig(await toBody(...rodAnimal())));
  const joints = jointsOf(await rig(await toBody(...turned(rodAnimal(), 1))));
  for (const [name, [x, y, z]] of straight) {
    [z, y, -x].forEach((value, k) => expect(Math.abs(joints.get(name)![k]! - value), name).toBeLessThan(0.02));
  }
});

it('the error for the wrong rig type names the right one', async () => {
  await expect(rig(await toBody(...rodFigure(0.2)))).rejects.toThrow(
    /two legs, but quadruped was requested. Choose biped/,
  );
  const asBiped = rigModel(await toBody(...rodAnimal()), { rigType: 'biped', spec: 'mixamo' }, () => undefined);
  await expect(asBiped).rejects.toThrow(/four legs, but biped was requested. Choose quadruped/);
});

/** Bones of the sample's own skeleton and the corresponding ones of the rig. */
const FOX_BONES: Readonly<Record<string, string>> = {
  b_Hip_01: 'Hip',
  b_Spine01_02: 'Spine01',
  b_Spine02_03: 'Spine02',
  b_Neck_04: 'Neck01',
  b_Head_05: 'Head',
  b_RightUpperArm_06: 'R_FrontUpperLeg',
  b_RightForeArm_07: 'R_FrontLowerLeg',
  b_RightHand_08: 'R_FrontFoot',
  b_LeftUpperArm_09: 'L_FrontUpperLeg',
  b_LeftForeArm_010: 'L_FrontLowerLeg',
  b_LeftHand_011: 'L_FrontFoot',
  b_Tail01_012: 'Tail01',
  b_Tail02_013: 'Tail02',
  b_Tail03_014: 'Tail03',
  b_LeftLeg01_015: 'L_HindUpperLeg',
  b_LeftLeg02_016: 'L_HindLowerLeg',
  b_LeftFoot01_017: 'L_HindFoot',
  b_LeftFoot02_018: 'L_HindToes',
  b_RightLeg01_019: 'R_HindUpperLeg',
  b_RightLeg02_020: 'R_HindLowerLeg',
  b_RightFoot01_021: 'R_HindFoot',
  b_RightFoot02_022: 'R_HindToes',
};

it.skipIf(!existsSync(FOX))('the sample fox gets a skeleton close to its own (needs the samples)', async () => {
  const source = readFileSync(FOX);
  const [truth, own] = [jointsOf(await readGlb(source)), jointsOf(await rig(source))];
  // The fox is 176 units long from the tip of its tail to its ears.
  const errors = Object.entries(FOX_BONES).map(([name, ours]) => {
    const [one, other] = [truth.get(name)!, own.get(ours)!];
    return Math.hypot(...one.map((value, k) => value - other[k]!)) / 176;
  });
  expect(errors).toHaveLength(22);
  expect(errors.reduce((sum, each) => sum + each, 0) / errors.length).toBeLessThan(0.02);
  expect(Math.max(...errors)).toBeLessThan(0.07);
});
