import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { readBearer } from '../checks/authenticate.ts';
import { isOwnOrigin } from '../checks/check-origin.ts';
import { JSON_TYPE } from '../envelope.ts';
import type { RateState } from '../checks/rate-limiter.ts';
import type { ServiceContext } from '../service-context.ts';
import { toStandardHeaders } from '../standard-headers.ts';
import type { SerializedResponse } from './task-response-cache.ts';
import { runAfterParsing } from './after-parsing.ts';

/** What the framework's parser looks at more closely. */
const NOT_PLAIN = /\\|__proto__|constructor/;

/** The valid key of a request that came straight to this service; null where the framework is to say what is wrong. */
export function findLocalKey(
  request: IncomingMessage,
  { isValidKey, baseUrl }: Pick<ServiceContext, 'isValidKey' | 'baseUrl'>,
): string | null {
  if (request.headers['transfer-encoding'] !== undefined || !isOwnOrigin(request.headers, baseUrl())) return null;
  const key = readBearer(request);
  return key !== undefined && isValidKey(key) ? key : null;
}

/**
 * Hands the body of a request to `take` when all of it came with its head and it says that it is JSON; when not, or when
 * `take` wants it left, the request goes on to `otherwise` as it came.
 */
export function withCompleteBody(
  request: IncomingMessage,
  response: ServerResponse,
  take: (body: Buffer) => boolean,
  otherwise: RequestListener,
): void {
  if (request.headers['content-type'] !== 'application/json') return otherwise(request, response);
  runAfterParsing(() => {
    const body = request.complete ? (request.read() as Buffer | null) : null;
    if (!body) return otherwise(request, response);
    if (take(body)) return;
    request.unshift(body);
    otherwise(request, response);
  });
}

/** A plain JSON text as a value; undefined where the framework is to say what is wrong. */
export function parseSafeJson(text: string): unknown {
  if (NOT_PLAIN.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Sends an answer past the framework, with the headers of every answer in its own order. `others` are names and values in
 * turn.
 */
export function sendFastResponse(
  requestId: string,
  response: ServerResponse,
  rate: RateState,
  { content, bytes }: SerializedResponse,
  http = 200,
  others: readonly string[] = [],
): void {
  const headers = toStandardHeaders(requestId, rate);
  if (others.length > 0) headers.push(...others);
  headers.push('content-type', JSON_TYPE, 'content-length', String(bytes));
  response.writeHead(http, headers).end(content);
}
