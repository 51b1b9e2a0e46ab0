import type { JudgedRow } from './judge-row.ts';
import type { Report } from './report.ts';
import type { Summary } from './statistics.ts';

/** A row that got worse since an earlier report. */
export interface Worsening {
  readonly id: string;
  readonly before: number;
  readonly now: number;
  /** What both reports together may differ by. */
  readonly spread: number;
  /** `ratio`: to the peer; `value`: ours alone, where there is no peer; `failed`: it was measured before. */
  readonly of: 'ratio' | 'value' | 'failed';
}

/** So few runs say little of their spread: it is taken as this share of the median at least. */
const FEW_RUNS = 5;
const SHARE_OF_FEW = 0.25;

/**
 * The rows of `now` that are worse than in `before` by more than the spread of both together. Rows that only one of them
 * measured, or that one measured on a busy machine, are not compared.
 */
export function findWorsenings(before: Report, now: Report): Worsening[] {
  const earlier = new Map(before.rows.map((row) => [row.id, row]));
  return now.rows.flatMap((row) => {
    const old = earlier.get(row.id);
    return old ? (compareRow(old, row) ?? []) : [];
  });
}

function compareRow(old: JudgedRow, row: JudgedRow): Worsening | null {
  if (!old.ours || [old, row].some(isBesideOthers)) return null;
  const { id } = row;
  if (row.verdict === 'failed') return { id, before: old.ours.median, now: Number.NaN, spread: 0, of: 'failed' };
  const of = old.ratio && row.ratio ? 'ratio' : 'value';
  const [a, b] = of === 'ratio' ? [old.ratio, row.ratio] : [old.ours, row.ours];
  if (!a || !b) return null;
  const spread = row.isExact ? 0 : Math.hypot(spreadOf(a), spreadOf(b));
  const worse = row.better === 'lower' ? b.median - a.median : a.median - b.median;
  return worse > spread ? { id, before: a.median, now: b.median, spread, of } : null;
}

/** Rows without a goal have another verdict on a busy machine too. */
function isBesideOthers({ verdict, disturbed, isExact }: JudgedRow): boolean {
  return verdict === 'machine busy' || (disturbed !== null && !isExact);
}

function spreadOf({ q1, q3, min, max, median, count }: Summary): number {
  return count < FEW_RUNS ? Math.max(max - min, Math.abs(median) * SHARE_OF_FEW) : q3 - q1;
}
