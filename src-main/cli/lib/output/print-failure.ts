import { CommanderError } from 'commander';
import { AppError, toErrorInfo } from '../../../../src-shared/base/errors.ts';
import { describeFinalError } from '../../../../src-shared/messages/describe-error.ts';
import { requestIdSuffix } from '../../../../src-shared/messages/request-id-suffix.ts';
import { log } from '../../../base/log/log.ts';
import { ServiceMessage } from '../../../service-client/http/to-app-error.ts';
import { describeParseError } from '../command/parse-error.ts';
import { toQueueWriteError } from '../../../queue/store/to-queue-write-error.ts';
import { UsageError } from '../usage-error.ts';
import { maskControlCharacters } from '../../../base/mask-control-characters.ts';
import { toJson } from './to-json.ts';

/** Exit status of a command that was called wrongly. */
const USAGE_STATUS = 2;

/** The command that failed. */
export interface FailedCommand {
  /** Its name with those of its groups; empty where none was found. */
  readonly name: string;
  /** See `LeafCommand`. */
  readonly secretHint: string | null;
  /** True with `--json`. */
  readonly json: boolean;
}

/**
 * Prints why a command failed and returns the exit status. With `json` stdout gets the error envelope before stderr gets the
 * sentences. An error that is no `AppError` is logged as a bug.
 */
export function printFailure(thrown: unknown, { name, secretHint, json }: FailedCommand): number {
  const error =
    thrown instanceof CommanderError
      ? new UsageError(describeParseError(thrown, secretHint))
      : toQueueWriteError(thrown);
  const help = `Run “dropforge help${name === '' ? '' : ` ${name}`}” for usage.`;
  if (json) process.stdout.write(`${toJson(toErrorEnvelope(error, help))}\n`);
  if (error instanceof UsageError) {
    process.stderr.write(`${maskControlCharacters(error.message)}\n${help}\n`);
    return USAGE_STATUS;
  }
  if (!(error instanceof AppError)) log.error('command', name, error);
  const info = toErrorInfo(error);
  const { happened, next } = describeFinalError(info);
  process.stderr.write(`${maskControlCharacters(`${happened} ${next}${requestIdSuffix(info.requestId)}`)}\n`);
  return error instanceof AppError && error.code === 'config_invalid' ? USAGE_STATUS : 1;
}

/** The error envelope of the service; an error of ours in the same form, with a word as its code. */
function toErrorEnvelope(thrown: unknown, help: string): Readonly<Record<string, unknown>> {
  const info = toErrorInfo(thrown);
  const id = info.requestId === null ? {} : { request_id: info.requestId };
  for (let at = thrown; at instanceof Error; at = at.cause) {
    if (at instanceof ServiceMessage) return { ...id, ...at.envelope };
  }
  if (thrown instanceof UsageError) {
    return { code: info.code, status: 'error', message: thrown.message, suggestion: help };
  }
  const { happened, next } = describeFinalError(info);
  return { code: info.code, status: 'error', message: happened, suggestion: next, ...id };
}
