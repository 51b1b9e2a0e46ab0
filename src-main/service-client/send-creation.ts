import http from 'node:http';
import https from 'node:https';
import { REQUEST_ID_HEADER, successEnvelope } from '../../src-shared/api/envelope.ts';
import { REFUSAL_CODES } from '../../src-shared/api/errors.ts';
import { createdTask } from '../../src-shared/api/task.ts';
import type { AppError } from '../../src-shared/errors.ts';
import type { ServiceProfile } from './service-profile.ts';
import { parseErrorEnvelope, readRetryAt, toServiceError, toTransportError } from './translate.ts';

const CONNECT_TIMEOUT_MS = 10_000;
const ANSWER_TIMEOUT_MS = 60_000;
const LONGEST_ANSWER_BYTES = 1024 * 1024;

/**
 * What became of one creation POST. `created` and `refused` are proven; `not_sent` means that no byte of the body left;
 * everything else is `ambiguous`: a task may exist.
 */
export type CreationOutcome =
  | { readonly kind: 'created'; readonly taskId: string; readonly serverTime: number | null }
  | { readonly kind: 'refused'; readonly error: AppError }
  | { readonly kind: 'not_sent' | 'try_later'; readonly error: AppError }
  | { readonly kind: 'ambiguous'; readonly error: AppError };

/**
 * Sends one creation POST exactly once: a fresh connection, no agent, no redirect, no retry. Never throws. Chromium's
 * and pooled stacks may repeat a POST when a reused connection dies, so spending goes through here only.
 */
export function sendCreation(
  profile: ServiceProfile,
  path: string,
  body: string,
  requestId: string,
): Promise<CreationOutcome> {
  const url = new URL(profile.baseUrl + path);
  const bytes = Buffer.from(body);
  return new Promise((resolve) => {
    let connected = false;
    let answered = false;
    const unheard = (thrown: unknown): void => {
      const error = toTransportError(thrown, requestId);
      resolve(connected ? { kind: 'ambiguous', error } : { kind: 'not_sent', error });
    };
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method: 'POST',
      agent: false,
      headers: {
        authorization: `Bearer ${profile.apiKey}`,
        'content-type': 'application/json',
        'content-length': bytes.byteLength,
        'accept-encoding': 'identity',
        [REQUEST_ID_HEADER]: requestId,
        connection: 'close',
      },
    });
    const giveUp = (): void => void request.destroy(new Error('No answer in time.'));
    let timer = setTimeout(giveUp, CONNECT_TIMEOUT_MS);
    request.on('socket', (socket) => {
      // The body is handed over only on an open connection, so a failure before this moment proves that nothing left.
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        connected = true;
        clearTimeout(timer);
        timer = setTimeout(giveUp, ANSWER_TIMEOUT_MS);
        request.end(bytes);
      });
    });
    request.on('error', unheard);
    request.on('close', () => {
      clearTimeout(timer);
      // A 101 ends the connection with neither an answer nor an error.
      if (!answered) unheard(new Error('The connection ended without an answer.'));
    });
    request.on('response', (response) => {
      answered = true;
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.byteLength;
        if (size > LONGEST_ANSWER_BYTES) response.destroy(new Error('The answer is too long.'));
        else chunks.push(chunk);
      });
      response.on('error', unheard);
      response.on('end', () => {
        if (!response.complete) return unheard(new Error('The answer was cut off.'));
        resolve(classifyAnswer(response, Buffer.concat(chunks).toString('utf8'), requestId));
      });
    });
    request.flushHeaders();
  });
}

/** The classification table: only a well-formed envelope proves anything. */
function classifyAnswer(response: http.IncomingMessage, text: string, requestId: string): CreationOutcome {
  const status = response.statusCode ?? 0;
  const now = Date.now();
  const header = (name: string): string | undefined => [response.headers[name]].flat()[0];
  const facts = { status, requestId, retryAt: readRetryAt(header, now) };
  if (status === 200 || status === 201) {
    const taskId = readTaskId(text);
    if (taskId) return { kind: 'created', taskId, serverTime: readServerTime(header('date')) };
  }
  const envelope = parseErrorEnvelope(text);
  const error = toServiceError(facts, envelope);
  if (envelope && status === 429 && (envelope.code === 1007 || envelope.code === 2000))
    return { kind: 'try_later', error };
  if (envelope && status >= 400 && status < 500 && REFUSAL_CODES.has(envelope.code)) return { kind: 'refused', error };
  return { kind: 'ambiguous', error };
}

function readTaskId(text: string): string | null {
  try {
    const envelope = successEnvelope.parse(JSON.parse(text));
    return createdTask.parse(envelope.data).task_id;
  } catch {
    return null;
  }
}

function readServerTime(date: string | undefined): number | null {
  const time = date === undefined ? NaN : Date.parse(date);
  return Number.isFinite(time) ? time : null;
}
