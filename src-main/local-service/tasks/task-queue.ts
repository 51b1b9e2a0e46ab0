import type { NewTask, TaskRecord } from './task-record.ts';

/** Accepts tasks and has them run, by this process or by others. */
export interface TaskQueue {
  /**
   * Creates a task for a key, which runs when it is its turn; resolves with its id when it and its held price are
   * stored. Rejects with 2010 if the balance is too low and 2000 if its category is full.
   */
  create(task: NewTask, keyId: string): Promise<string>;
  /** Cancels a task and its work, with refund; false if it has already ended or does not exist. */
  cancel(id: string): Promise<boolean>;
  /** Progress of a running task, 0 to 1. */
  progressOf(task: TaskRecord): number;
}
