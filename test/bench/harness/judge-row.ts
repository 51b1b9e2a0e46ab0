import type { MeasuredRow } from './measure-trial.ts';

/** What became of a row. */
type Verdict = 'met' | 'missed' | 'no goal' | 'no peer' | 'machine busy' | 'skipped' | 'failed';

/** A row with its verdict. */
export interface JudgedRow extends MeasuredRow {
  readonly verdict: Verdict;
  /** The verdict as a person reads it. */
  readonly words: string;
}

/**
 * Judges a row; `busy`: what else ran on the machine before the group, null when it was quiet. It counts only where nobody
 * could look at the machine during the runs.
 */
export function judgeRow(row: MeasuredRow, busy: string | null): JudgedRow {
  const judged = (verdict: Verdict, words: string): JudgedRow => ({ ...row, verdict, words });
  const { ours, ratio, goal } = row;
  if (row.absent === 'failed') return judged('failed', `✗ failed: ${row.error ?? 'no reason'}`);
  if (row.absent === 'missing') return judged('skipped', `NOT MEASURED: ${row.error ?? 'something is missing'}`);
  if (!ours) return judged('skipped', 'skipped in a quick run');
  const noPeer = row.peer === null ? 'NO PEER' : `NO PEER (${row.peer})`;
  // A ratio is never met without a peer, whatever the limit beside it says.
  if (!ratio && (!goal || goal.ratio !== undefined)) return judged('no peer', noPeer);
  if (!goal) return judged('no goal', 'no goal');
  const load = row.disturbed ?? (row.usage.ours ? null : busy);
  if (load !== null && !row.isExact) return judged('machine busy', `no verdict: machine busy (${load})`);
  const holds = (value: number, limit: number): boolean => (row.better === 'lower' ? value <= limit : value >= limit);
  // Nothing at all cannot be less, whatever the peer needs.
  const isNothing = row.better === 'lower' && ours.median === 0;
  const isMet =
    (goal.limit === undefined || holds(ours.median, goal.limit)) &&
    (goal.ratio === undefined || isNothing || (ratio !== null && holds(ratio.median, goal.ratio)));
  const words = [isMet ? '✓ met' : '✗ missed', ...(ratio ? [] : [noPeer])].join(', ');
  return judged(isMet ? 'met' : 'missed', words);
}
