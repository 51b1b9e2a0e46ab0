import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { writeFbx } from '../../../../src-main/engine/files/fbx/write/write-fbx.ts';
import { retargetModel } from '../../../../src-main/engine/change/animate/retarget-model.ts';
import { rigModel } from '../../../../src-main/engine/change/rig/rig-model.ts';
import { toGlb } from '../../../../src-main/engine/files/gltf/to-glb.ts';
import { BLENDER, blenderHome, NO_BLENDER, runBlender } from '../../../bridges/blender/program.ts';
import { boxDifference, playGltf, type PlayedBox } from '../../files/play-with-three.ts';
import { rodAnimal, rodFigure, toBody } from './bodies.ts';
import { PROJECT_ROOT } from '../../../../src-main/base/project-root.ts';

const SHARES = [0, 0.25, 0.5, 1];
const corner = z.tuple([z.number(), z.number(), z.number()]);
const blenderReport = z.object({
  bones: z.array(z.string()),
  clips: z.record(z.string(), z.object({ seconds: z.number(), boxes: z.array(z.tuple([corner, corner])) })),
});

/** Converts from Blender's axes (Z up, front −Y) to glTF's. */
const toGltfBox = ([low, high]: PlayedBox): PlayedBox => [
  [low[0]!, low[2]!, -high[1]!],
  [high[0]!, high[2]!, -low[1]!],
];

describe.skipIf(!BLENDER)(`rigged and animated models in Blender (${BLENDER ?? NO_BLENDER})`, () => {
  const root = mkdtempSync(path.join(tmpdir(), 'dropforge-test-'));
  afterAll(() => rmSync(root, { recursive: true, force: true, maxRetries: 20 }));

  it.each([
    ['a figure', 'biped', rodFigure(0.3), ['walk', 'jump']],
    ['an animal', 'quadruped', rodAnimal(), ['preset:quadruped:walk']],
  ] as const)('%s has the same bones and motion from GLB and FBX', async (_, rigType, pieces, animations) => {
    const model = await rigModel(await toBody(...pieces), { rigType, spec: 'mixamo' }, () => undefined);
    const bones = model.document.getRoot().listSkins()[0]!.listJoints();
    const names = bones.map((bone) => bone.getName()).sort();
    const options = { animations, isInPlace: false, isBaked: true };
    const { document } = await retargetModel(await toGlb(model.document), options, () => undefined);
    const files = [path.join(root, 'moving.glb'), path.join(root, 'moving.fbx')];
    writeFileSync(files[0]!, await toGlb(document));
    writeFileSync(files[1]!, await writeFbx(document, { preset: 'blender' }));
    const script = path.join(PROJECT_ROOT, 'test/bridges/blender/clips.py');
    const run = await runBlender(script, [SHARES.join(), ...files], blenderHome(root));
    expect(run.code, run.errors).toBe(0);
    const lines = run.out.split('\n').filter((line) => line.startsWith('CLIPS '));
    expect(lines).toHaveLength(2);
    const expected = await playGltf(document, SHARES);
    for (const line of lines) {
      const found = blenderReport.parse(JSON.parse(line.slice('CLIPS '.length)));
      expect(found.bones).toEqual(names);
      for (const { name, seconds, boxes } of expected) {
        const own = found.clips[name]!;
        expect(own.seconds, name).toBeCloseTo(seconds, 1);
        boxes.forEach((box, i) =>
          expect(boxDifference(toGltfBox(own.boxes[i]!), box), `${name} at ${SHARES[i]}`).toBeLessThan(0.02),
        );
      }
    }
  });
});
