import type { DatabaseSync } from 'node:sqlite';
import type { Category } from '../../../../src-shared/api/models/categories.ts';
import type { Ledger } from '../../account/ledger.ts';
import { inSavepoint } from '../../../base/sqlite/in-savepoint.ts';
import { inTransaction } from '../../../base/sqlite/in-transaction.ts';
import { MAX_ATTEMPTS, MAX_INTERRUPTIONS } from '../../../base/processes/enforce-limits.ts';
import { admitTasks, type Concurrency } from '../admit-tasks.ts';
import { NO_TASK_EVENTS, type TaskEvents } from './task-events.ts';
import type { NewTask, TaskFailure, TaskRecord, TaskResult } from '../task-record.ts';
import { interruptedTooOften } from '../task-refusals.ts';
import type { TaskTable, UnfinishedTask } from './task-table.ts';

/**
 * The transitions of a task (spec part 3), each one durable transaction of the task, its credits and the writes of
 * listeners, so that none is ever visible without the others.
 */
export interface TaskLifecycle {
  /**
   * Creates the task and holds its price. Throws error 2010 if the balance is too low and 2000 if its category is
   * full, without changes; 2010 takes precedence, because waiting does not resolve it.
   */
  create(task: NewTask): void;
  /** The same for several in one transaction: null for each created one, its error for each other. */
  createAll(tasks: readonly NewTask[]): readonly (Error | null)[];
  /** Counts an attempt, on the disk before the work begins. */
  start(id: string): void;
  /** Completes and charges the task; its output files must exist before. */
  succeed(id: string, result: TaskResult): void;
  /** Failure and refund. */
  fail(id: string, failure: TaskFailure): void;
  /** Cancellation and refund; false if the task has already ended or does not exist. */
  cancel(id: string): boolean;
  /** The task's engine was lost: queued again, or after `MAX_ATTEMPTS` failed with `failure` and refunded. */
  retry(id: string, failure: TaskFailure): 'queued' | 'failed';
  /** The service stops: a running task is queued again, and this attempt does not count. */
  suspend(id: string): void;
  /**
   * At the start. Tasks that were running when the service was killed or crashed are queued again, or after
   * `MAX_INTERRUPTIONS` failed and refunded. Returns all waiting tasks, oldest first.
   */
  recover(): UnfinishedTask[];
}

/** Options of a service. */
export interface TaskLifecycleOptions {
  /** Maximum number of queued and running tasks of a category; absent: the defaults of the specification. */
  readonly concurrency?: Concurrency;
  /** Listeners, called inside the transactions. */
  readonly events?: TaskEvents;
  /** True if a generator has kept a handle of a task; absent: there are no generators. */
  hasHandle?(id: string): boolean;
}

/** Creates the transitions for a database. */
export function createTaskLifecycle(
  db: DatabaseSync,
  tasks: TaskTable,
  ledger: Ledger,
  now: () => number,
  { concurrency, events = NO_TASK_EVENTS, hasHandle = () => false }: TaskLifecycleOptions = {},
): TaskLifecycle {
  function endWithRefund(id: string): void {
    const balance = ledger.refund(id);
    const task = tasks.find(id) as TaskRecord;
    if (task.price > 0) events.balanceChanged(balance);
    events.ended(task);
  }

  function fail(id: string, failure: TaskFailure): void {
    tasks.fail(id, failure, now());
    endWithRefund(id);
  }

  /** Writes the allowed tasks of `group`, in as few statements as possible; null for each, or its error. */
  function write(group: readonly NewTask[]): readonly (Error | null)[] {
    const { balance } = ledger.balance();
    const takenOf = (category: Category) => tasks.countUnfinished(category);
    const { refusals, balances } = admitTasks(group, { balance, takenOf }, concurrency);
    const accepted = group.filter((_, i) => refusals[i] === null);
    tasks.insert(accepted);
    ledger.hold(accepted);
    for (const after of balances) events.balanceChanged(after);
    return refusals;
  }

  function createAll(group: readonly NewTask[]): readonly (Error | null)[] {
    let refusals: readonly (Error | null)[] = [];
    const failure = inSavepoint(db, () => (refusals = write(group)));
    if (!failure) return refusals;
    // A failed insert must not affect the others.
    return group.length === 1 ? [failure] : group.flatMap((task) => createAll([task]));
  }

  return {
    create(task) {
      const [refusal] = inTransaction(db, () => createAll([task]));
      if (refusal) throw refusal;
    },
    createAll: (group) => inTransaction(db, () => createAll(group)),
    start: (id) => tasks.start(id),
    succeed: (id, result) =>
      inTransaction(db, () => {
        tasks.succeed(id, result, now());
        ledger.settle(id);
        events.ended(tasks.find(id) as TaskRecord);
      }),
    fail: (id, failure) => inTransaction(db, () => fail(id, failure)),
    cancel: (id) =>
      inTransaction(db, () => {
        const status = tasks.find(id)?.status;
        if (status !== 'queued' && status !== 'running') return false;
        tasks.cancel(id, now());
        endWithRefund(id);
        return true;
      }),
    retry: (id, failure) =>
      inTransaction(db, () => {
        if (tasks.retry(id) < MAX_ATTEMPTS) return 'queued';
        fail(id, failure);
        return 'failed';
      }),
    suspend: (id) => tasks.suspend(id),
    recover: () =>
      inTransaction(db, () => {
        for (const { id, interruptions } of tasks.interrupt()) {
          if (interruptions < MAX_INTERRUPTIONS) continue;
          fail(id, interruptedTooOften(interruptions, hasHandle(id)));
        }
        return tasks.unfinished();
      }),
  };
}
