import type { DatabaseSync } from 'node:sqlite';
import type { Ledger } from '../ledger/ledger.ts';
import { inTransaction } from '../storage/in-transaction.ts';
import type { NewTask, TaskFailure, TaskResult } from './task-record.ts';
import type { TaskStore } from './task-store.ts';

/**
 * The moves of a task (spec part 3), each one durable transaction over the task and its money, so that neither is ever
 * seen without the other.
 */
export interface Lifecycle {
  /** The task exists and its price is held; throws fault 2010 and changes nothing when there is not enough. */
  create(task: NewTask): void;
  start(id: string): void;
  /** Success and payment; the output files must lie in place before. */
  succeed(id: string, result: TaskResult): void;
  /** Failure and refund. */
  fail(id: string, failure: TaskFailure): void;
  /** After a stop of any kind: what was running is queued again. Returns all that waits, oldest first. */
  recover(): string[];
}

/** The moves over one database. */
export function createLifecycle(db: DatabaseSync, tasks: TaskStore, ledger: Ledger, now: () => number): Lifecycle {
  return {
    create: (task) =>
      inTransaction(db, () => {
        tasks.insert(task);
        ledger.hold(task.id, task.price);
      }),
    start: (id) => tasks.start(id),
    succeed: (id, result) =>
      inTransaction(db, () => {
        tasks.succeed(id, result, now());
        ledger.settle(id);
      }),
    fail: (id, failure) =>
      inTransaction(db, () => {
        tasks.fail(id, failure, now());
        ledger.refund(id);
      }),
    recover: () =>
      inTransaction(db, () => {
        tasks.requeue();
        return tasks.unfinished().map((task) => task.id);
      }),
  };
}
