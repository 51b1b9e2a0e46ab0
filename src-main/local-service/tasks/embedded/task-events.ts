import type { Credits } from '../../../../src-shared/api/pricing/credits.ts';
import type { TaskRecord } from '../task-record.ts';

/**
 * Listeners for task transitions that clients are notified of (spec part 6). Both are called inside the transaction of the
 * transition: writes of a listener to the same database are durable together with it or not at all, and a listener
 * that throws rolls it back. It must not open its own transaction, nor be asynchronous.
 */
export interface TaskEvents {
  /** A task has just succeeded, failed or been cancelled; the record is the new one. */
  ended(task: TaskRecord): void;
  /** The spendable balance has just changed, by a hold, a refund or a grant; settling changes only the held amount. */
  balanceChanged(balance: Credits): void;
}

/** Without listeners. */
export const NO_TASK_EVENTS: TaskEvents = { ended: () => undefined, balanceChanged: () => undefined };
