import { REQUEST_ID_HEADER, successEnvelope } from '../../../src-shared/api/protocol/envelope.ts';
import { REFUSAL_CODES } from '../../../src-shared/api/protocol/error-codes.ts';
import { createdTask } from '../../../src-shared/api/protocol/task.ts';
import type { AppError } from '../../../src-shared/base/errors.ts';
import type { Network, SendOutcome } from './network.ts';
import type { ServiceProfile } from '../services/service-profile.ts';
import { parseErrorEnvelope, readRetryAt, toServiceError, toTransportError } from './to-app-error.ts';
import { parseBoundedJson } from '../../../src-shared/formats/parse-bounded-json.ts';

/**
 * Outcome of one creation POST. `created` and `refused` are proven; `not_sent` means that no byte of the body left;
 * everything else is `ambiguous`: a task may exist.
 */
export type CreationOutcome =
  | { readonly kind: 'created'; readonly taskId: string; readonly serverTime: number | null }
  | { readonly kind: 'refused'; readonly error: AppError }
  | { readonly kind: 'not_sent' | 'try_later'; readonly error: AppError }
  | { readonly kind: 'ambiguous'; readonly error: AppError };

/** A creation to send. */
export interface Creation {
  readonly profile: ServiceProfile;
  readonly network: Network;
  readonly path: string;
  /** The exact bytes, as they were stored. */
  readonly body: string;
  readonly requestId: string;
  /** Epoch ms; called when the response has arrived. */
  readonly now: () => number;
}

/** Sends one creation POST exactly once and returns its outcome. Never throws. */
export async function sendCreation({
  profile,
  network,
  path,
  body,
  requestId,
  now,
}: Creation): Promise<CreationOutcome> {
  const headers = {
    authorization: `Bearer ${profile.apiKey}`,
    'content-type': 'application/json',
    [REQUEST_ID_HEADER]: requestId,
  };
  const sending = await network.sendOnce(new URL(profile.baseUrl + path), headers, body);
  if (sending.kind === 'answered') return classifyAnswer(sending, requestId, now());
  const error = toTransportError(sending.error, requestId);
  return { kind: sending.kind === 'not_sent' ? 'not_sent' : 'ambiguous', error };
}

/** The classification table: besides a 429, only a well-formed envelope proves anything. */
function classifyAnswer(answer: SendOutcome & { kind: 'answered' }, requestId: string, now: number): CreationOutcome {
  const { status, header, text } = answer;
  const facts = { status, requestId, retryAt: readRetryAt(answer, now) };
  if (status === 200 || status === 201) {
    const taskId = readTaskId(text);
    if (taskId) return { kind: 'created', taskId, serverTime: readServerTime(header('date')) };
  }
  const envelope = parseErrorEnvelope(text);
  const error = toServiceError(facts, envelope);
  // The service gave up waiting for the rest of the request (RFC 9110, 15.5.9), so it processed nothing.
  if (envelope && status === 408) return { kind: 'try_later', error };
  if (envelope && status >= 400 && status < 500 && REFUSAL_CODES.has(envelope.code)) return { kind: 'refused', error };
  // A gateway sends its own 429, without an envelope. Nothing was created, unless the body names a task.
  if (status === 429 && readTaskId(text) === null) return { kind: 'try_later', error };
  return { kind: 'ambiguous', error };
}

function readTaskId(text: string): string | null {
  try {
    const envelope = successEnvelope.parse(parseBoundedJson(text));
    return createdTask.parse(envelope.data).task_id;
  } catch {
    return null;
  }
}

function readServerTime(date: string | undefined): number | null {
  const time = date === undefined ? NaN : Date.parse(date);
  return Number.isFinite(time) ? time : null;
}
