import type { CleanupConfig } from '../../../src-shared/api/generators/cleanup-config.ts';
import type { Note } from '../../../src-shared/api/messages/engine/engine-message.ts';
import type { Operation, ValuesOf } from '../../../src-shared/api/operation.ts';
import type { OutputKey } from '../../../src-shared/api/protocol/task.ts';
import type { ResultValues } from '../tasks/task-record.ts';
import type { NetworkMaps } from '../../engine/base/image/value-map.ts';
import type { ReportProgress } from '../../engine/base/errors/report-progress.ts';

/** An output file of an operation. */
export interface EngineFile {
  /** Key of spec 2.3 for its URL. */
  readonly key: OutputKey;
  /** Name in the task's output folder: lower case, with the format's extension. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The result of an operation. */
export interface EngineResult {
  readonly files: readonly EngineFile[];
  /** Notes beside the files. */
  readonly values?: ResultValues;
  /** Messages for the user: what was assumed, left out or changed. */
  readonly notes: readonly Note[];
}

/** The input of an operation. */
export interface EngineInput<O extends Operation = Operation> {
  /** In the order of the request; null is an empty view slot. Side files follow the source. */
  readonly sources: readonly (Uint8Array | null)[];
  /** Checked against the operation's own fields. */
  readonly values: ValuesOf<O>;
  /** How the result of a generator is cleaned up; false or absent: not at all. */
  readonly cleanup?: CleanupConfig | false;
  /** Maps of the first source from networks of the user. */
  readonly maps?: NetworkMaps;
}

/** The input file of an operation with a single input. */
export function onlySource({ sources: [source] }: Pick<EngineInput, 'sources'>): Uint8Array {
  if (!source) throw new Error('An operation that needs a file was given none.');
  return source;
}

/** Implementation of an operation in a worker; it has no side effects, so it can run again after an interruption. */
export type EngineJob<O extends Operation> = (input: EngineInput<O>, report: ReportProgress) => Promise<EngineResult>;
