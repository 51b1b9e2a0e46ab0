import path from 'node:path';
import { serialize } from 'node:v8';
import { AppError } from '../../src-shared/base/errors.ts';
import { message, type MessageOrText } from '../../src-shared/messages/message.ts';
import type { MeasuredProcess, MemoryLimits } from '../base/processes/enforce-limits.ts';
import { encodeReadError, type ReadError } from './read-error.ts';
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

/** Maximum size of an answer, in bytes: what a file says of itself must not fill the memory of the app. */
const MAX_ANSWER_BYTES = 1024 ** 2;

/** How errors name the file of a request. */
export function subjectOf(request: ReadRequest): MessageOrText {
  return 'subject' in request ? request.subject : path.basename(request.path);
}

/** The answer to a request, or an error in its place if it is too large. */
export function limitAnswer(request: ReadRequest, answer: ReadAnswer): ReadAnswer {
  if (serialize(answer).byteLength <= MAX_ANSWER_BYTES) return answer;
  const error = new AppError('file_too_complex', message('file.description-too-long'), { subject: subjectOf(request) });
  return { id: answer.id, ok: false, error: encodeReadError(error) };
}

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
