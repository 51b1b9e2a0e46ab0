import { createRequire } from 'node:module';
import type { Document } from '@gltf-transform/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { convertModel } from '../../../../../src-main/engine/change/convert/convert-model.ts';
import { defaultConvertOptions } from '../../../../../src-main/engine/change/convert/convert-options.ts';
import { toFlatMeshes } from '../../../../../src-main/engine/base/document/flat-meshes.ts';
import { retargetModel } from '../../../../../src-main/engine/change/animate/retarget-model.ts';
import { rigModel } from '../../../../../src-main/engine/change/rig/rig-model.ts';
import { toGlb } from '../../../../../src-main/engine/files/gltf/to-glb.ts';
import { toPosableClip } from '../../../../../src-main/engine/show/video/pose-clip.ts';
import { boxDifference, playFbx, playGltf, playUsdz } from '../../../files/play-with-three.ts';
import { describeBody, rodAnimal, toBody, turned } from '../bodies.ts';
import { track } from '../track-joint.ts';

const require = createRequire(import.meta.url);
const validator = require('gltf-validator') as {
  validateBytes(bytes: Uint8Array): Promise<{ issues: { numErrors: number; numWarnings: number } }>;
};
const quiet = () => undefined;
const rig = async (model: Uint8Array) =>
  toGlb((await rigModel(model, { rigType: 'quadruped', spec: 'tripo' }, quiet)).document);
const animate = async (model: Uint8Array, isInPlace: boolean, animation = 'preset:quadruped:walk') =>
  (await retargetModel(model, { animations: [animation], isInPlace, isBaked: true }, quiet)).document;

const SHARES = [0, 0.25, 0.5, 0.75, 1];
/** Fraction of the cycle at which each foot touches down, and fraction that it stays on the ground. */
const BEATS = [
  ['L_Hind', 0],
  ['L_Front', 0.25],
  ['R_Hind', 0.5],
  ['R_Front', 0.75],
] as const;
const STANCE = 0.65;

/** True if a foot is on the ground at a fraction of the cycle, excluding touchdown and lift-off. */
const isDown = (share: number, beat: number): boolean => {
  const at = (share - beat + 1) % 1;
  return at > 0.02 && at < STANCE - 0.02;
};

let dog: Uint8Array;
let horse: Uint8Array;
let rods: Uint8Array;
beforeAll(async () => {
  dog = await rig(await describeBody('a dog'));
  horse = await rig(await describeBody('a horse'));
  rods = await rig(await toBody(...rodAnimal()));
}, 60_000);

