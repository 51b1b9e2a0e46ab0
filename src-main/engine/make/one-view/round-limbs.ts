import { boxBlur } from '../../base/image/box-blur.ts';
import type { CoverageGrid } from '../../base/silhouette/coverage-grid.ts';
import type { Relief } from '../../base/silhouette/inflate-coverage.ts';

/** An inflated long strip is √2 times as deep as wide; half of its squared height gives a round section. */
const STRIP_FACTOR = 0.5;
/** Blur radius between disc-like and strip-like areas, as a share of the long edge of the grid. */
const BLUR_RADIUS = 0.02;
/** Determinant of the Hessian of the squared heights in a disc; 0 along a strip. */
const DISC_DETERMINANT = 4;

/**
 * Returns a relief whose cross-sections are as deep as wide: limbs, necks and trunks get round sections, where
 * inflation makes them √2 times too deep. A disc stays a ball, and the outline does not move.
 *
 * The curvature of the inflated relief tells strips from discs: Δu is −4 everywhere, entirely across a strip, and half
 * in each direction in a disc, so that the determinant of the Hessian is 0 in a strip and 4 in a disc. O(cells).
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
      shares[i] = Math.min(1, Math.max(0, (xx * yy - xy * xy) / DISC_DETERMINANT));
      known[i] = 1;
    }
  }
  const radius = Math.max(1, Math.round(BLUR_RADIUS * Math.max(grid.width, grid.height)));
  const sums = boxBlur(shares, width, height, radius);
  const counts = boxBlur(known, width, height, radius);
  const squaredHeights = u.map((value, i) => {
    if (value <= 0) return value;
    const share = counts[i]! > 1e-3 ? sums[i]! / counts[i]! : 0;
    return value * (STRIP_FACTOR + (1 - STRIP_FACTOR) * share);
  });
  return { width, height, squaredHeights };
}

function isSurrounded(u: Float32Array, i: number, width: number): boolean {
  for (const row of [i - width, i, i + width]) {
    if (!(u[row - 1]! > 0 && u[row]! > 0 && u[row + 1]! > 0)) return false;
  }
  return true;
}
