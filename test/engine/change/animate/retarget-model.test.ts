import type { Document } from '@gltf-transform/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { BIPED_PRESETS } from '../../../../src-main/engine/change/animate/clip-presets.ts';
import {
  dropGeometry,
  retargetModel,
  type RetargetOptions,
} from '../../../../src-main/engine/change/animate/retarget-model.ts';
import { toPosableClip } from '../../../../src-main/engine/show/video/pose-clip.ts';
import { rigModel } from '../../../../src-main/engine/change/rig/rig-model.ts';
import { toGlb } from '../../../../src-main/engine/files/gltf/to-glb.ts';
import { playGltf } from '../../files/play-with-three.ts';
import { chunkyFigure, rodFigure, toBody } from '../rig/bodies.ts';
import { track } from '../rig/track-joint.ts';

const SHARES = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];
const PLAIN = { isInPlace: true, isBaked: true };
const NAMES = Object.keys(BIPED_PRESETS);
const quiet = () => undefined;

let person: Uint8Array;
let chunky: Uint8Array;
beforeAll(async () => {
  const rig = async (body: Uint8Array) =>
    toGlb((await rigModel(body, { rigType: 'biped', spec: 'mixamo' }, quiet)).document);
  person = await rig(await toBody(...rodFigure(0.2)));
  chunky = await rig(await toBody(...chunkyFigure()));
});

const animate = async (animations: readonly string[], options: Partial<RetargetOptions> = {}, model = person) =>
  (await retargetModel(model, { animations, ...PLAIN, ...options }, quiet)).document;

describe('every preset', () => {
  it.each([
    ['a person', 0.28],
    ['a chunky figure', 0.35],
  ])('plays on %s within plausible bounds', async (who, maxDepth) => {
    const document = await animate(NAMES, {}, who === 'a person' ? person : chunky);
    const height = who === 'a person' ? 1.72 : 1;
    for (const { name, seconds, boxes } of await playGltf(document, SHARES)) {
      expect(seconds, name).toBeCloseTo(BIPED_PRESETS[name]!.seconds, 3);
      boxes.forEach(([low, high], i) => {
        const about = `${name} at ${SHARES[i]}: ${low.join()} to ${high.join()}`;
        const size = low.map((value, axis) => high[axis]! - value);
        expect(Math.max(...size), about).toBeLessThan(height * 1.75);
        expect(Math.max(...size), about).toBeGreaterThan(height * 0.6);
        expect(low[1], about).toBeGreaterThan(-height * maxDepth);
        expect(high[1], about).toBeLessThan(height * 1.6);
      });
    }
  });

  it('that is cyclic ends with its first pose', async () => {
    const cyclic = ['idle', 'walk', 'run', 'climb'];
    for (const { name, boxes } of await playGltf(await animate(cyclic), SHARES)) {
      boxes[0]!.flat().forEach((value, i) => expect(boxes.at(-1)!.flat()[i], name).toBeCloseTo(value, 3));
    }
  });
});

describe('walking', () => {
  it('keeps the hips in place with isInPlace, otherwise the foot on the ground', async () => {
    const still = track(await animate(['preset:walk']), 'walk', 'mixamorig:Hips');
    expect(Math.abs(still.at(-1)![2]! - still[0]![2]!)).toBeLessThan(1e-4);

    const moving = await animate(['walk'], { isInPlace: false });
    const hips = track(moving, 'walk', 'mixamorig:Hips');
    expect(hips.at(-1)![2]! - hips[0]![2]!).toBeGreaterThan(0.5);
    // The foot is flat on the ground between heel strike and push-off.
    const foot = track(moving, 'walk', 'mixamorig:LeftFoot');
    const flat = foot.slice(Math.ceil(foot.length * 0.14), Math.floor(foot.length * 0.36));
    expect(flat.length).toBeGreaterThan(4);
    for (const [x, y, z] of flat) {
      expect(Math.abs(x! - flat[0]![0]!)).toBeLessThan(0.01);
      expect(Math.abs(y! - flat[0]![1]!)).toBeLessThan(0.01);
      expect(Math.abs(z! - flat[0]![2]!)).toBeLessThan(0.01);
    }
  });

  it('lifts the feet alternately and bends the knees to the front', async () => {
    const document = await animate(['walk']);
    const [left, right] = ['Left', 'Right'].map((side) => track(document, 'walk', `mixamorig:${side}Foot`));
    const half = Math.round((left!.length - 1) / 2);
    for (let i = 0; i < half; i++) {
      expect(left![i]![1]).toBeCloseTo(right![i + half]![1]!, 1);
      expect(left![i]![2]).toBeCloseTo(right![i + half]![2]!, 1);
    }
    const knee = track(document, 'walk', 'mixamorig:LeftLeg');
    const hip = track(document, 'walk', 'mixamorig:LeftUpLeg');
    knee.forEach(([, , z], i) => expect(z!).toBeGreaterThan((left![i]![2]! + hip[i]![2]!) / 2 - 0.02));
  });
});

