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
 * Exponent of the cross-section: 2 would make an ellipse of two strips, infinity a box. Slightly lower, because a
 * silhouette shows the widest part of a row, and maximum width and depth are seldom at the same place.
 */
const ROUNDNESS = 1.8;
/** Maximum difference between the ends of a part in two views, as a share of the height. */
const END_TOLERANCE = 0.04;
/** A span is thicker than another if its squared thickness is at least this many times as large. */
const THICKNESS_RATIO = 1.5;

/**
 * Returns the rounded visual hull of two orthogonal silhouettes: `across` shows x and y, `along` z and y, with matching
 * rows.
 *
 * The plain visual hull would be a box wherever both silhouettes are strips. Here each silhouette is inflated like a
 * balloon, and the crossing of two spans is filled where the distances from their ridges, as shares of their thickness,
 * lie within a superellipse: two equal discs give (nearly) a ball, two strips a round bar, and a long flank stays
 * straight, because the balloon has constant thickness along it. Values are positive inside. O(cells). Source of the
 * hull: Laurentini, "The visual hull concept" (1994).
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
      const [isThinX, isThinZ] = [
        isThinner(pair, pairs, 'across', sharesAlong),
        isThinner(pair, pairs, 'along', sharesAcross),
      ];
      const x = isThinX ? a.narrowed(Math.sqrt(b.ridge)) : a.shares;
      const z = isThinZ ? b.narrowed(Math.sqrt(a.ridge)) : b.shares;
      fill(values, (y * depth + pair.along.first - 1) * width + pair.across.first - 1, width, x, z);
    }
  }
  return { width, depth, height, values };
}

/**
 * True if a span has several partners and this one is thinner than another: the thicker one fills the span, and this
 * one is assumed to be as wide as it is deep, because its own outline is hidden.
 */
function isThinner(
  pair: SpanPair,
  pairs: readonly SpanPair[],
  side: 'across' | 'along',
  partners: ReadonlyMap<RowSpan, SpanThickness>,
): boolean {
  if (pair.isMatch) return false;
  const other = side === 'across' ? 'along' : 'across';
  const ridge = partners.get(pair[other])!.ridge;
  return pairs.some((one) => one[side] === pair[side] && partners.get(one[other])!.ridge > THICKNESS_RATIO * ridge);
}

/** Raises the cells of a crossing to their depth inside its superellipse. `start`: index of its first cell. */
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
