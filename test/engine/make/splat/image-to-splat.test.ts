import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { farCamera } from '../../../../src-main/engine/base/render/render-orthographic.ts';
import { readImage } from '../../../../src-main/engine/base/image/read-image.ts';
import { imageToSplat, type ImageToSplatResult } from '../../../../src-main/engine/make/splat/image-to-splat.ts';
import { renderSplats } from '../../../../src-main/engine/make/splat/render-splats.ts';
import { compareImages } from '../../../helpers/images/compare-images.ts';
import { readSplat, readSplatPly } from '../../../helpers/models/read-splats.ts';
import { splatBounds } from '../../../helpers/models/splat-bounds.ts';

const COUNT = 40_000;
/** A striped figure on a transparent background: an orange body, a blue head, a dark and a light band. */
const SVG = `<svg width="384" height="384"><circle cx="192" cy="90" r="70" fill="#2f6fd0"/>
  <rect x="92" y="140" width="200" height="210" rx="60" fill="#e08a2e"/>
  <rect x="92" y="200" width="200" height="24" fill="#3a2c20"/><rect x="92" y="270" width="200" height="24" fill="#f2e6c8"/></svg>`;

let png: Uint8Array;
let result: ImageToSplatResult;
beforeAll(async () => {
  png = await sharp(Buffer.from(SVG)).png().toBuffer();
  result = await imageToSplat(png, { count: COUNT, seed: 0 }, () => undefined);
});

describe('splats of an image', () => {
  it('have the requested number and are the same in both files', () => {
    const [ply, splat] = [readSplatPly(result.ply), readSplat(result.splat)];
    expect([ply.length, splat.length]).toEqual([COUNT, COUNT]);
    for (let i = 0; i < COUNT; i += 997) {
      const [one, other] = [ply[i]!, splat[i]!];
      expect(other.position).toEqual(one.position);
      one.scale.forEach((value, k) => expect(other.scale[k]! / value).toBeCloseTo(1, 5));
      one.color.forEach((value, k) => expect(other.color[k]).toBeCloseTo(value, 2));
      expect(other.opacity).toBeCloseTo(one.opacity, 2);
      const same = one.rotation.reduce((sum, value, k) => sum + value * other.rotation[k]!, 0);
      expect(Math.abs(same)).toBeGreaterThan(0.999);
    }
  });

  it('have the colours of the image, and stand upright with the front to +Z', () => {
    const splats = readSplatPly(result.ply);
    const { min, max } = splatBounds(result.cloud);
    expect(min[1]).toBeCloseTo(0, 2);
    expect(max[1]).toBeCloseTo(1, 1);
    const near = (color: readonly number[], wanted: readonly number[]): boolean =>
      color.every((value, k) => Math.abs(255 * value - wanted[k]!) < 24);
    const head = splats.filter(({ position }) => position[1]! > 0.85 && position[2]! > 0);
    expect(head.length).toBeGreaterThan(500);
    expect(head.filter(({ color }) => near(color, [0x2f, 0x6f, 0xd0])).length / head.length).toBeGreaterThan(0.9);
    const feet = splats.filter(({ position }) => position[1]! < 0.12 && position[2]! > 0);
    expect(feet.filter(({ color }) => near(color, [0xe0, 0x8a, 0x2e])).length / feet.length).toBeGreaterThan(0.9);
  });

  it('show the image from the front', async () => {
    const front = renderSplats(result.cloud, farCamera(splatBounds(result.cloud), 'front'), 512);
    const { overlap, psnr } = await compareImages(await readImage(png), front);
    expect(overlap).toBeGreaterThan(0.97);
    expect(psnr).toBeGreaterThan(24);
  });

  it('have a transparent preview that is not empty', async () => {
    const { data, info } = await sharp(result.preview).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height, info.channels]).toEqual([512, 512, 4]);
    const covered = data.filter((value, i) => i % 4 === 3 && value > 250).length / 512 ** 2;
    expect(covered).toBeGreaterThan(0.2);
    expect(data[3]).toBe(0);
  });

  it('are rejected for a file that is not an image', async () => {
    const run = imageToSplat(Buffer.from('not an image'), { count: 1000, seed: 0 }, () => undefined);
    await expect(run).rejects.toThrow(/not an image/);
  });
});