it('baked clips have 30 keys a second, others far fewer with nearly the same motion', async () => {
  const baked = await animate(['turn', 'jump']);
  const sparse = await animate(['turn', 'jump'], { isBaked: false });
  const keys = (document: Document) =>
    document
      .getRoot()
      .listAnimations()
      .map((clip) => clip.listSamplers().reduce((sum, sampler) => sum + sampler.getInput()!.getCount(), 0));
  expect(baked.getRoot().listAnimations()[0]!.listSamplers()[0]!.getInput()!.getCount()).toBe(34);
  keys(sparse).forEach((count, i) => expect(count).toBeLessThan(keys(baked)[i]! * 0.75));
  const [one, other] = [await playGltf(baked, SHARES), await playGltf(sparse, SHARES)];
  one.forEach(({ boxes }, clip) =>
    boxes.forEach((own, i) =>
      own.flat().forEach((value, k) => expect(Math.abs(other[clip]!.boxes[i]!.flat()[k]! - value)).toBeLessThan(0.02)),
    ),
  );
});

/** Positions of all joints at 61 times of a clip. */
function trace(document: Document): number[][] {
  const joints = document.getRoot().listSkins()[0]!.listJoints();
  return document
    .getRoot()
    .listAnimations()
    .flatMap((animation) => {
      const clip = toPosableClip(animation);
      return Array.from({ length: 61 }, (_, i) => {
        clip.pose((clip.seconds * i) / 60);
        return joints.flatMap((joint) => joint.getWorldTranslation());
      });
    });
}

it.each([1, 0.01])('fewer keys leave joints where they were, at %d times the size', async (size) => {
  const pieces = rodFigure(0.2).map((piece) => ({
    ...piece,
    positions: piece.positions.map((value) => value * size),
  }));
  const body = await toBody(...pieces);
  const model = await toGlb((await rigModel(body, { rigType: 'biped', spec: 'mixamo' }, quiet)).document);
  const [all, few] = await Promise.all([true, false].map((isBaked) => animate(NAMES, { isBaked }, model)));
  const [expected, reduced] = [trace(all!), trace(few!)];
  expect(expected.length).toBe(NAMES.length * 61);
  const worst = expected.reduce(
    (most, row, i) => row.reduce((own, value, k) => Math.max(own, Math.abs(value - reduced[i]![k]!)), most),
    0,
  );
  expect(worst).toBeLessThan(0.002 * 1.72 * size);
});

it('dropGeometry leaves skeleton and clips only', async () => {
  const document = await animate(['idle']);
  await dropGeometry(document);
  const root = document.getRoot();
  expect([root.listMeshes().length, root.listMaterials().length]).toEqual([0, 0]);
  expect(root.listSkins()[0]!.listJoints()).toHaveLength(22);
  expect(root.listAnimations().map((clip) => clip.getName())).toEqual(['idle']);
});

it('new clips replace the existing ones, and a repeated name counts once', async () => {
  const once = await toGlb(await animate(['idle']));
  const names = (await animate(['preset:walk', 'walk'], {}, once))
    .getRoot()
    .listAnimations()
    .map((clip) => clip.getName());
  expect(names).toEqual(['walk']);
});

it('rejects quadruped clips, unknown clips and models without the expected skeleton', async () => {
  await expect(animate(['preset:quadruped:walk'])).rejects.toThrow(/does not support bipeds. Available: preset:idle/);
  await expect(animate(['preset:aquatic:march'])).rejects.toThrow(/does not support bipeds/);
  await expect(animate(['preset:cartwheel'])).rejects.toThrow(/no animation “preset:cartwheel” for bipeds/);
  await expect(animate(['idle'], {}, await toBody(...rodFigure(0)))).rejects.toThrow(/no bone “mixamorig:Hips”/);
});
