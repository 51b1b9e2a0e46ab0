import { canFormatMessage } from '../../../src-shared/api/messages/format-message.ts';
import { errorEnvelope, RATE_LIMIT_HEADERS, type ErrorEnvelope } from '../../../src-shared/api/protocol/envelope.ts';
import { AppError, type ErrorCode } from '../../../src-shared/base/errors.ts';
import { log } from '../../base/log/log.ts';
import { describeCertificateFault, describeConnectionFault } from './describe-connection-fault.ts';
import type { NetworkResponse } from './network.ts';
import { joinMessages, message, type Message, type MessageOrText } from '../../../src-shared/messages/message.ts';
import { ENGLISH, toEnglish } from '../../../src-shared/messages/english.ts';
import { SUGGESTION_MESSAGES } from '../../../src-shared/api/messages/suggestion-messages.ts';
import { readMessageFields } from '../../../src-shared/api/protocol/message-fields.ts';
import { parseBoundedJson } from '../../../src-shared/formats/parse-bounded-json.ts';

/** Status and headers of an HTTP response. */
export interface ResponseFacts {
  readonly status: number;
  readonly requestId: string | null;
  /** Epoch ms of the next attempt, if the service named it; see `readRetryAt`. */
  readonly retryAt: number | null;
}

const CODES: Partial<Record<number, ErrorCode>> = {
  2: 'invalid_api_key',
  1002: 'invalid_api_key',
  1007: 'rate_limited',
  2000: 'rate_limited',
  2001: 'task_missing',
  2008: 'moderation',
  2010: 'insufficient_credits',
  2018: 'queue_timeout',
  2021: 'file_too_large',
  2022: 'file_too_large',
};

/** The error envelope of the service, as the cause of an AppError. */
export class ServiceMessage extends Error {
  readonly envelope: ErrorEnvelope;

  constructor(envelope: ErrorEnvelope) {
    super(envelope.message);
    this.envelope = envelope;
  }
}

/** The code of the error envelope that caused a failure; null if there was none. */
export function serviceCodeOf(thrown: unknown): number | null {
  if (thrown instanceof ServiceMessage) return thrown.envelope.code;
  return thrown instanceof Error && thrown.cause !== undefined ? serviceCodeOf(thrown.cause) : null;
}

/** The error of the service that caused a failure, without its suggestion; null if there was none. */
export function serviceReasonOf(thrown: unknown): MessageOrText | null {
  if (thrown instanceof ServiceMessage) return verifyEnvelope(thrown.envelope);
  return thrown instanceof Error && thrown.cause !== undefined ? serviceReasonOf(thrown.cause) : null;
}

/** Maximum length of an error text of a service, because it is stored with every job. */
const LONGEST_WORDS = 1_000;
const LONGEST_REQUEST_ID = 200;

/** An error text of a service, cut to its maximum length. */
export function truncateMessage(words: string, longest = LONGEST_WORDS): string {
  return words.length <= longest ? words : `${words.slice(0, longest - 1).toWellFormed()}…`;
}

/** Reads an error body, with texts cut; null if it is not an envelope of the service, such as the page of a proxy. */
export function parseErrorEnvelope(text: string): ErrorEnvelope | null {
  try {
    const { request_id: id, ...envelope } = errorEnvelope.parse(parseBoundedJson(text));
    // A service may echo the request.
    const message = truncateMessage(log.conceal(envelope.message));
    const suggestion = truncateMessage(log.conceal(envelope.suggestion));
    return {
      ...envelope,
      message,
      suggestion,
      ...(id === undefined ? {} : { request_id: truncateMessage(id, LONGEST_REQUEST_ID) }),
    };
  } catch {
    return null;
  }
}

/** Converts an HTTP error response to an AppError. 401 is always a key problem (spec part 5). */
export function toServiceError(facts: ResponseFacts, envelope: ErrorEnvelope | null): AppError {
  const { status, requestId, retryAt } = facts;
  const code: ErrorCode =
    status === 401
      ? 'invalid_api_key'
      : status === 408
        ? 'service_error'
        : ((envelope ? findCode(envelope) : undefined) ??
          (status === 429 ? 'rate_limited' : status >= 500 || !envelope ? 'service_error' : 'bad_request'));
  const detail = envelope ? describeEnvelope(envelope) : message('result.status', { status });
  return new AppError(code, detail, {
    retryable: code === 'rate_limited' || code === 'service_error',
    requestId: envelope?.request_id ?? requestId,
    ...(envelope ? { cause: new ServiceMessage(envelope) } : {}),
    ...(retryAt === null ? {} : { retryAt }),
  });
}

function findCode(envelope: ErrorEnvelope): ErrorCode | undefined {
  return isKeyBudgetUsed(envelope) ? 'key_budget_used' : CODES[envelope.code];
}

