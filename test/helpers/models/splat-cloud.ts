import type { SplatCloud } from '../../../src-main/engine/files/splat/splat-cloud.ts';

/** Four flat red splats at the corners of a square of 2 × 4 m that stands on the ground, facing the front, 0.1 m wide. */
export function makeSplatCloud(): SplatCloud {
  const count = 4;
  const each = (values: readonly number[]): Float32Array =>
    Float32Array.from({ length: count * values.length }, (_, i) => values[i % values.length]!);
  return {
    count,
    positions: Float32Array.from([-1, 0, 0, 1, 0, 0, -1, 4, 0, 1, 4, 0]),
    normals: each([0, 0, 1]),
    scales: each([0.1, 0.1, 0.01]),
    rotations: each([1, 0, 0, 0]),
    colors: each([0.8, 0.1, 0.1]),
    opacity: 0.9,
  };
}
