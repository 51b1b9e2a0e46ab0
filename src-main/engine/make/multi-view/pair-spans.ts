import type { RowSpan } from './row-spans.ts';

/** A span of the front silhouette and one of the side silhouette in the same row that may show the same part. */
export interface SpanPair {
  readonly across: RowSpan;
  readonly along: RowSpan;
  /** True if both branches end at the same heights, so that each span is most likely the outline of the other. */
  readonly isMatch: boolean;
}

/**
 * Pairs the spans of a row. If both silhouettes show several, every crossing could be solid, and most are ghosts: a
 * tail between two legs is not also a leg. A part ends at the same height in both views, so a crossing whose branches
 * end more than `tolerance` rows apart is dropped, unless one of its spans has no better partner.
 */
export function pairSpans(across: readonly RowSpan[], along: readonly RowSpan[], tolerance: number): SpanPair[] {
  const bestOf = (span: RowSpan, others: readonly RowSpan[]): number =>
    others.reduce((best, other) => Math.min(best, endDistance(span, other)), Infinity);
  const alongBest = along.map((span) => bestOf(span, across));
  return across.flatMap((a) => {
    const acrossBest = bestOf(a, along);
    return along
      .filter((b, i) => endDistance(a, b) <= tolerance + Math.max(acrossBest, alongBest[i]!))
      .map((b) => ({ across: a, along: b, isMatch: endDistance(a, b) <= tolerance }));
  });
}

function endDistance(a: RowSpan, b: RowSpan): number {
  return Math.abs(a.bottom - b.bottom) + Math.abs(a.top - b.top);
}
