import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Document } from '@gltf-transform/core';
import { describe, expect, it } from 'vitest';
import { checkRig } from '../../../src-main/geometry/rig/rig-model.ts';
import { toGlb } from '../../../src-main/geometry/to-glb.ts';
import { box, chunkyFigure, describeBody, pair, rodFigure, toBody } from './bodies.ts';

const samples = path.resolve(import.meta.dirname, '../../../../shared/samples/models');
const reasonOf = async (model: Uint8Array) => (await checkRig(model))?.reason ?? 'riggable';

describe('a figure that can get a skeleton', () => {
  it.each(['a man', 'a boy in T-pose', 'a robot', 'an astronaut', 'a skeleton'])('is %s', async (prompt) =>
    expect(await reasonOf(await describeBody(prompt))).toBe('riggable'),
  );

  it('is one of rods, with its arms level or lowered', async () => {
    for (const drop of [0, 0.45]) expect(await reasonOf(await toBody(...rodFigure(drop)))).toBe('riggable');
  });

  it('is chunky, with legs a fifth of its height', async () => {
    expect(await reasonOf(await toBody(...chunkyFigure()))).toBe('riggable');
  });
});

describe('a body without a skeleton is told why', () => {
  it.each([
    ['a dog', /four legs.*quadrupeds/, 'quadruped'],
    ['a horse', /four legs/, 'quadruped'],
    ['a chair', /four legs/, null],
    ['a table', /four legs/, null],
    ['a car', /four legs/, null],
    ['a bus', /four legs/, null],
    ['a tree', /No two legs/, null],
    ['two men', /longer than it is tall/, null],
  ])('such as %s', async (prompt, reason, rigType) => {
    const refusal = await checkRig(await describeBody(prompt));
    expect(refusal?.reason).toMatch(reason);
    expect(refusal?.rigType).toBe(rigType);
  });

  it('that is empty, or flat', async () => {
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

  it('that hangs its arms straight down along itself, has none, or no head', async () => {
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

  it('that is not the same on both sides', async () => {
    const shield = box([
      [0.5, 1.05, 0.1],
      [0.8, 1.65, 0.4],
    ]);
    expect(await reasonOf(await toBody(...rodFigure(0.1), shield))).toMatch(/too different/);
  });

  it.skipIf(!existsSync(samples))('among the samples (needs the samples)', async () => {
    const read = (name: string) => readFileSync(path.join(samples, name));
    expect(await reasonOf(read('Fox.glb'))).toMatch(/four legs.*quadrupeds/);
    expect(await reasonOf(read('DamagedHelmet.glb'))).toMatch(/No two legs/);
    expect(await reasonOf(read('knot20k.glb'))).toMatch(/No two legs/);
    expect(await reasonOf(read('probe.glb'))).toMatch(/No two legs/);
  });
});
