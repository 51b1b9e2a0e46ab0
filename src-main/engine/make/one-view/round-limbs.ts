import { boxBlur } from '../../base/image/box-blur.ts';
import type { CoverageGrid } from '../../base/silhouette/coverage-grid.ts';
import type { Relief } from '../../base/silhouette/inflate-coverage.ts';

/** A balloon over a long strip is √2 times as deep as it is wide: half of its squared height makes the section round. */
const STRIP = 0.5;
/** Reach of the blur between round and long places, as a share of the grid's long edge. */
const BLUR = 0.02;
/** The determinant of the Hessian of the squared heights where the outline is a disc; 0 along a strip. */
const DISC = 4;

/**
 * The relief with every cross-section as deep as it is wide: limbs, necks and trunks get round sections, row by row,
 * where the plain balloon makes them √2 times too deep; a disc stays the ball it was, and the outline does not move.
 *
 * How long a place is says the curvature of the balloon itself: Δu is −4 everywhere, all of it across a strip, half of
 * it each way in a disc, so the Hessian's determinant is 0 there and 4 here. O(cells).
 */
export function roundLimbs({ width, height, squaredHeights: u }: Relief, grid: CoverageGrid): Relief {
  const shares = new Float32Array(u.length);
  const known = new Float32Array(u.length);
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      if (!isSurrounded(u, i, width)) continue;
      const xx = u[i - 1]! - 2 * u[i]! + u[i + 1]!;
      const yy = u[i - width]! - 2 * u[i]! + u[i + width]!;
      const xy = (u[i + width + 1]! - u[i + width - 1]! - u[i - width + 1]! + u[i - width - 1]!) / 4;
      shares[i] = Math.min(1, Math.max(0, (xx * yy - xy * xy) / DISC));
      known[i] = 1;
    }
  }
  const radius = Math.max(1, Math.round(BLUR * Math.max(grid.width, grid.height)));
  const sums = boxBlur(shares, width, height, radius);
  const counts = boxBlur(known, width, height, radius);
  const squaredHeights = u.map((value, i) => {
    if (value <= 0) return value;
    const share = counts[i]! > 1e-3 ? sums[i]! / counts[i]! : 0;
    return value * (STRIP + (1 - STRIP) * share);
  });
  return { width, height, squaredHeights };
}

function isSurrounded(u: Float32Array, i: number, width: number): boolean {
  for (const row of [i - width, i, i + width]) {
    if (!(u[row - 1]! > 0 && u[row]! > 0 && u[row + 1]! > 0)) return false;
  }
  return true;
}
