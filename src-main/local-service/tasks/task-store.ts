import type { Category } from '../../../src-shared/api/models/categories.ts';
import type { NewTask, TaskFailure, TaskRecord, TaskResult, TaskSummary } from './task-record.ts';

/** Where tasks are kept. Moves throw when the task is not in the state they start from. */
export interface TaskStore {
  /** New tasks, queued. */
  insert(tasks: readonly NewTask[]): void;
  find(id: string): TaskRecord | null;
  /** Those of `ids` that exist, in no particular order. */
  findMany(ids: readonly string[]): TaskRecord[];
  /** One page of all tasks, newest first. */
  page(limit: number, offset: number): TaskSummary[];
  /** Tasks that are queued or running, oldest first. */
  unfinished(): TaskRecord[];
  /** How many tasks of a category are queued or running. */
  countUnfinished(category: Category): number;
  /** queued → running. */
  start(id: string): void;
  /** running → success. */
  succeed(id: string, result: TaskResult, completedAt: number): void;
  /** queued or running → failed. */
  fail(id: string, failure: TaskFailure, completedAt: number): void;
  /** queued or running → cancelled. */
  cancel(id: string, completedAt: number): void;
  /** running → queued, because its worker crashed; answers how often that has happened to it. */
  crash(id: string): number;
  /** Changes with every change of a task except its insertion; while it is the same, so are all tasks. */
  revision(): number;
  /** Every running task → queued. */
  requeue(): void;
}
