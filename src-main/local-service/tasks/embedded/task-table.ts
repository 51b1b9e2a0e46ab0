import type { Category } from '../../../../src-shared/api/models/categories.ts';
import type { Synchronous } from '../../../base/synchronous.ts';
import type { NewTask, TaskFailure, TaskJob, TaskRecord, TaskResult } from '../task-record.ts';
import type { TaskStore } from '../task-store.ts';

/** A queued or running task; `readJob` reads its job. */
export type UnfinishedTask = Pick<TaskRecord, 'id' | 'type'>;

/** Storage of tasks in the process that runs them. Transitions throw if the task is not in their initial state. */
export interface TaskTable extends Synchronous<TaskStore> {
  /** New tasks, queued. */
  insert(tasks: readonly NewTask[]): void;
  /** Queued and running tasks, oldest first. */
  unfinished(): UnfinishedTask[];
  /** The sources of all of them. */
  unfinishedSources(): TaskJob['sources'];
  /** Number of queued and running tasks of a category. */
  countUnfinished(category: Category): number;
  /** queued → running; counts an attempt. */
  start(id: string): void;
  /** running → success. */
  succeed(id: string, result: TaskResult, completedAt: number): void;
  /** queued or running → failed. */
  fail(id: string, failure: TaskFailure, completedAt: number): void;
  /** queued or running → cancelled. */
  cancel(id: string, completedAt: number): void;
  /** running → queued, because its engine was lost; returns the number of its attempts. */
  retry(id: string): number;
  /** running → queued without its attempt, because the service stops; nothing if it is not running. */
  suspend(id: string): void;
  /**
   * Every running task → queued without its attempt, because the service ended in the middle of it; returns how often
   * that has happened to each of them.
   */
  interrupt(): { readonly id: string; readonly interruptions: number }[];
}
