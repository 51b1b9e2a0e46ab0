import { formatCredits } from '../../../src-shared/api/pricing/credits.ts';
import type { ErrorInfo } from '../../../src-shared/base/errors.ts';
import { requestIdSuffix } from '../../../src-shared/messages/request-id-suffix.ts';
import type { JobRecord } from '../../pipeline/job-record.ts';
import { chargedFor, isChargeUnconfirmed } from './job-view.ts';
import { describeError } from '../../../src-shared/messages/describe-error.ts';

/** The error, the charge and the next action of a job, as text for the CLI and for files. */
export function toJobSummary(error: ErrorInfo, record: JobRecord): string {
  const { happened, next } = describeError(error, record.name);
  const names = happened.includes(record.name) ? happened : `${record.name}: ${happened}`;
  return `${names} ${chargeSentence(record)} ${next}${requestIdSuffix(error.requestId)}`;
}

function chargeSentence(record: JobRecord): string {
  const charged = chargedFor(record);
  if ((isChargeUnconfirmed(record) || hasOpenTask(record)) && !record.free) return 'It may have been charged.';
  const isBack = record.steps[record.step]?.refunded === true && !record.free;
  if (charged > 0) {
    const rest = isBack ? '; what was held for the step that failed came back' : '';
    return `${formatCredits(charged)} credits were charged for finished steps${rest}.`;
  }
  return isBack ? 'What was held came back.' : 'Nothing was charged.';
}

/** True if a task was sent whose end is not known yet. */
function hasOpenTask({ steps }: JobRecord): boolean {
  return steps.some(
    ({ taskId, status, refunded, creditsConsumed }) =>
      taskId !== null && status !== 'done' && !refunded && creditsConsumed === null,
  );
}