describe('the walk of a quadruped', () => {
  it.each(['a dog', 'a horse', 'rods'])('has four beats without sliding or sinking feet: %s', async (who) => {
    const model = { 'a dog': dog, 'a horse': horse }[who] ?? rods;
    const document = await animate(model, false);
    const height = heightOf(document);
    for (const [foot, beat] of BEATS) {
      const ball = track(document, 'walk', `${foot}Toes`);
      const last = ball.length - 1;
      const lifted = ball.map(([, y]) => y! - ball[0]![1]!).map((rise) => rise / height);
      let steps = 0;
      for (let frame = 1; frame <= last; frame++) {
        const [from, to] = [(frame - 1) / last, frame / last];
        if (!isDown(from, beat) || !isDown(to, beat) || from % 1 > to % 1) continue;
        steps++;
        const moved = Math.hypot(...ball[frame]!.map((value, k) => value - ball[frame - 1]![k]!));
        expect(moved / height, `${foot} in frame ${frame}`).toBeLessThan(1e-3);
      }
      expect(steps).toBeGreaterThan(15);
      expect(Math.max(...lifted) - Math.min(...lifted)).toBeGreaterThan(0.03);
      expect(ball[last]![2]! - ball[0]![2]!).toBeGreaterThan(0.3 * height);
    }
    const clip = toPosableClip(document.getRoot().listAnimations()[0]!);
    const ground = lowest(document);
    for (let frame = 0; frame <= 24; frame++) {
      clip.pose((frame / 24) * clip.seconds);
      expect((ground - lowest(document)) / height, `frame ${frame}`).toBeLessThan(0.006);
    }
  });

  it('bends knees and wrists to the front, hocks and elbows to the back', async () => {
    const document = await animate(dog, true);
    for (const [foot] of BEATS) {
      const [root, bend, ankle, ball] = ['UpperLeg', 'LowerLeg', 'Foot', 'Toes'].map((part) =>
        track(document, 'walk', foot + part),
      );
      const isHind = foot.endsWith('Hind');
      bend!.forEach((place, frame) => {
        const side = forwardOffset(root![frame]!, ankle![frame]!, place);
        expect(isHind ? side : -side, `${foot} in frame ${frame}`).toBeGreaterThan(-0.005);
      });
      const offsets = ankle!.map((place, frame) => forwardOffset(bend![frame]!, ball![frame]!, place));
      if (isHind) expect(Math.min(...offsets)).toBeLessThan(-0.01);
      else expect(Math.max(...offsets)).toBeGreaterThan(0.02);
    }
  });

  it('is cyclic and stays in place with isInPlace', async () => {
    const document = await animate(horse, true);
    for (const name of ['Hip', 'Head', 'Tail04', 'L_FrontToes', 'R_HindFoot']) {
      const places = track(document, 'walk', name);
      places[0]!.forEach((value, k) => expect(places.at(-1)![k], name).toBeCloseTo(value, 4));
    }
    const hips = track(document, 'walk', 'Hip').map(([, , z]) => z!);
    expect(Math.max(...hips) - Math.min(...hips)).toBeLessThan(1e-4);
  });

  // Failed once in a full run and never in 540 repetitions with the same bytes; the cause is unknown.
  it('moves in the direction that the animal faces', { retry: 1 }, async () => {
    for (const [quarters, axis, sign] of [
      [1, 0, 1],
      [2, 2, -1],
      [3, 0, -1],
    ] as const) {
      const document = await animate(await rig(await toBody(...turned(rodAnimal(), quarters))), false);
      const hips = track(document, 'walk', 'Hip');
      const travel = hips.at(-1)!.map((value, k) => value - hips[0]![k]!);
      expect(travel[axis]! * sign).toBeGreaterThan(0.3);
      expect(Math.abs(travel[2 - axis]!)).toBeLessThan(0.01);
    }
  });

  it('is valid and plays the same in glTF, FBX and USDZ', async () => {
    const document = await animate(rods, false);
    const glb = await toGlb(document);
    const { issues } = await validator.validateBytes(glb);
    expect([issues.numErrors, issues.numWarnings]).toEqual([0, 0]);
    const [expected] = await playGltf(document, SHARES);
    expect(expected).toMatchObject({ name: 'walk', seconds: expect.closeTo(1.2, 3) as number });
    const convert = async (format: 'FBX' | 'USDZ') =>
      (await convertModel(glb, defaultConvertOptions(format), quiet)).bytes;
    for (const [other] of [playFbx(await convert('FBX'), SHARES), playUsdz(await convert('USDZ'), SHARES)]) {
      other!.boxes.forEach((box, i) => expect(boxDifference(box, expected!.boxes[i]!)).toBeLessThan(0.02));
    }
  });
});

it('errors for biped and unknown clips list the available ones', async () => {
  await expect(animate(dog, true, 'preset:walk')).rejects.toThrow(
    /“preset:walk” does not support quadrupeds. Available: preset:quadruped:walk/,
  );
  await expect(animate(dog, true, 'preset:hexapod:walk')).rejects.toThrow(/does not support quadrupeds/);
  await expect(animate(dog, true, 'preset:quadruped:gallop')).rejects.toThrow(
    /no animation “preset:quadruped:gallop” for quadrupeds. Available: preset:quadruped:walk/,
  );
});

/** Returns the distance of a leg's joint in front of the line between the joints above and below it, metres. */
function forwardOffset(above: readonly number[], below: readonly number[], joint: readonly number[]): number {
  const share = (above[1]! - joint[1]!) / (above[1]! - below[1]!);
  return joint[2]! - (above[2]! + (below[2]! - above[2]!) * share);
}

function heightsOf(document: Document): number[] {
  return toFlatMeshes(document)
    .flatMap(({ primitives }) => primitives)
    .flatMap(({ positions }) => [...positions].filter((_, i) => i % 3 === 1));
}

function lowest(document: Document): number {
  return heightsOf(document).reduce((low, y) => Math.min(low, y), Infinity);
}

function heightOf(document: Document): number {
  return heightsOf(document).reduce((high, y) => Math.max(high, y), -Infinity) - lowest(document);
}
