import type { Note } from '../../../src-shared/api/messages/engine/engine-message.ts';
import type { Operation, ValuesOf } from '../../../src-shared/api/operation.ts';
import type { OutputKey } from '../../../src-shared/api/protocol/task.ts';
import type { ResultValues } from '../tasks/task-record.ts';
import type { ReportProgress } from '../../engine/base/errors/report-progress.ts';

/** A file an operation made. */
export interface EngineFile {
  /** Key of spec 2.3 its URL is given under. */
  readonly key: OutputKey;
  /** Name in the task's output folder: lower case, with the format's extension. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** What an operation made. */
export interface EngineResult {
  readonly files: readonly EngineFile[];
  /** Notes beside the files. */
  readonly values?: ResultValues;
  /** Sentences for the person: what was assumed, left out or changed. */
  readonly notes: readonly Note[];
}

/** What an operation works on. */
export interface EngineInput<O extends Operation = Operation> {
  /** In the order of the request; null is an empty view slot. Files beside the source come after it. */
  readonly sources: readonly (Uint8Array | null)[];
  /** Checked against the operation's own fields. */
  readonly values: ValuesOf<O>;
}

/** The one file of an operation that works on one. */
export function onlySource({ sources: [source] }: Pick<EngineInput, 'sources'>): Uint8Array {
  if (!source) throw new Error('An operation that needs a file was given none.');
  return source;
}

/** One operation of the service as work of a worker; it has no side effects, so it can run again after a stop. */
export type EngineJob<O extends Operation> = (input: EngineInput<O>, report: ReportProgress) => Promise<EngineResult>;
