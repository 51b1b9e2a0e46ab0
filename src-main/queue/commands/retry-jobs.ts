import { parseCredits } from '../../../src-shared/api/pricing/credits.ts';
import { AppError, toErrorInfo } from '../../../src-shared/base/errors.ts';
import { withStep, type JobRecord, type StepRecord } from '../../pipeline/job-record.ts';
import type { IntentStore } from '../../pipeline/intent.ts';
import { toConfirmationError } from '../to-confirmation-error.ts';
import { chargedBefore } from '../charged-before.ts';
import { changeJob, type QueueParts } from '../queue-parts.ts';
import { message } from '../../../src-shared/messages/message.ts';

/**
 * Resumes failed and stopped jobs where they stopped, and delayed ones at once. Jobs wait for confirmation that nobody
 * confirmed, whose failed task was charged, or whose order was given up without a response.
 */
export function retryJobs(parts: QueueParts, ids: readonly string[]): void {
  for (const id of ids) {
    const status = parts.list.get(id)?.status;
    if (status === 'failed' || status === 'cancelled') changeJob(parts, id, (record) => again(record, parts.intents));
    else if (status === 'offline' || status === 'waiting') {
      changeJob(parts, id, (record) => ({ ...record, retryAt: null }));
    }
  }
}

/**
 * A failed step is ordered again: its task ended, so its intent is kept only as history. A task that the service no
 * longer knows but may charge is followed again. A job created from a found task has no order to repeat.
 */
function again(record: JobRecord, intents: IntentStore): JobRecord {
  const isOver = (step: StepRecord): boolean => step.refunded || (record.free && record.error?.code === 'task_missing');
  /** Its order got no response, and nobody searches for its task any more. */
  const isInDoubt = ({ status, taskId }: StepRecord, index: number): boolean =>
    !record.free && status === 'unknown' && taskId === null && intents.findStanding(record.id, index) === null;
  const hasNoTask = (step: StepRecord): boolean => isOver(step) || step.taskId === null;
  if (record.found && record.steps.some((step) => step.status !== 'done' && hasNoTask(step)))
    return { ...record, error: toErrorInfo(new AppError('found_over', message('task.no-model'))) };
  const { cancelledFrom: _, ...kept } = record;
  // The cost of a task that was charged although it failed, or may be charged, comes a second time: nobody agreed to that.
  const replaced = record.steps.filter(isOver);
  const isCharged = replaced.some(({ creditsConsumed }) => (parseCredits(creditsConsumed ?? '') ?? 0) > 0);
  const unconfirmed = record.steps.some(isInDoubt)
    ? 'again'
    : (record.unconfirmed ?? (isCharged ? 'price' : undefined));
  let fresh: JobRecord = {
    ...kept,
    ...(unconfirmed && { unconfirmed }),
    ...chargedBefore(record, replaced),
    status: unconfirmed ? 'held' : 'waiting',
    error: toConfirmationError(unconfirmed, record.name),
    retryAt: null,
    attempts: 0,
    stopRequested: false,
    pauseRequested: false,
    startedAt: null,
  };
  for (const [index, step] of record.steps.entries()) {
    if (step.status === 'done') continue;
    const standing = intents.findStanding(record.id, index);
    const over = isOver(step);
    if (standing && over) intents.mark(standing.id, 'abandoned');
    fresh = withStep(fresh, index, {
      status: isInDoubt(step, index) ? 'unknown' : 'waiting',
      refunded: false,
      ...(over ? { taskId: null, creditsConsumed: null } : {}),
    });
  }
  return { ...fresh, finishedAt: null };
}
