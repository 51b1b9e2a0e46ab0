import { beforeAll, describe, expect, it } from 'vitest';
import type { Document } from '@gltf-transform/core';
import { retargetModel } from '../../../../src-main/engine/change/animate/retarget-model.ts';
import { rigModel } from '../../../../src-main/engine/change/rig/rig-model.ts';
import { toGlb } from '../../../../src-main/engine/files/gltf/to-glb.ts';
import { renderClips, toMiddlePose } from '../../../../src-main/engine/show/video/render-clips.ts';
import { renderTurntable } from '../../../../src-main/engine/show/video/turntable.ts';
import type { Image } from '../../../../src-main/engine/base/image/image.ts';
import { renderPreview } from '../../../../src-main/engine/base/render/render-preview.ts';
import { worldBox } from '../../../../src-main/engine/base/document/world-box.ts';
import { readWebm } from '../../../helpers/images/read-webm.ts';
import { rodFigure, toBody } from '../../change/rig/bodies.ts';

const SMALL = { size: 64, framesPerSecond: 24 };
const quiet = () => undefined;

let person: Document;
let walking: Document;
beforeAll(async () => {
  person = (await rigModel(await toBody(...rodFigure(0.2)), { rigType: 'biped', spec: 'mixamo' }, quiet)).document;
  const options = { animations: ['walk', 'jump'], isInPlace: true, isBaked: true };
  walking = (await retargetModel(await toGlb(person), options, quiet)).document;
});

/** Returns the share of the pixels whose opacity differs. */
function difference(a: Image, b: Image): number {
  const changed = a.data.filter((value, i) => i % 4 === 3 && Math.abs(value - b.data[i]!) > 64).length;
  return changed / (a.data.length / 4);
}

describe('a turntable', () => {
  it('starts at the angle of the preview, turns past the back, and has no jumps', async () => {
    const frames: Image[] = [];
    for await (const frame of renderTurntable(person, { frames: 12, size: 96 }, quiet)) frames.push(frame);
    expect(frames).toHaveLength(12);
    const steps = frames.map((frame, i) => difference(frame, frames[(i + 1) % 12]!));
    expect(Math.max(...steps)).toBeLessThan(0.12);
    expect(Math.max(...frames.map((frame) => difference(frames[0]!, frame)))).toBeGreaterThan(0.02);
    const tops = frames.map(({ data }) => data.findIndex((value, i) => i % 4 === 3 && value > 128));
    expect(Math.max(...tops) / 4 / 96 - Math.min(...tops) / 4 / 96).toBeLessThan(4);
  });
});

describe('a video of clips', () => {
  it('plays every clip with its own poses, and repeats short ones', async () => {
    const shares: number[] = [];
    const video = await renderClips(walking, SMALL, (share) => void shares.push(share));
    const { frames, width, duration } = readWebm(video!);
    expect(width).toBe(64);
    // 1.1 s and 1.3 s, each twice.
    expect(frames).toHaveLength(2 * 26 + 2 * 31);
    expect(duration).toBeCloseTo((1000 * frames.length) / 24, 3);
    expect(frames[0]!.data).toEqual(frames[26]!.data);
    expect(frames[0]!.data).not.toEqual(frames[13]!.data);
    expect(shares.at(-1)).toBe(1);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  });

  it('does not change the document', async () => {
    const before = await toGlb(walking);
    await renderClips(walking, SMALL, quiet);
    expect(await toGlb(walking)).toEqual(before);
  });

  it('is null if nothing moves', async () => {
    expect(await renderClips(person, SMALL, quiet)).toBeNull();
  });
});

describe('the middle of a clip', () => {
  it('differs from the rest pose, on a copy', async () => {
    const options = { animations: ['jump'], isInPlace: true, isBaked: true };
    const { document } = await retargetModel(await toGlb(person), options, quiet);
    const posed = toMiddlePose(document);
    expect(worldBox(posed)!.min[1]).toBeGreaterThan(worldBox(document)!.min[1] + 0.05);
    const shot = { size: 64, azimuth: 0, elevation: 0, background: null };
    const [rest, middle] = await Promise.all([renderPreview(person, shot), renderPreview(posed, shot)]);
    expect(difference(rest, middle)).toBeGreaterThan(0.03);
  });

  it('of a document without clips is the document unposed', () => {
    expect(worldBox(toMiddlePose(person))).toEqual(worldBox(person));
  });
});
