import type { DatabaseSync } from 'node:sqlite';
import { CATEGORIES, type Category } from '../../../src-shared/api/categories.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { ServiceFault } from '../service-fault.ts';
import { inSavepoint } from '../storage/in-savepoint.ts';
import { inTransaction } from '../storage/in-transaction.ts';
import { NO_TASK_EVENTS, type TaskEvents } from './task-events.ts';
import type { NewTask, TaskFailure, TaskRecord, TaskResult } from './task-record.ts';
import type { TaskStore } from './task-store.ts';

/** Crashes of its worker after which a task fails; fewer may be the neighbour's fault. */
export const CRASHES_ALLOWED = 3;

/** What a client waits when a pool is full; the pool cannot know when a slot comes free, and most tasks are short. */
const RETRY_AFTER_SECONDS = 2;

/**
 * The moves of a task (spec part 3), each one durable transaction over the task, its money and what listeners write, so
 * that none is ever seen without the others.
 */
export interface Lifecycle {
  /**
   * The task exists and its price is held. Throws fault 2010 when there is not enough and 2000 when its category is
   * full, and changes nothing then; 2010 comes first, because waiting does not help against it.
   */
  create(task: NewTask): void;
  /** The same for several in one transaction: null for each that exists now, for each of the others its fault. */
  createAll(tasks: readonly NewTask[]): readonly (Error | null)[];
  start(id: string): void;
  /** Success and payment; the output files must lie in place before. */
  succeed(id: string, result: TaskResult): void;
  /** Failure and refund. */
  fail(id: string, failure: TaskFailure): void;
  /** Cancellation and refund; false when the task has ended already, or never was. */
  cancel(id: string): boolean;
  /** The task's worker crashed: queued again, or failed with `failure` and refunded at the third time. */
  crash(id: string, failure: TaskFailure): 'queued' | 'failed';
  /** After a stop of any kind: what was running is queued again. Returns all that waits, oldest first. */
  recover(): string[];
}

/** What differs from one service to the next. */
export interface LifecycleOptions {
  /** Tasks of a category that may be queued or running at once; absent: the document's defaults. */
  readonly concurrency?: Readonly<Record<Category, number>>;
  /** Who hears of moves, inside their transactions. */
  readonly events?: TaskEvents;
}

/** The moves over one database. */
export function createLifecycle(
  db: DatabaseSync,
  tasks: TaskStore,
  ledger: Ledger,
  now: () => number,
  { concurrency, events = NO_TASK_EVENTS }: LifecycleOptions = {},
): Lifecycle {
  const slotsOf = (category: Category) => concurrency?.[category] ?? CATEGORIES[category].concurrency;

  function end(id: string, money: 'settle' | 'refund'): void {
    ledger[money](id);
    const task = tasks.find(id) as TaskRecord;
    if (money === 'refund' && task.price > 0) events.balanceChanged(ledger.balance().balance);
    events.ended(task);
  }

  function fail(id: string, failure: TaskFailure): void {
    tasks.fail(id, failure, now());
    end(id, 'refund');
  }

  function create(task: NewTask): void {
    const taken = tasks.countUnfinished(task.category);
    tasks.insert(task);
    ledger.hold(task.id, task.price);
    if (taken >= slotsOf(task.category)) throw full(task.category, slotsOf(task.category));
    if (task.price > 0) events.balanceChanged(ledger.balance().balance);
  }

  return {
    create: (task) => inTransaction(db, () => create(task)),
    createAll: (group) => inTransaction(db, () => group.map((task) => inSavepoint(db, () => create(task)))),
    start: (id) => tasks.start(id),
    succeed: (id, result) =>
      inTransaction(db, () => {
        tasks.succeed(id, result, now());
        end(id, 'settle');
      }),
    fail: (id, failure) => inTransaction(db, () => fail(id, failure)),
    cancel: (id) =>
      inTransaction(db, () => {
        const status = tasks.find(id)?.status;
        if (status !== 'queued' && status !== 'running') return false;
        tasks.cancel(id, now());
        end(id, 'refund');
        return true;
      }),
    crash: (id, failure) =>
      inTransaction(db, () => {
        if (tasks.crash(id) < CRASHES_ALLOWED) return 'queued';
        fail(id, failure);
        return 'failed';
      }),
    recover: () =>
      inTransaction(db, () => {
        tasks.requeue();
        return tasks.unfinished().map((task) => task.id);
      }),
  };
}

function full(category: Category, slots: number): ServiceFault {
  const { title } = CATEGORIES[category];
  return new ServiceFault(2000, `${title}: ${slots} tasks are queued or running already, as many as are allowed.`, {
    headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
  });
}
