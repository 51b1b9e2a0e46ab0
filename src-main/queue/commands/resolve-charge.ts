import { AppError } from '../../../src-shared/base/errors.ts';
import { withStep, type JobRecord } from '../../pipeline/job-record.ts';
import { changeJob, type QueueParts } from '../queue-parts.ts';
import { message } from '../../../src-shared/messages/message.ts';

/** The user's choices for an order whose outcome is unknown. */
export type Resolution = 'look' | 'send_again' | 'give_up';

/**
 * Resolves a job whose outcome is unknown: searches again, sends again, or gives up. A task that was given up
 * belongs to no job: it is offered again when it appears in the service's history.
 */
export function resolveCharge(parts: QueueParts, id: string, by: Resolution): void {
  changeJob(parts, id, (record) => {
    if (record.status !== 'unknown') throw new AppError('not_found', message('jobs.already-resolved'));
    switch (by) {
      case 'look':
        return toTaskSearch(record);
      case 'send_again':
        return toSentAgain(parts, record);
      case 'give_up':
        return { ...abandon(parts, record), status: 'cancelled', finishedAt: parts.system.clock.now() };
    }
  });
}

/** The job, searching for its order again: by its task if known, else in the service's history. */
export function toTaskSearch(record: JobRecord): JobRecord {
  const waiting = { ...record, status: 'waiting', error: null, attempts: 0, finishedAt: null } as const;
  return record.steps[record.step]?.taskId ? withStep(waiting, record.step, { status: 'running' }) : waiting;
}

function toSentAgain(parts: QueueParts, record: JobRecord): JobRecord {
  if (record.found) throw new AppError('not_found', message('jobs.order-unknown'));
  const { intents, budget } = parts;
  const standing = intents.findStanding(record.id, record.step);
  if (standing?.taskId) return withStep(toTaskSearch(abandon(parts, record)), record.step, { status: 'waiting' });
  // The order is sent again and has its cost reserved like any other.
  if (standing) intents.mark(standing.id, 'prepared');
  budget.release(record, record.step);
  return toTaskSearch(record);
}

function abandon({ intents }: QueueParts, record: JobRecord): JobRecord {
  const standing = intents.findStanding(record.id, record.step);
  if (standing) intents.mark(standing.id, 'abandoned');
  return withStep(record, record.step, { taskId: null });
}
