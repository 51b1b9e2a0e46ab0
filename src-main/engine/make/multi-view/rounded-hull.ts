import type { CoverageGrid } from '../../base/silhouette/coverage-grid.ts';
import { inflateCoverage } from '../../base/silhouette/inflate-coverage.ts';
import type { SpanPair } from './pair-spans.ts';
import { pairSpans } from './pair-spans.ts';
import type { RowSpan } from './row-spans.ts';
import { findRowSpans } from './row-spans.ts';
import type { SpanThickness } from './span-thickness.ts';
import { toSpanThickness } from './span-thickness.ts';
import type { Volume } from '../../base/mesh/volume.ts';

/**
 * Exponent of the cross-section: 2 would make an ellipse of two strips, infinity a box. A little less, because a
 * silhouette shows the widest place of a row, and width and depth are seldom reached in the same places.
 */
const ROUNDNESS = 1.8;
/** Share of the height by which the ends of a part may differ between two views. */
const END_TOLERANCE = 0.04;
/** A stretch is thicker than another if its squared thickness is this many times as large. */
const THICKER = 1.5;

/**
 * The body that two silhouettes at right angles allow, rounded: `across` shows x and y, `along` z and y, row on row.
 *
 * The plain visual hull would be a box wherever both are strips. Here each silhouette is inflated like a balloon, and a
 * crossing of two stretches is filled where the distances from their ridges, as shares of their thickness, lie within
 * a superellipse: two equal discs become (nearly) a ball, two strips a round bar, and a long flank stays straight,
 * because along it the balloon is equally thick. Positive inside; O(cells).
 * Source of the hull: Laurentini, "The visual hull concept" (1994).
 */
export function toRoundedHull(across: CoverageGrid, along: CoverageGrid): Volume {
  const height = Math.min(across.height, along.height);
  const [width, depth] = [across.width, along.width];
  const values = new Float32Array(width * depth * height).fill(-1);
  const heightsAcross = inflateCoverage(across).squaredHeights;
  const heightsAlong = inflateCoverage(along).squaredHeights;
  const spansAcross = findRowSpans(across);
  const spansAlong = findRowSpans(along);

  for (let y = 0; y < height; y++) {
    const sharesOf = (heights: Float32Array, cells: number, spans: readonly RowSpan[]): Map<RowSpan, SpanThickness> =>
      new Map(spans.map((span) => [span, toSpanThickness(heights.subarray(y * cells, (y + 1) * cells), span)]));
    const sharesAcross = sharesOf(heightsAcross, width, spansAcross[y]!);
    const sharesAlong = sharesOf(heightsAlong, depth, spansAlong[y]!);
    const pairs = pairSpans(spansAcross[y]!, spansAlong[y]!, END_TOLERANCE * height);
    for (const pair of pairs) {
      const [a, b] = [sharesAcross.get(pair.across)!, sharesAlong.get(pair.along)!];
      const [isSlimX, isSlimZ] = [
        isLesser(pair, pairs, 'across', sharesAlong),
        isLesser(pair, pairs, 'along', sharesAcross),
      ];
      const x = isSlimX ? a.narrowed(Math.sqrt(b.ridge)) : a.shares;
      const z = isSlimZ ? b.narrowed(Math.sqrt(a.ridge)) : b.shares;
      fill(values, (y * depth + pair.along.first - 1) * width + pair.across.first - 1, width, x, z);
    }
  }
  return { width, depth, height, values };
}

/**
 * Whether a stretch's partner is only one among several and thinner than another: then that other one fills the
 * stretch, and the partner is taken to be as wide as it is deep, because its own outline is hidden.
 */
function isLesser(
  pair: SpanPair,
  pairs: readonly SpanPair[],
  side: 'across' | 'along',
  partners: ReadonlyMap<RowSpan, SpanThickness>,
): boolean {
  if (pair.isMatch) return false;
  const other = side === 'across' ? 'along' : 'across';
  const ridge = partners.get(pair[other])!.ridge;
  return pairs.some((one) => one[side] === pair[side] && partners.get(one[other])!.ridge > THICKER * ridge);
}

/** Raises the cells of a crossing, whose first one is `start`, to how far inside its superellipse they are. */
function fill(values: Float32Array, start: number, width: number, x: Float32Array, z: Float32Array): void {
  const powerX = x.map((share) => share ** (ROUNDNESS / 2));
  for (let k = 0; k < z.length; k++) {
    const rest = 1 - z[k]! ** (ROUNDNESS / 2);
    const row = start + k * width;
    for (let i = 0; i < powerX.length; i++) {
      const value = rest - powerX[i]!;
      if (value > values[row + i]!) values[row + i] = value;
    }
  }
}
