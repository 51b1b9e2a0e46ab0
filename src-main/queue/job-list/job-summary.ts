import { formatCredits } from '../../../src-shared/api/pricing/credits.ts';
import type { ErrorInfo } from '../../../src-shared/base/errors.ts';
import { creditsName } from '../../../src-shared/jobs/test-credits.ts';
import { requestIdSuffix } from '../../../src-shared/messages/request-id-suffix.ts';
import type { JobRecord } from '../../pipeline/job-record.ts';
import { chargedFor, isChargeUnconfirmed, isPaidInTest, isRefunded } from './job-view.ts';
import { describeError } from '../../../src-shared/messages/describe-error.ts';

/** The error, the charge and the next action of a job, as text for the CLI and for files. */
export function toJobSummary(error: ErrorInfo, record: JobRecord): string {
  const { happened, next } = describeError(error, record.name);
  const names = happened.includes(record.name) ? happened : `${record.name}: ${happened}`;
  // These errors say themselves that a charge is possible.
  const charge = error.code === 'outcome_unknown' || error.code === 'maybe_ordered' ? '' : `${chargeSentence(record)} `;
  return `${names} ${charge}${next}${requestIdSuffix(error.requestId)}`;
}

function chargeSentence(record: JobRecord): string {
  const charged = chargedFor(record);
  if ((isChargeUnconfirmed(record) || hasOpenTask(record)) && !record.free) return 'It may have been charged.';
  const current = record.steps[record.step];
  const sum = `${formatCredits(charged)} ${creditsName(isPaidInTest(record))}`;
  const isBack = isRefunded(current) && !record.free;
  if (charged > 0 && current?.refunded && !isBack) return `${sum} were charged.`;
  if (charged > 0) {
    const rest = isBack ? ', and the credits held for the failed step were refunded' : '';
    return `${sum} were charged${record.chargedBefore ? '' : ' for finished steps'}${rest}.`;
  }
  return isBack ? 'The held credits were refunded.' : 'Nothing was charged.';
}

/** True if a task was sent whose end is not known yet. */
function hasOpenTask({ steps }: JobRecord): boolean {
  return steps.some(
    ({ taskId, status, refunded, creditsConsumed }) =>
      taskId !== null && status !== 'done' && !refunded && creditsConsumed === null,
  );
}
