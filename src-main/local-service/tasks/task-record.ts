import type { MessageOrText } from '../../../src-shared/api/messages/message.ts';
import type { Category } from '../../../src-shared/api/models/categories.ts';
import type { Credits } from '../../../src-shared/api/pricing/credits.ts';
import type { AnyValues } from '../../../src-shared/api/operation.ts';
import type { OperationName } from '../../../src-shared/api/operations.ts';
import type { OutputKey, TaskOutput, TaskStatus } from '../../../src-shared/api/protocol/task.ts';

/** The file a task works on, named so that the data folder can move. */
export type JobSource =
  | { readonly kind: 'upload'; readonly token: string }
  | { readonly kind: 'output'; readonly taskId: string; readonly fileName: string };

/** What the engine needs to run a task again at any time. */
export interface TaskJob {
  /** What the operation works on, in its own order; null is an empty view slot. Files beside the source come after it. */
  readonly sources: readonly (JobSource | null)[];
  /** Parsed fields under their own names. */
  readonly values: AnyValues;
}

/** Keys of spec 2.3 that are no URLs. */
export type ResultValues = Readonly<Partial<Pick<TaskOutput, 'riggable' | 'rig_type'>>>;

/** What a task put out: names of files in its output folder by key of spec 2.3, and what the engine says about them. */
export interface TaskResult {
  readonly files: Readonly<Partial<Record<OutputKey, string>>>;
  readonly values?: ResultValues;
  /** Plain text in tasks of older versions. */
  readonly notes: readonly MessageOrText[];
}

/** Why a task failed: a code of spec part 7 and a message; plain text in tasks of older versions. */
export interface TaskFailure {
  readonly code: number;
  readonly message: MessageOrText;
}

/** A task that is about to be. */
export interface NewTask {
  readonly id: string;
  readonly type: OperationName;
  /** The request's body as it came, unknown fields included. */
  readonly input: AnyValues;
  readonly job: TaskJob;
  readonly price: Credits;
  /** The concurrency pool it takes a slot of until it ends (spec part 8). */
  readonly category: Category;
  /** Epoch ms. */
  readonly createdAt: number;
}

/** A task as it is kept. */
export interface TaskRecord extends NewTask {
  readonly status: TaskStatus;
  readonly completedAt: number | null;
  /** Present on success. */
  readonly result: TaskResult | null;
  /** Present on failure. */
  readonly failure: TaskFailure | null;
}

/** The part of a task that its row in the usage history needs. */
export type TaskSummary = Pick<TaskRecord, 'id' | 'type' | 'status' | 'createdAt' | 'price'>;
