import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { toFlatMeshes } from '../../../../src-main/engine/base/document/flat-meshes.ts';
import { readGlb } from '../../../../src-main/engine/files/gltf/read-glb.ts';
import { measureSurfaceError } from '../../../helpers/models/surface-error.ts';
import type { Outline } from '../one-view/pictures.ts';
import { cutOut, disc, figure } from '../one-view/pictures.ts';
import { block, countPieces, shape, views } from './subjects.ts';
import { SAMPLES } from '../../../helpers/samples.ts';

/** Counts the vertices in a box; null: no limit on that side. */
function countIn(positions: Float32Array, min: readonly (number | null)[], max: readonly (number | null)[]): number {
  let count = 0;
  for (let i = 0; i < positions.length; i += 3) {
    const isIn = [0, 1, 2].every(
      (k) => positions[i + k]! >= (min[k] ?? -Infinity) && positions[i + k]! <= (max[k] ?? Infinity),
    );
    if (isIn) count++;
  }
  return count;
}

describe('the shape of a model built from views', () => {
  it('is a ball if every view shows a disc', async () => {
    const { min, max, volume, positions } = await shape(await views(disc(0.8), disc(0.8), 64));
    for (let k = 0; k < 3; k++) expect(max[k]! - min[k]!).toBeGreaterThan(0.97);
    const ball = Math.PI / 6;
    expect(volume / ball).toBeGreaterThan(0.9);
    expect(volume / ball).toBeLessThan(1.02);
    const radii = Array.from({ length: positions.length / 3 }, (_, v) =>
      Math.hypot(positions[3 * v]!, positions[3 * v + 1]! - 0.5, positions[3 * v + 2]!),
    );
    expect(Math.min(...radii)).toBeGreaterThan(0.46);
    expect(Math.max(...radii)).toBeLessThan(0.52);
  });

  it('is a round bar, not a box, if front and side are equal strips', async () => {
    const { volume, min, max } = await shape(await views(block(0.3, 0.9), block(0.3, 0.9)));
    expect(max[0]! - min[0]!).toBeCloseTo(1 / 3, 1);
    const cylinder = (Math.PI / 4) * (1 / 3) ** 2;
    expect(volume / cylinder).toBeGreaterThan(0.9);
    expect(volume / cylinder).toBeLessThan(1.03);
  });

  it('has the width and depth of the views', async () => {
    const { min, max } = await shape(await views(block(0.4, 0.8), block(0.9, 0.8)));
    expect(max[2]! - min[2]!).toBeCloseTo(0.9 / 0.8, 1);
    expect(max[1]! - min[1]!).toBeCloseTo(1, 1);
    expect(max[0]! - min[0]!).toBeCloseTo(0.4 / 0.8, 1);
  });

  it('keeps the empty corner of an L on the right side', async () => {
    // A step on the left of the image, seen from the front: that is the right of the subject, −X.
    const step: Outline = (x, y) => block(0.8)(x, y) && (x > 0 || y > 0.2);
    const { positions } = await shape(await views(step, block(0.3, 0.8)));
    expect(countIn(positions, [null, 0.5, null], [-0.05, null, null])).toBe(0);
    expect(countIn(positions, [0.3, 0.5, null], [null, null, null])).toBeGreaterThan(10);
  });

  it('has its front where the left view shows it', async () => {
    // A nose low at the left view's left edge points to +Z.
    const nose: Outline = (x, y) => block(0.3, 0.8)(x, y) || (x <= 0 && x > -0.8 && y > 0.4 && y < 0.8);
    const { min, max, positions } = await shape(await views(block(0.3, 0.8), nose));
    expect(max[2]! - min[2]!).toBeGreaterThan(0.6);
    expect(countIn(positions, [null, null, max[2]! - 0.1], [null, 0.35, null])).toBeGreaterThan(5);
    expect(countIn(positions, [null, 0.4, max[2]! - 0.2], [null, null, null])).toBe(0);
  });

  it('keeps two separate parts separate', async () => {
    const two: Outline = (x, y) => Math.hypot(Math.abs(x) - 0.5, y) < 0.4;
    const { positions, indices, volume } = await shape(await views(two, disc(0.4)));
    expect(countPieces({ positions, indices })).toBe(2);
    const balls = (2 * Math.PI) / 6;
    expect(volume / balls).toBeGreaterThan(0.9);
    expect(volume / balls).toBeLessThan(1.05);
  });

  it('has no ghost parts where parts that end at different heights cross', async () => {
    // A body on two legs with a shorter tail behind, which the front view shows between them.
    const front: Outline = (x, y) => {
      if (y < 0) return block(0.5, 0.8)(x, y);
      return y < 0.8 && ((Math.abs(x) > 0.34 && Math.abs(x) < 0.5) || (Math.abs(x) < 0.1 && y < 0.5));
    };
    const side: Outline = (x, y) => {
      if (y < 0) return block(0.8)(x, y);
      return y < 0.8 && ((x > -0.7 && x < -0.4) || (x > 0.4 && x < 0.7 && y < 0.5));
    };
    const { positions } = await shape(await views(front, side));
    // Unit: height of the subject. The right half of the left view is the back, −Z.
    const [low, high] = [0.25, 0.4];
    expect(countIn(positions, [0.15, low, 0.1], [null, high, null])).toBeGreaterThan(5);
    expect(countIn(positions, [-0.1, low, null], [0.1, high, -0.1])).toBeGreaterThan(5);
    expect(countIn(positions, [0.15, low, null], [null, high, -0.1])).toBe(0);
    expect(countIn(positions, [-0.1, low, 0.1], [0.1, high, null])).toBe(0);
  });

  it('does not depend on the size and position of the subject in the images', async () => {
    const moved =
      (scale: number, dx: number): Outline =>
      (x, y) =>
        figure((x - dx) / scale, y / scale);
    const same = await shape(await views(figure, block(0.2, 0.675), 64));
    const [front, left, back] = await views(figure, block(0.2, 0.675), 64);
    const small = await cutOut(160, moved(0.5, 0.3));
    const other = await shape([small, left!, back!, null]);
    expect(front).not.toEqual(small);
    for (let k = 0; k < 3; k++) {
      expect(other.max[k]! - other.min[k]!).toBeCloseTo(same.max[k]! - same.min[k]!, 1.5);
    }
    expect(other.volume / same.volume).toBeGreaterThan(0.93);
    expect(other.volume / same.volume).toBeLessThan(1.07);
  });

  it.each([48, 500, 5000])('respects a limit of %i triangles and stays closed', async (faceLimit) => {
    const { indices } = await shape(await views(figure, block(0.3, 0.675), 64), faceLimit);
    expect(indices.length / 3).toBeGreaterThan(faceLimit / 4);
  });

  it.each<[string, Outline, Outline]>([
    ['a hair', (x, y) => Math.abs(x - 0.6 * y) < 0.02 && Math.abs(y) < 0.8, block(0.02, 0.8)],
    ['a flat banner', block(0.95, 0.04), block(0.5, 0.04)],
    ['parts that touch at a corner', (x, y) => x > 0 === y > 0, (x, y) => x > 0 === y < 0],
    ['a sieve', (x, y) => Math.hypot(((x + 2) % 0.3) - 0.15, ((y + 2) % 0.3) - 0.15) > 0.08, block(0.1, 0.99)],
    ['views that show different subjects', figure, (x, y) => Math.abs(y) > 0.5 && disc(0.9)(x, y)],
  ])('is closed and within the limit for %s', async (_, front, side) => {
    await shape(await views(front, side));
  });

  it.skipIf(!existsSync(SAMPLES))('is close to the real surface of a fox (needs ../shared/samples)', async () => {
    const images = ['front', 'left', 'back', 'right'].map((name) =>
      readFileSync(path.join(SAMPLES, `views/Fox_${name}.png`)),
    );
    const [truth] = toFlatMeshes(await readGlb(readFileSync(path.join(SAMPLES, 'models/Fox.glb'))))[0]!.primitives;
    const built = await shape(images, 20_000);
    expect(measureSurfaceError(truth!, built).mean).toBeLessThan(0.7);
  });
});
