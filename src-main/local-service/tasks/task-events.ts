import type { Credits } from '../../../src-shared/api/pricing/credits.ts';
import type { TaskRecord } from './task-record.ts';

/**
 * Who wants to know of moves the outside is told about (spec part 6). Both are called inside the transaction of the move
 * itself: what a listener writes to the same database is durable together with the move or not at all, and a listener
 * that throws undoes the move. It must not open a transaction of its own, nor wait.
 */
export interface TaskEvents {
  /** A task has just succeeded, failed or been cancelled; the record is the one after the move. */
  ended(task: TaskRecord): void;
  /** The spendable balance has just changed, by a hold, a refund or a grant; settling changes only what is held. */
  balanceChanged(balance: Credits): void;
}

/** Without listeners. */
export const NO_TASK_EVENTS: TaskEvents = { ended: () => undefined, balanceChanged: () => undefined };
