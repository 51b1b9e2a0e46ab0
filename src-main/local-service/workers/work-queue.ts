import type { CleanupConfig } from '../../../src-shared/api/generators/cleanup-config.ts';
import type { AnyValues } from '../../../src-shared/api/operation.ts';
import type { OperationName } from '../../../src-shared/api/operations.ts';
import type { NetworkUse } from '../../../src-shared/api/generators/network-config.ts';
import type { ServiceErrorCode } from '../../../src-shared/api/protocol/error-codes.ts';
import type { MessageOrText } from '../../../src-shared/api/messages/message.ts';
import type { LossCause } from '../../base/processes/enforce-limits.ts';
import { ApiError } from '../api-error.ts';
import type { NetworkOrder } from '../networks/run-network.ts';
import type { TaskResult } from '../tasks/task-record.ts';

/** Work for one task; it contains file names, so that no bytes are sent between threads. Plain data. */
export interface WorkItem {
  readonly taskId: string;
  readonly operation: OperationName;
  readonly values: AnyValues;
  /** Absolute paths of the input files; null is an empty view slot. */
  readonly sourcePaths: readonly (string | null)[];
  /** Absolute path of the folder for the results; it is emptied first. */
  readonly folder: string;
  /**
   * The engine's part of work that a generator does; absent: the engine does all of it. `mask`: the item is not a task, but
   * a request for the mask of its first source, as a network or a generator finds it.
   */
  readonly stage?: 'prepare' | 'finish' | 'prepare-cut-out' | 'finish-cut-out' | 'finish-mask' | 'mask';
  /** How the result of a generator is cleaned up; false or absent: not at all. */
  readonly cleanup?: CleanupConfig | false;
  /** Runs this network on the first source in place of the operation. */
  readonly network?: NetworkOrder;
  /** Maps of the first source, with the names of the networks that made them. */
  readonly maps?: Readonly<Partial<Record<NetworkUse, { readonly name: string; readonly file: string }>>>;
}

/** Work items that run elsewhere than in the engine: they do not wait for its work, nor does its work wait for them. */
export interface WorkLane {
  readonly name: string;
  /** Number of its work items that run concurrently. */
  readonly size: number;
  /** Routes of its work items; see `work-route.ts`. */
  readonly routes: readonly string[];
}

/** Listener for running work. */
export interface WorkEvents {
  onStart(): void;
  /** Progress, 0 to 1. */
  onProgress(share: number): void;
  /** Absent: no other process runs tasks of this service. */
  readonly shared?: SharedWork;
}

/**
 * Keeps a name for the next minute, which is longer than one request takes. Rejects if another process may have the name:
 * the work rejects with that error, and is run again when the name is free.
 */
export type ConfirmName = () => Promise<void>;

/** What the processes of a studio know together about a task, which one of them runs at a time. */
export interface SharedWork {
  /** The handle that an earlier run of the task kept; undefined if there is none, null if it is damaged. */
  readHandle(): Promise<unknown>;
  /** Keeps a handle for later runs, durably. Rejects, and keeps nothing, if the task is no longer this process’s. */
  keepHandle(handle: object): Promise<void>;
  /** Runs some work while no other process runs work of the same name. */
  alone<T>(name: string, signal: AbortSignal, work: (confirm: ConfirmName) => Promise<T>): Promise<T>;
}

/** Runs work items in order, one per worker at a time. */
export interface WorkQueue {
  /** Number of work items that run concurrently, without those of lanes. */
  readonly size: number;
  /** All lanes. Absent: there are none. */
  readonly lanes?: readonly WorkLane[];
  /** The lane of a work item; null: it uses the engine, as all do if this is absent. */
  laneOf?(item: Pick<WorkItem, 'operation' | 'values'>): WorkLane | null;
  /** Resolves when all files are flushed in the item's folder. Rejects with a ServiceFault, including EngineLost, or WorkStopped. */
  run(order: WorkItem, events: WorkEvents): Promise<TaskResult>;
  /** Ends the work of a task at once, waiting or running; its `run` rejects with `reason`. */
  cancel(taskId: string, reason: Error): void;
  /** Ends all work; unfinished items reject with WorkStopped and can be run again later. */
  close(): Promise<void>;
}

/** Work whose engine crashed or exceeded a limit. A retry may succeed: the fault may lie outside of the work. */
export class EngineLost extends ApiError {
  readonly lossCause: LossCause;

  constructor(code: ServiceErrorCode, detail: MessageOrText, lossCause: LossCause) {
    super(code, detail);
    this.lossCause = lossCause;
  }
}

/** Work that was cancelled because the queue closed. */
export class WorkStopped extends Error {
  constructor() {
    super('The work queue closed.');
    this.name = 'WorkStopped';
  }
}
