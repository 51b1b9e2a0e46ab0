import type { RowSpan } from './row-spans.ts';

/** How the thickness of an inflated silhouette runs along one stretch of a row. */
export interface SpanThickness {
  /** The largest squared height on the stretch, cells². */
  readonly ridge: number;
  /**
   * For the cell before the stretch, its cells and the one after it: the square of the distance from the ridge as a share
   * of the thickness; 0 on the ridge, 1 on the outline, more outside.
   */
  readonly shares: Float32Array;
  /** The same for a part of the stretch that reaches at most `half` cells to both sides of its middle. */
  narrowed(half: number): Float32Array;
}

/** Beyond the outline and the cell after it nothing is known but that it is outside. */
const OUTSIDE = 2;

/** Measures a stretch of a row of squared heights as `inflateCoverage` makes them. O(cells). */
export function toSpanThickness(squaredHeights: Float32Array, { first, last }: RowSpan): SpanThickness {
  const ridge = squaredHeights.subarray(first, last + 1).reduce((most, value) => Math.max(most, value), 0);
  const shares = squaredHeights.slice(first - 1, last + 2).map((value) => Math.max(0, 1 - value / ridge));
  return {
    ridge,
    shares,
    narrowed(half) {
      const scale = (last - first + 1) / 2 / half;
      if (scale <= 1) return shares;
      const middle = (shares.length - 1) / 2;
      return shares.map((_, i) => {
        const from = middle + (i - middle) * scale;
        const low = Math.floor(from);
        if (low < 0 || low >= shares.length - 1) return OUTSIDE;
        return shares[low]! + (from - low) * (shares[low + 1]! - shares[low]!);
      });
    },
  };
}
