import type { AnyValues } from '../../../src-shared/api/operation.ts';
import type { OperationName } from '../../../src-shared/api/operations.ts';
import { serviceMessage } from '../../../src-shared/api/messages/service-message.ts';
import { ApiError } from '../api-error.ts';
import type { TaskResult } from '../tasks/task-record.ts';

/** Work for one task; it names files, so that no bytes travel between threads. Plain data. */
export interface WorkItem {
  readonly taskId: string;
  readonly operation: OperationName;
  readonly values: AnyValues;
  /** Absolute paths of the files to work on; null is an empty view slot. */
  readonly sourcePaths: readonly (string | null)[];
  /** Absolute path of the folder the results go to; it is emptied first. */
  readonly folder: string;
}

/** What is heard while work moves. */
export interface WorkEvents {
  onStart(): void;
  /** Share done, 0 to 1. */
  onProgress(share: number): void;
}

/** Does orders in the order they come, as many at once as it has workers. */
export interface WorkQueue {
  /** How many orders are worked on at once; more wait. */
  readonly size: number;
  /** Resolves when every file lies flushed in the order's folder. Rejects with a ServiceFault, WorkerCrashed among them, or WorkStopped. */
  run(order: WorkItem, events: WorkEvents): Promise<TaskResult>;
  /** Ends the work of a task at once, waiting or not; its `run` rejects with `reason`. */
  cancel(taskId: string, reason: Error): void;
  /** Ends all work; what had not finished rejects with WorkStopped and can be run again later. */
  close(): Promise<void>;
}

/** Work that was lost because its worker died for no reason it could tell; it may succeed at another try. */
export class WorkerCrashed extends ApiError {
  constructor() {
    super(1000, serviceMessage('task-failure.crashed'));
    this.name = 'WorkerCrashed';
  }
}

/** Work that was given up because the queue closed. */
export class WorkStopped extends Error {
  constructor() {
    super('The work queue closed.');
    this.name = 'WorkStopped';
  }
}
