import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Document } from '@gltf-transform/core';
import { describe, expect, it } from 'vitest';
import { toEngineText } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { checkRig } from '../../../../src-main/engine/change/rig/rig-model.ts';
import { toGlb } from '../../../../src-main/engine/files/gltf/to-glb.ts';
import { box, chunkyFigure, describeBody, pair, rodAnimal, rodFigure, toBody, turned } from './bodies.ts';
import { SAMPLES } from '../../../helpers/samples.ts';

const samples = path.join(SAMPLES, 'models');
const reasonOf = async (model: Uint8Array) => {
  const verdict = await checkRig(model);
  return 'reason' in verdict ? toEngineText(verdict.reason) : `riggable: ${verdict.rigType}, faces ${verdict.facing}`;
};
const BIPED = 'riggable: biped, faces +Z';

describe('a biped is detected', () => {
  it.each(['a man', 'a boy in T-pose', 'a robot', 'an astronaut', 'a skeleton'])('in %s', async (prompt) =>
    expect(await reasonOf(await describeBody(prompt))).toBe(BIPED),
  );

  it('in a figure of rods with horizontal or lowered arms', async () => {
    for (const drop of [0, 0.45]) expect(await reasonOf(await toBody(...rodFigure(drop)))).toBe(BIPED);
  });

  it('in a chunky figure with legs a fifth of its height', async () => {
    expect(await reasonOf(await toBody(...chunkyFigure()))).toBe(BIPED);
  });
});

describe('a quadruped is detected', () => {
  it.each(['a dog', 'a cat', 'a horse', 'a cow', 'an elephant', 'a bear', 'a rabbit', 'a sheep', 'a deer', 'a fox'])(
    'in %s',
    async (prompt) => expect(await reasonOf(await describeBody(prompt))).toBe('riggable: quadruped, faces +Z'),
  );

  it('in an animal of rods, with and without a tail, in all four directions', async () => {
    expect(await reasonOf(await toBody(...rodAnimal(false)))).toBe('riggable: quadruped, faces +Z');
    for (const [quarters, facing] of ['+Z', '+X', '-Z', '-X'].entries()) {
      const model = await toBody(...turned(rodAnimal(), quarters));
      expect(await reasonOf(model)).toBe(`riggable: quadruped, faces ${facing}`);
    }
  });
});

describe('a body is rejected with a reason', () => {
  it.each([
    ['a chair', /as far apart across as along/],
    ['an armchair', /as far apart across as along/],
    ['a stool', /as far apart across as along/],
    ['a cat on a chair', /as far apart across as along/],
    ['a table', /no trunk that connects them/],
    ['a table with a lamp', /no trunk that connects them/],
    ['a sofa', /no end extends beyond them/],
    ['a car', /too short and too thick to be legs/],
    ['a bus', /too short and too thick to be legs/],
    ['a skateboard', /too short and too thick to be legs/],
    ['a turtle', /too short and too thick to be legs/],
    ['a bench', /differ too much.*Align it with an axis/],
    ['a piano', /No two legs/],
    ['a bed', /No two legs/],
    ['a tree', /No two legs/],
    ['two dogs', /No two legs/],
    ['three horses', /not two in front and two behind/],
    ['two men', /longer than it is tall/],
  ])('if it is %s', async (prompt, reason) => {
    const verdict = await checkRig(await describeBody(prompt));
    expect('reason' in verdict ? toEngineText(verdict.reason) : 'riggable').toMatch(reason);
    expect(verdict).not.toHaveProperty('rigType');
  });

  it('if the ends of a quadruped are alike or it is not aligned with an axis', async () => {
    const headless = rodAnimal(false).filter((_, i) => i !== 1 && i !== 2);
    expect(await reasonOf(await toBody(...headless))).toMatch(/no end extends beyond them/);
    const twoHeads = [...rodAnimal(false), ...turned(rodAnimal(false).slice(1, 3), 2)];
    expect(await reasonOf(await toBody(...twoHeads))).toMatch(/two ends are too similar/);
    expect(await reasonOf(await toBody(...turned(rodAnimal(), 0.5)))).toMatch(/with an axis/);
  });

  it('if it is empty or flat', async () => {
    const empty = new Document();
    empty.getRoot().setDefaultScene(empty.createScene());
    expect(await reasonOf(await toGlb(empty))).toMatch(/no surface/);
    expect(
      await reasonOf(
        await toBody(
          box([
            [-1, 0, 0],
            [1, 2, 0],
          ]),
        ),
      ),
    ).toMatch(/flat/);
  });

  it('if its arms touch the body or are missing, or it has no head', async () => {
    const trunk = rodFigure(0).slice(0, 7);
    const arms = pair((s) =>
      box([
        [s * 0.18 - 0.04, 0.85, -0.04],
        [s * 0.18 + 0.04, 1.4, 0.04],
      ]),
    );
    expect(await reasonOf(await toBody(...trunk, ...arms))).toMatch(/No two arms/);
    expect(await reasonOf(await toBody(...trunk))).toMatch(/No two arms/);
    expect(await reasonOf(await toBody(...rodFigure(0).filter((_, i) => i !== 1 && i !== 2)))).toMatch(/No head/);
  });

  it('if it is asymmetric', async () => {
    const shield = box([
      [0.5, 1.05, 0.1],
      [0.8, 1.65, 0.4],
    ]);
    expect(await reasonOf(await toBody(...rodFigure(0.1), shield))).toMatch(/differ too much/);
  });

  it.skipIf(!existsSync(samples))('if it is a sample other than the fox (needs the samples)', async () => {
    const read = (name: string) => readFileSync(path.join(samples, name));
    expect(await reasonOf(read('Fox.glb'))).toBe('riggable: quadruped, faces +Z');
    expect(await reasonOf(read('DamagedHelmet.glb'))).toMatch(/No two legs/);
    expect(await reasonOf(read('knot20k.glb'))).toMatch(/No two legs/);
    expect(await reasonOf(read('probe.glb'))).toMatch(/No two legs/);
  });
});
