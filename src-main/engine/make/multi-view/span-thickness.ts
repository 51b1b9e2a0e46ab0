import type { RowSpan } from './row-spans.ts';

/** Thickness of an inflated silhouette along one span of a row. */
export interface SpanThickness {
  /** Maximum squared height on the span, cells². */
  readonly ridge: number;
  /**
   * For the cell before the span, its cells and the one after it: the squared distance from the ridge as a share of the
   * squared thickness; 0 on the ridge, 1 on the outline, more outside.
   */
  readonly shares: Float32Array;
  /** Returns the same values for the span narrowed to at max `half` cells on both sides of its middle. */
  narrowed(half: number): Float32Array;
}

/** Value beyond the cell after the outline, where only “outside” is known. */
const OUTSIDE = 2;

/** Measures a span of a row of squared heights from `inflateCoverage`. O(cells). */
export function toSpanThickness(squaredHeights: Float32Array, { first, last }: RowSpan): SpanThickness {
  const ridge = squaredHeights.subarray(first, last + 1).reduce((max, value) => Math.max(max, value), 0);
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
