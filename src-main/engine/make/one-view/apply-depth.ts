import type { Mask, PixelBox } from '../../base/image/mask.ts';
import { sampleMap, type ValueMap } from '../../base/image/value-map.ts';
import type { CoverageGrid } from '../../base/silhouette/coverage-grid.ts';
import type { Relief } from '../../base/silhouette/inflate-coverage.ts';

/** Height of the farthest areas, as a share of the nearest. */
const FAR_SHARE = 0.25;
/** Maximum height as a multiple of the inflated one: the relief still ends on the outline, and limbs are no blades. */
const MAX_RISE = 1.6;
/** Shares of the subject whose values count as noise at either end of the range. */
const OUTLIERS = 0.02;

/**
 * Returns the relief with heights that follow a depth map (larger is nearer) of the whole image: the nearest area of the
 * subject is as high as the inflated relief, and the outline does not move. Only differences within the subject count,
 * because the unit of such a map is unknown. A map without any does not change the relief. O(cells log cells).
 */
export function applyDepth(relief: Relief, grid: CoverageGrid, mask: Mask, box: PixelBox, depth: ValueMap): Relief {
  const { width, height, squaredHeights: u } = relief;
  const { padding } = grid;
  const [columns, rows] = [width - 2 * padding, height - 2 * padding];
  const nearness = new Float32Array(u.length);
  let highest = 0;
  for (let i = 0; i < u.length; i++) {
    if (u[i]! <= 0) continue;
    highest = Math.max(highest, u[i]!);
    const x = box.left + (((i % width) - padding + 0.5) / columns) * box.width;
    // Rows of the grid run up, those of the map down.
    const y = box.top + ((rows - 0.5 - (Math.floor(i / width) - padding)) / rows) * box.height;
    nearness[i] = sampleMap(depth, x / mask.width, y / mask.height);
  }
  const [far, near] = findRange(nearness.filter((_, i) => u[i]! > 0));
  if (!(near > far)) return relief;
  const top = Math.sqrt(highest);
  const squaredHeights = u.map((value, i) => {
    if (value <= 0) return value;
    const share = Math.min(1, Math.max(0, (nearness[i]! - far) / (near - far)));
    const edge = Math.min(top, MAX_RISE * Math.sqrt(value));
    return (edge * (FAR_SHARE + (1 - FAR_SHARE) * share)) ** 2;
  });
  return { width, height, squaredHeights };
}

/** Returns the smallest and the largest value that are no outliers. */
function findRange(values: Float32Array): [far: number, near: number] {
  const sorted = values.sort();
  const skipped = Math.floor(OUTLIERS * sorted.length);
  return [sorted[skipped] ?? 0, sorted[sorted.length - 1 - skipped] ?? 0];
}
