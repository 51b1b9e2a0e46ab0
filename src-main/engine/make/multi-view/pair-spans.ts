import type { RowSpan } from './row-spans.ts';

/** A stretch of the front silhouette and one of the side silhouette, in the same row, that may show the same part. */
export interface SpanPair {
  readonly across: RowSpan;
  readonly along: RowSpan;
  /** Both branches end at the same heights, so each stretch is most likely the other's own outline. */
  readonly isMatch: boolean;
}

/**
 * Which stretches of a row belong together. Where both silhouettes show several, every crossing could be solid, and most
 * are ghosts: a tail between two legs is not also a leg. A part ends at the same height in both views, so a crossing
 * whose branches end more than `tolerance` rows apart goes, unless one of its stretches has no better partner.
 */
export function pairSpans(across: readonly RowSpan[], along: readonly RowSpan[], tolerance: number): SpanPair[] {
  const bestOf = (span: RowSpan, others: readonly RowSpan[]): number =>
    others.reduce((best, other) => Math.min(best, gapOf(span, other)), Infinity);
  const alongBest = along.map((span) => bestOf(span, across));
  return across.flatMap((a) => {
    const acrossBest = bestOf(a, along);
    return along
      .filter((b, i) => gapOf(a, b) <= tolerance + Math.max(acrossBest, alongBest[i]!))
      .map((b) => ({ across: a, along: b, isMatch: gapOf(a, b) <= tolerance }));
  });
}

function gapOf(a: RowSpan, b: RowSpan): number {
  return Math.abs(a.bottom - b.bottom) + Math.abs(a.top - b.top);
}
