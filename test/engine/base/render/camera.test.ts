import { expect, it } from 'vitest';
import { framePrimitives, orbitPrimitives, type Camera } from '../../../../src-main/engine/base/render/camera.ts';

/** A long flat thing away from the origin. */
const corners = [-1, 5].flatMap((x) => [2, 3].flatMap((y) => [0, 0.5].flatMap((z) => [x, y, z])));
const THING = [{ positions: Float32Array.from(corners) }];
const AZIMUTHS = [0, 45, 90, 135, 180, 225, 270, 315];

/** Where a point is in the image, −1 to 1. */
function see({ eye, right, up, forward, halfView }: Camera, point: readonly number[]): [number, number] {
  const along = (axis: readonly number[]) => axis.reduce((sum, value, k) => sum + value * (point[k]! - eye[k]!), 0);
  return [along(right) / along(forward) / halfView, along(up) / along(forward) / halfView];
}

const reach = (camera: Camera): number => {
  const places = Array.from({ length: 8 }, (_, i) => see(camera, corners.slice(3 * i, 3 * i + 3)));
  return Math.max(...places.flat().map(Math.abs));
};

it('a framed model fills the picture up to its margin', () => {
  for (const azimuth of AZIMUTHS) expect(reach(framePrimitives(THING, azimuth, 14))).toBeCloseTo(0.9, 5);
});

it('a camera that goes around sees everything from everywhere, from one distance, and turns about one axis', () => {
  const cameras = orbitPrimitives(THING, AZIMUTHS, 14);
  const reaches = cameras.map(reach);
  expect(Math.max(...reaches)).toBeCloseTo(0.9, 5);
  const middle = [2, 2.5, 0.25];
  const distances = cameras.map(({ eye }) => Math.hypot(...eye.map((value, k) => value - middle[k]!)));
  for (const distance of distances) expect(distance).toBeCloseTo(distances[0]!, 6);
  for (const camera of cameras) see(camera, middle).forEach((value) => expect(value).toBeCloseTo(0, 6));
});

it('nothing at all can be framed too', () => {
  expect(framePrimitives([], 0, 0).eye.every(Number.isFinite)).toBe(true);
  expect(orbitPrimitives([], [0], 0)[0]!.eye.every(Number.isFinite)).toBe(true);
});