/** True if the balance of a studio would do, but the budget of this key does not. */
function isKeyBudgetUsed(envelope: ErrorEnvelope): boolean {
  const detail = verifyEnvelope(envelope);
  return envelope.code === 2010 && typeof detail !== 'string' && detail.id === 'api.key-budget';
}

function verifyEnvelope(envelope: ErrorEnvelope): MessageOrText {
  return verifyMessage(envelope.message, readMessageFields(envelope, 'message'));
}

/** The service's error as a message if it is ours, otherwise the service's own text. */
function describeEnvelope(envelope: ErrorEnvelope): MessageOrText {
  // The text of its code has the same advice.
  if (isKeyBudgetUsed(envelope)) return verifyEnvelope(envelope);
  const parts = [verifyEnvelope(envelope), findSuggestion(envelope)];
  if (parts.every((part) => typeof part === 'string')) return parts.filter(Boolean).join(' ');
  return joinMessages(parts.filter((part) => part !== ''));
}

function findSuggestion({ suggestion }: ErrorEnvelope): MessageOrText {
  const ids = Object.keys(SUGGESTION_MESSAGES) as (keyof typeof SUGGESTION_MESSAGES)[];
  const id = ids.find((each) => SUGGESTION_MESSAGES[each] === suggestion);
  return id ? message(id) : suggestion;
}

/**
 * The message sent with a text, if it is known and its English form equals the text; otherwise the text. Texts of other services or
 * versions are shown unchanged, and nothing that was removed from the text returns in the
 * parameters.
 */
export function verifyMessage(text: string, sent: Message | null): MessageOrText {
  return sent && canFormatMessage(ENGLISH, sent) && toEnglish(sent) === text ? sent : text;
}

/** Converts a failed task to an AppError (spec part 3 and 7). */
export function toTaskError(
  code: number | null | undefined,
  text: string | null | undefined,
  sent: Message | null = null,
  requestId: string | null = null,
): AppError {
  const known = code ? CODES[code] : undefined;
  return new AppError(known ?? 'task_failed', verifyMessage(log.conceal(text ?? ''), sent), { requestId });
}

/** Error code of a name that resolves to a private address. */
export const PRIVATE_ADDRESS_CODE = 'EPRIVATE';

/** Converts a transport failure to an AppError: there was no response. */
export function toTransportError(thrown: unknown, requestId: string | null = null): AppError {
  if (thrown instanceof AppError) return thrown;
  const { code, message: text, name } = thrown as NodeJS.ErrnoException;
  // It was reached, but what it sent is not HTTP.
  if (name === 'HTTPParserError') {
    const detail = message('service.unexpected-response');
    return new AppError('service_error', detail, { retryable: true, requestId, cause: thrown });
  }
  // A refused host name is not a network failure; waiting for another network would never end.
  if (code === PRIVATE_ADDRESS_CODE) {
    return new AppError('download_failed', message('result.address-inside-network'), {
      requestId,
      cause: thrown,
    });
  }
  const detail = describeCertificateFault(code);
  if (detail) {
    return new AppError('certificate_rejected', detail, { retryable: true, requestId, cause: thrown });
  }
  return new AppError('offline', code ? describeConnectionFault(code) : text, {
    retryable: true,
    requestId,
    cause: thrown,
  });
}

/**
 * When to retry, from the headers of a failed response, epoch ms by the local clock; takes precedence over any backoff.
 * Every response names the end of the rate limit window, so it counts only if that limit is reached. `now`: the local
 * clock.
 */
export function readRetryAt(
  { status, header }: Pick<NetworkResponse, 'status' | 'header'>,
  now: number,
): number | null {
  const after = header('retry-after');
  if (after !== undefined) {
    if (/^\d{1,9}$/.test(after)) return now + Number(after) * 1000;
    const date = after.endsWith(' GMT') ? Date.parse(after) : NaN;
    if (Number.isFinite(date)) return toOurClock(date, header, now);
  }
  const isLimitReached = status === 429 || /^0+$/.test(header(RATE_LIMIT_HEADERS.remaining) ?? '');
  return isLimitReached ? readReset(header, now) : null;
}

/** End of the rate limit window, epoch ms by the local clock; null if not reported (spec part 8). */
export function readReset(header: (name: string) => string | undefined, now: number): number | null {
  const reset = header(RATE_LIMIT_HEADERS.reset);
  return reset !== undefined && /^\d{9,11}$/.test(reset) ? toOurClock(Number(reset) * 1000, header, now) : null;
}

/** Offset between the clocks of the service and this computer, from its `Date`. */
function toOurClock(moment: number, header: (name: string) => string | undefined, now: number): number {
  const date = Date.parse(header('date') ?? '');
  return Number.isFinite(date) ? now + moment - date : moment;
}
