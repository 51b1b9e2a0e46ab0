import type { MeasuredProcess, MemoryLimits } from '../base/processes/enforce-limits.ts';
import type { ReadError } from './read-error.ts';
import type { ReadName, ReadRequest, ReadResponse } from './file-reader.ts';

/** A request to a reader process. */
export interface ReadCall {
  readonly id: number;
  readonly name: ReadName;
  readonly request: ReadRequest;
}

/** What a reader process says: that it is ready for its first call, and the answer to each call. */
export type ReaderMessage = { readonly ready: true } | ReadAnswer;

/** The answer of a reader process. */
export type ReadAnswer =
  | { readonly id: number; readonly ok: true; readonly response: ReadResponse }
  | { readonly id: number; readonly ok: false; readonly error: ReadError };

/** The end of a reader process; `lastOutput` is the end of its standard error. */
export interface ReaderExit {
  readonly reason: string;
  readonly lastOutput: string;
}

/** A process that reads files; it handles one call at a time. */
export interface ReaderProcess extends MeasuredProcess {
  send(call: ReadCall): void;
  /** Keeps this process running while `true`. */
  hold(isBusy: boolean): void;
  kill(): void;
}

/** Listener of a reader process. */
interface ReaderListener {
  onMessage(said: ReaderMessage): void;
  /** Called once, after all messages. */
  onExit(exit: ReaderExit): void;
}

/** Starts a reader process with these limits of memory. */
export type StartReader = (limits: MemoryLimits, listener: ReaderListener) => ReaderProcess;

/** Number of characters of standard error that are kept to explain an exit. */
export const MAX_LAST_OUTPUT = 4_096;
