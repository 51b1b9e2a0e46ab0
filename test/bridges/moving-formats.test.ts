import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Document } from '@gltf-transform/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { writeFbx } from '../../src-main/engine/files/fbx/write/write-fbx.ts';
import { placeModel } from '../../src-main/engine/change/convert/place-model.ts';
import { readGlb, writeGlb } from '../../src-main/engine/files/gltf/read-glb.ts';
import { createBendingModel, createRollingModel } from '../engine/files/moving-models.ts';
import { boxDifference, playGltf, type PlayedBox } from '../engine/files/play-with-three.ts';
import { BLENDER, blenderHome, NO_BLENDER, runBlender } from './blender/program.ts';
import { SAMPLES } from '../helpers/samples.ts';

const FOX = path.join(SAMPLES, 'models/Fox.glb');
const SHARES = [0, 0.1, 0.25, 0.5, 0.75, 1];

const corner = z.tuple([z.number(), z.number(), z.number()]);
const box = z.tuple([corner, corner]);
const clips = z.object({
  file: z.string(),
  armatures: z.array(z.string()),
  bones: z.array(z.string()),
  sizes: z.record(z.string(), z.array(z.number())),
  shapes: z.array(z.string()),
  rest: box,
  clips: z.record(z.string(), z.object({ seconds: z.number(), boxes: z.array(box) })),
});
type Clips = z.infer<typeof clips>;

/** From Blender's axes, Z up and front to −Y, to glTF's. */
function toGltfBox([low, high]: Clips['rest']): PlayedBox {
  return [
    [low[0], low[2], -high[1]],
    [high[0], high[2], -low[1]],
  ];
}

/** ImportLock, sizes and moves a model, as a conversion does. */
function place(model: Document): Document {
  placeModel(model, { exportOrientation: '+y', scaleFactor: 2, pivotToCenterBottom: true });
  return model;
}

/** What to write, and for which program. */
const CASES = [
  ['scaled', 'blender', () => createBendingModel({ armatureSize: 0.01, primitives: 2 })],
  ['joint', '3dsmax', () => createBendingModel({ jointSize: 0.01, hasBox: true, isBent: true })],
  ['steps', 'mixamo', () => createBendingModel({ interpolation: 'STEP', hasBox: true })],
  ['shape', 'blender', () => createBendingModel({ hasShape: true, interpolation: 'CUBICSPLINE' })],
  ['roll', '3dsmax', () => createRollingModel()],
  ['placed', '3dsmax', () => place(createBendingModel({ hasBox: true }))],
] as const satisfies readonly (readonly [string, string, () => Document])[];

describe.skipIf(!BLENDER)(`what moves in Blender as it does in the glTF (${BLENDER ?? NO_BLENDER})`, () => {
  const root = mkdtempSync(path.join(tmpdir(), 'dropforge-test-'));
  afterAll(() => rmSync(root, { recursive: true, force: true, maxRetries: 20 }));

  /** Writes files and lets Blender play them, in their order. */
  const play = async (files: Readonly<Record<string, Uint8Array>>): Promise<Clips[]> => {
    const paths = Object.entries(files).map(([name, bytes]) => {
      writeFileSync(path.join(root, name), bytes);
      return path.join(root, name);
    });
    const script = path.join(import.meta.dirname, 'blender/clips.py');
    const said = await runBlender(script, [SHARES.join(), ...paths], blenderHome(root));
    expect(said.code, said.errors).toBe(0);
    const lines = said.out.split('\n').filter((line) => line.startsWith('CLIPS '));
    return lines.map((line) => clips.parse(JSON.parse(line.slice('CLIPS '.length))));
  };

  const expectMotion = async (found: Clips, model: Document): Promise<void> => {
    const meant = await playGltf(model, SHARES);
    expect(Object.keys(found.clips).sort()).toEqual(meant.map(({ name }) => name).sort());
    for (const clip of meant) {
      const own = found.clips[clip.name]!;
      expect(own.seconds, clip.name).toBeCloseTo(clip.seconds, 2);
      clip.boxes.forEach((meantBox, i) => {
        const about = `${path.basename(found.file)}, ${clip.name} at ${SHARES[i]}`;
        expect(boxDifference(toGltfBox(own.boxes[i]!), meantBox), about).toBeLessThan(0.01);
      });
    }
  };

  const played = new Map<string, Clips>();
  beforeAll(async () => {
    const files: Record<string, Uint8Array> = {};
    for (const [name, preset, create] of CASES) files[`${name}.fbx`] = await writeFbx(create(), { preset });
    if (existsSync(FOX)) {
      const fox = await readGlb(readFileSync(FOX));
      files['fox.glb'] = await writeGlb(fox);
      files['fox.fbx'] = await writeFbx(fox, { preset: 'blender' });
    }
    for (const found of await play(files)) played.set(path.basename(found.file), found);
  });

  it.each(CASES)('is “%s”, written for %s', async (name, _, create) => {
    const found = played.get(`${name}.fbx`)!;
    await expectMotion(found, create());
    expect(found.armatures).toEqual(name === 'roll' ? [] : ['armature']);
    expect(found.bones).toEqual(name === 'roll' ? [] : ['lower', 'upper']);
    expect(found.shapes).toEqual(name === 'shape' ? ['wide'] : []);
  });

  it('is an armature of size 1 even where the glTF has a small one', () => {
    for (const size of Object.values(played.get('scaled.fbx')!.sizes).flat()) expect(size).toBeCloseTo(1, 4);
  });

  it.skipIf(!existsSync(FOX))('is the sample Fox, as Blender itself reads the GLB (needs the samples)', async () => {
    const [original, fbx] = [played.get('fox.glb')!, played.get('fox.fbx')!];
    await expectMotion(fbx, await readGlb(readFileSync(FOX)));
    expect(fbx.bones).toEqual(original.bones);
    expect(fbx.bones).toHaveLength(24);
    expect(boxDifference(fbx.rest, original.rest)).toBeLessThan(0.001);
    for (const [name, clip] of Object.entries(original.clips)) {
      expect(fbx.clips[name]!.seconds).toBeCloseTo(clip.seconds, 3);
      clip.boxes.forEach((own, i) => expect(boxDifference(fbx.clips[name]!.boxes[i]!, own)).toBeLessThan(0.01));
    }
  });
});
