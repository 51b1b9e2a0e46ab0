import type { Category } from '../../../src-shared/api/models/categories.ts';
import type { NewTask, TaskFailure, TaskRecord, TaskResult, TaskSummary } from './task-record.ts';

/** Storage of tasks. Transitions throw if the task is not in their initial state. */
export interface TaskStore {
  /** New tasks, queued. */
  insert(tasks: readonly NewTask[]): void;
  find(id: string): TaskRecord | null;
  /** The existing tasks among `ids`, in no particular order. */
  findMany(ids: readonly string[]): TaskRecord[];
  /** One page of all tasks, newest first. */
  page(limit: number, offset: number): TaskSummary[];
  /** Queued and running tasks, oldest first. */
  unfinished(): TaskRecord[];
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
  /** Changes with every change of a task except its insertion; while it is equal, so are all tasks. */
  revision(): number;
  /**
   * Every running task → queued without its attempt, because the service ended in the middle of it; returns how often
   * that has happened to each of them.
   */
  interrupt(): { readonly id: string; readonly interruptions: number }[];
}
