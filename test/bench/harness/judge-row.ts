import type { MeasuredRow } from './measure-trial.ts';

/** What became of a row. */
type Verdict = 'met' | 'missed' | 'no goal' | 'no peer' | 'machine busy' | 'skipped' | 'failed';

/** A row with its verdict. */
export interface JudgedRow extends MeasuredRow {
  readonly verdict: Verdict;
  /** The verdict as a person reads it. */
  readonly words: string;
}

/** Judges a row; `busy`: what else ran on the machine, null when it was quiet. */
export function judgeRow(row: MeasuredRow, busy: string | null): JudgedRow {
  const judged = (verdict: Verdict, words: string): JudgedRow => ({ ...row, verdict, words });
  const { ours, ratio, goal } = row;
  if (row.absent === 'failed') return judged('failed', `✗ failed: ${row.error ?? 'no reason'}`);
  if (row.absent === 'missing') return judged('skipped', `not measured: ${row.error ?? 'something is missing'}`);
  if (!ours) return judged('skipped', 'skipped in a quick run');
  // Every goal that can be judged without a peer is; a ratio alone is never met without one.
  if (!ratio && goal?.limit === undefined) return judged('no peer', 'NO PEER');
  if (!goal) return judged('no goal', 'no goal');
  if (busy !== null && !row.isExact) return judged('machine busy', `no verdict: machine busy (${busy})`);
  const holds = (value: number, limit: number): boolean => (row.better === 'lower' ? value <= limit : value >= limit);
  const isMet =
    (goal.limit === undefined || holds(ours.median, goal.limit)) &&
    (goal.ratio === undefined || !ratio || holds(ratio.median, goal.ratio));
  return isMet ? judged('met', '✓ met') : judged('missed', '✗ missed');
}
