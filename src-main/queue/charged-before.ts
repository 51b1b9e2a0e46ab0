import { addCredits, formatCredits, parseCredits, ZERO_CREDITS } from '../../src-shared/api/pricing/credits.ts';
import type { JobRecord, StepRecord } from '../pipeline/job-record.ts';

/** The charges of a job for tasks that no step has any more: earlier ones, and the tasks of the `replaced` steps. */
export function chargedBefore(
  record: Pick<JobRecord, 'chargedBefore'>,
  replaced: readonly StepRecord[],
): Pick<JobRecord, 'chargedBefore'> {
  const amounts = [record.chargedBefore, ...replaced.map(({ creditsConsumed }) => creditsConsumed)];
  const sum = addCredits(...amounts.map((amount) => parseCredits(amount ?? '0') ?? ZERO_CREDITS));
  return sum > 0 ? { chargedBefore: formatCredits(sum) } : {};
}
