import { AppError } from '../../../src-shared/base/errors.ts';
import type { IntentStore } from '../../pipeline/intent.ts';
import { withStep, type JobRecord } from '../../pipeline/job-record.ts';
import type { QueueParts } from '../queue-parts.ts';
import { toConfirmationError } from '../to-confirmation-error.ts';
import { message } from '../../../src-shared/messages/message.ts';

/** The user's choices for an order whose outcome is unknown. */
export type Resolution = 'look' | 'send_again' | 'give_up';

/**
 * Resolves a job whose outcome is unknown: searches again, gives up, or prepares to send again: what that costs is confirmed
 * first, as that of any job. Its order stays in the account as unconfirmed. If its task appears in the service's history
 * after all, it is downloaded as a second result, or offered if the job was given up. A job whose task is found already
 * continues with it, whatever is chosen.
 */
export function resolveCharge(parts: QueueParts, id: string, by: Resolution): void {
  const { list, intents, system, pump } = parts;
  const record = list.get(id);
  if (!record) throw new AppError('not_found', message('jobs.not-in-queue'));
  if (record.status !== 'unknown') throw new AppError('not_found', message('jobs.already-resolved'));
  // There is nothing to decide if its task was found in the meantime.
  const choice = hasFoundTask(record, intents) ? 'look' : by;
  if (choice === 'send_again' && record.found) throw new AppError('not_found', message('jobs.order-unknown'));
  const standing = intents.findStanding(id, record.step);
  const resolved = toResolved(record, choice, system.clock.now());
  // One transaction: a job that is over and whose order still stands would hide the task, and a job that waits without its
  // order would send it again.
  if (standing && choice !== 'look') list.save(resolved, (write) => intents.abandonWith(standing.id, write));
  else list.save(resolved);
  pump();
}

/** An earlier cancellation cannot be undone any more, because that would order the step again. */
function toResolved({ cancelledFrom: _, ...record }: JobRecord, by: Resolution, now: number): JobRecord {
  switch (by) {
    case 'look':
      return toTaskSearch(record);
    case 'send_again': {
      // A new order with a reservation of its own: the one without a response may still be charged.
      const again = { ...toTaskSearch(record), stopRequested: false, pauseRequested: false };
      if (record.free) return withStep(again, record.step, { taskId: null, status: 'waiting' });
      return {
        ...withStep(again, record.step, { taskId: null, status: 'unknown' }),
        ...{ status: 'held', unconfirmed: 'again', error: toConfirmationError('again', record.name) },
      };
    }
    case 'give_up':
      return { ...withStep(record, record.step, { taskId: null }), status: 'cancelled', finishedAt: now };
  }
}

/** True if the task of a job's current order was found, and the job does not have it yet. */
export function hasFoundTask({ id, step, steps }: JobRecord, intents: Pick<IntentStore, 'findStanding'>): boolean {
  return steps[step]?.taskId === null && (intents.findStanding(id, step)?.taskId ?? null) !== null;
}

/** The job, searching for its order again: by its task if known, else in the service's history. */
export function toTaskSearch(record: JobRecord): JobRecord {
  const waiting = { ...record, status: 'waiting', error: null, attempts: 0, finishedAt: null } as const;
  return record.steps[record.step]?.taskId ? withStep(waiting, record.step, { status: 'running' }) : waiting;
}
