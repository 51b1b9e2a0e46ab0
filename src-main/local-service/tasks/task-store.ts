import type { TaskJob, TaskRecord, TaskSummary } from './task-record.ts';

/** Tasks as the endpoints read them. */
export interface TaskStore {
  find(id: string): Promise<TaskRecord | null>;
  /** The existing tasks among `ids`, in no particular order. */
  findMany(ids: readonly string[]): Promise<TaskRecord[]>;
  /** The request's body of a task as JSON, however long; null if there is no such task. */
  readInput(id: string): Promise<string | null>;
  /** What the work of a task needs; null if there is no such task. */
  readJob(id: string): Promise<TaskJob | null>;
  /** One page of all tasks, newest first. */
  page(limit: number, offset: number): Promise<TaskSummary[]>;
  /** Changes with every change of a task except its insertion; while it is equal, so are all tasks. */
  revision(): Promise<number>;
}
