import type { GeneratorCredit } from '../../../src-shared/api/generators/generator-state.ts';
import type { MessageOrText } from '../../../src-shared/api/messages/message.ts';
import type { Category } from '../../../src-shared/api/models/categories.ts';
import type { Credits } from '../../../src-shared/api/pricing/credits.ts';
import type { AnyValues } from '../../../src-shared/api/operation.ts';
import type { OperationName } from '../../../src-shared/api/operations.ts';
import type { UploadSource } from '../files/upload-store.ts';
import type { OutputKey, TaskOutput, TaskStatus } from '../../../src-shared/api/protocol/task.ts';

/** An input file of a task, with a name that allows moving the data folder. */
export type JobSource = UploadSource | { readonly kind: 'output'; readonly taskId: string; readonly fileName: string };

/** Everything the engine needs to run a task again at any time. */
export interface TaskJob {
  /** The inputs of the operation, in its own order; null is an empty view slot. Side files follow the source. */
  readonly sources: readonly (JobSource | null)[];
  /** Parsed fields under their own names. */
  readonly values: AnyValues;
}

/** Keys of spec 2.3 that are not URLs. */
export type ResultValues = Readonly<Partial<Pick<TaskOutput, 'riggable' | 'rig_type'>>>;

/** The outputs of a task: names of files in its output folder by key of spec 2.3, and the engine's messages. */
export interface TaskResult {
  readonly files: Readonly<Partial<Record<OutputKey, string>>>;
  readonly values?: ResultValues;
  /** The generator of the user that made it; absent: the engine, whose results are drafts. */
  readonly generator?: GeneratorCredit;
  /** Plain text in tasks of older versions. */
  readonly notes: readonly MessageOrText[];
}

/** Why a task failed: a code of spec part 7 and a message; plain text in tasks of older versions. */
export interface TaskFailure {
  readonly code: number;
  readonly message: MessageOrText;
}

/** A new task. */
export interface NewTask {
  readonly id: string;
  readonly type: OperationName;
  /** The request's body as received, including unknown fields. */
  readonly input: AnyValues;
  readonly job: TaskJob;
  readonly price: Credits;
  /** The concurrency pool whose slot it uses until it ends (spec part 8). */
  readonly category: Category;
  /** Epoch ms. */
  readonly createdAt: number;
}

/** A longer request is not part of its task's record; `readInput` reads it. In UTF-8 bytes of its JSON. */
export const MAX_INLINE_INPUT = 64 * 1024;

/** A stored task, without its job, which only its work needs. */
export interface TaskRecord extends Omit<NewTask, 'input' | 'job'> {
  /** The request's body as JSON; null if it is longer than `MAX_INLINE_INPUT`. */
  readonly input: string | null;
  readonly status: TaskStatus;
  readonly completedAt: number | null;
  /** Present on success. */
  readonly result: TaskResult | null;
  /** Present on failure. */
  readonly failure: TaskFailure | null;
  /** Progress while it runs, 0 to 1, where workers of other processes report it. */
  readonly progress?: number;
}

/** The part of a task that its usage history row needs. */
export type TaskSummary = Pick<TaskRecord, 'id' | 'type' | 'status' | 'createdAt' | 'price'>;
