import { canFormatMessage } from '../../src-shared/api/messages/format-message.ts';
import { AppError, type ErrorCode } from '../../src-shared/base/errors.ts';
import { ENGLISH } from '../../src-shared/messages/english.ts';
import { EngineError } from '../../src-main/engine/base/errors/engine-error.ts';
import type { MessageOrText } from '../../src-shared/messages/message.ts';
import type { Verdict } from './fuzz-target.ts';

/** Codes that blame the app or the computer, which are sound here, or say that a limit of the process ended a read. */
const WRONG_CODES: readonly ErrorCode[] = ['bug', 'file_too_complex', 'folder_unwritable', 'disk_full', 'file_missing'];

/** An error that is expected in plain text, such as the one of a service. */
const MAX_TEXT = 2_100;

/** Judges an error: expected ones have a code that fits and a message of a catalogue. `allowsText`: or a short text. */
export function judgeError(thrown: unknown, allowsText: true | undefined = undefined): Verdict {
  if (thrown instanceof EngineError) return judgeMessage(thrown.name, thrown.detail, allowsText);
  if (!(thrown instanceof AppError)) return failed(thrown instanceof Error ? (thrown.stack ?? '') : String(thrown));
  if (WRONG_CODES.includes(thrown.code)) return failed(`${thrown.code}: ${thrown.message}`);
  return judgeMessage(thrown.code, thrown.detail, allowsText);
}

/** Judges what an expected error says. */
export function judgeMessage(code: string, detail: MessageOrText, allowsText: true | undefined = undefined): Verdict {
  if (detail === '') return { kind: 'refused', code };
  if (typeof detail === 'string' && !(allowsText && detail.length <= MAX_TEXT)) {
    return failed(`${code} without a message: ${detail}`);
  }
  if (!canFormatMessage(ENGLISH, detail)) return failed(`${code} with an invalid message: ${JSON.stringify(detail)}`);
  return { kind: 'refused', code, reason: typeof detail === 'string' ? '' : detail.id };
}

function failed(failure: string): Verdict {
  return { kind: 'failed', failure: failure.slice(0, 2_000) };
}
