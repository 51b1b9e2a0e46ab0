import { expect, it } from 'vitest';
import type { Camera } from '../../../../src-main/engine/base/render/camera.ts';
import { renderSplats } from '../../../../src-main/engine/make/splat/render-splats.ts';
import type { SplatCloud } from '../../../../src-main/engine/files/splat/splat-cloud.ts';

const EDGE = 64;
/** Ten metres in front of the origin, facing −Z; the image covers 2 m there. */
const CAMERA: Camera = { eye: [0, 0, 10], right: [1, 0, 0], up: [0, 1, 0], forward: [0, 0, -1], halfView: 0.1 };

/** Returns discs that face +Z. */
function discs(centers: readonly number[][], colors: readonly number[][], scale = [0.2, 0.2, 0.01]): SplatCloud {
  const count = centers.length;
  return {
    count,
    positions: Float32Array.from(centers.flat()),
    normals: Float32Array.from(centers.flatMap(() => [0, 0, 1])),
    scales: Float32Array.from(centers.flatMap(() => scale)),
    rotations: Float32Array.from(centers.flatMap(() => [1, 0, 0, 0])),
    colors: Float32Array.from(colors.flat()),
    opacity: 0.98,
  };
}

const at = (cloud: SplatCloud, x: number, y: number): number[] => {
  const { data } = renderSplats(cloud, CAMERA, EDGE);
  return [...data.subarray(4 * (y * EDGE + x), 4 * (y * EDGE + x) + 4)];
};

it('a splat is a Gaussian of its colour at its position', () => {
  const cloud = discs([[0.5, 0.25, 0]], [[1, 0.5, 0]]);
  // 0.5 m to the right is 16 pixels, 0.25 m up is 8; the standard deviation is 6.4 pixels.
  const alpha = (x: number, y: number): number => at(cloud, x, y)[3]!;
  expect(at(cloud, 48, 24).slice(0, 3)).toEqual([255, 128, 0]);
  expect(alpha(48, 24)).toBeGreaterThan(245);
  const variance = 6.4 ** 2 + 0.3;
  expect(alpha(54, 24) / 255).toBeCloseTo(0.98 * Math.exp((-0.5 * (6.5 ** 2 + 0.5 ** 2)) / variance), 2);
  expect(alpha(10, 24)).toBe(0);
});

it('the nearer splat hides the one behind, in any input order', () => {
  const [near, far] = [
    [0, 0, 1],
    [0, 0, -1],
  ];
  const colors = [
    [1, 0, 0],
    [0, 1, 0],
  ];
  expect(at(discs([near, far], colors), 32, 32)[0]).toBeGreaterThan(240);
  expect(at(discs([far, near], colors.toReversed()), 32, 32)[0]).toBeGreaterThan(240);
});

it('a disc seen edge-on is a line', () => {
  const cloud = discs([[0, 0, 0]], [[1, 1, 1]], [0.01, 0.3, 0.3]);
  expect(at(cloud, 32, 22)[3]).toBeGreaterThan(100);
  expect(at(cloud, 38, 32)[3]).toBe(0);
});

it('splats behind the camera are left out', () => {
  const cloud = discs([[0, 0, 11]], [[1, 1, 1]]);
  expect(renderSplats(cloud, CAMERA, EDGE).data.every((value) => value === 0)).toBe(true);
});
