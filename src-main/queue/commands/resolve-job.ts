import { AppError } from '../../../src-shared/errors.ts';
import { changeJob, type QueueParts } from '../queue-parts.ts';

/** What a person may decide about an order whose outcome nobody knows. */
export type Resolution = 'look' | 'send_again' | 'give_up';

/** Settles a job whose outcome is unknown: looks once more, sends again knowingly, or gives up. */
export function resolveJob(parts: QueueParts, id: string, by: Resolution): void {
  const { intents, budget, system } = parts;
  changeJob(parts, id, (record) => {
    if (record.status !== 'unknown') throw new AppError('not_found', 'The outcome of this job is known by now.');
    const standing = intents.findStanding(id, record.step);
    if (standing && by !== 'look') intents.mark(standing.id, by === 'send_again' ? 'prepared' : 'abandoned');
    // Sent again it is an order like any other, for which money is to be set apart.
    if (by === 'send_again') budget.release(record, record.step);
    if (by !== 'give_up') return { ...record, status: 'waiting', error: null, attempts: 0, finishedAt: null };
    return { ...record, status: 'cancelled', finishedAt: system.clock.now() };
  });
}
