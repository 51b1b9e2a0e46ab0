import { describeError } from '../../../../src-shared/messages/error-messages.ts';
import { toErrorInfo } from '../../../../src-shared/base/errors.ts';
import { toQueueWriteError } from '../../../queue/store/to-queue-write-error.ts';
import { ServiceMessage } from '../../../service-client/http/to-app-error.ts';

/** What a command has to say: data for scripts, text for people. */
export interface CommandResult {
  /** The last line of `--json`. */
  readonly data: unknown;
  readonly text: string;
  /** Exit status; 0 unless given. */
  readonly status?: number;
}

/**
 * Runs a command and prints its answer to stdout: text, or with `json` one line of JSON. A failure is thrown on; with
 * `json` its error envelope is printed before.
 */
export async function printResult(json: boolean, work: () => Promise<CommandResult>): Promise<number> {
  try {
    const { data, text, status = 0 } = await work();
    process.stdout.write(json ? `${JSON.stringify(data)}\n` : text);
    return status;
  } catch (error) {
    if (json) process.stdout.write(`${JSON.stringify(toErrorEnvelope(error))}\n`);
    throw error;
  }
}

/** The error envelope as the service worded it; a failure of our own in the same form, with a word for its code. */
export function toErrorEnvelope(thrown: unknown): Readonly<Record<string, unknown>> {
  const info = toErrorInfo(toQueueWriteError(thrown));
  const id = info.requestId === null ? {} : { request_id: info.requestId };
  for (let at = thrown; at instanceof Error; at = at.cause) {
    if (at instanceof ServiceMessage) return { ...id, ...at.envelope };
  }
  const { happened, next } = describeError(info);
  return { code: info.code, status: 'error', message: happened, suggestion: next, ...id };
}

/** Text of foreign origin for a terminal: control characters become dots. */
export function maskControlCharacters(text: string): string {
  return text.replace(/\p{C}/gu, '·');
}
