import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RATE_LIMIT_HEADERS, REQUEST_ID_HEADER, TRACE_ID_HEADER } from '../../../src-shared/api/protocol/envelope.ts';
import type { RateClass } from '../../../src-shared/api/protocol/limits.ts';
import { ApiError } from '../api-error.ts';
import { nextRequestId } from './fast-path/next-request-id.ts';
import type { RateState } from './checks/rate-limiter.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Class of endpoints whose rate limit the route counts towards; absent: query. */
    rateClass?: RateClass;
    /** Whether the route is nobody's quota: its URL itself carries the proof that a key is elsewhere, or it is the console's. */
    unmetered?: true;
  }
}

/** An id of the client's own is taken over when it is plain and short; it comes back in header and envelope. */
export function readRequestId(request: IncomingMessage): string {
  const given = request.headers[REQUEST_ID_HEADER];
  return typeof given === 'string' && /^[\x21-\x7e]{1,128}$/.test(given) ? given : nextRequestId();
}

/** What every answer carries (spec 2.1, part 8): names and values in turn, the form the runtime sends fastest. */
export function toStandardHeaders(requestId: string, rate: RateState): string[] {
  return [
    REQUEST_ID_HEADER,
    requestId,
    TRACE_ID_HEADER,
    nextRequestId(),
    RATE_LIMIT_HEADERS.limit,
    String(rate.limit),
    RATE_LIMIT_HEADERS.remaining,
    String(rate.remaining),
    RATE_LIMIT_HEADERS.reset,
    String(rate.reset),
    'x-content-type-options',
    'nosniff',
    'cache-control',
    'no-store',
  ];
}

/** Sets what every answer carries; a request that is one too many is refused by the fault it returns, not throws. */
export function setStandardHeaders(rate: RateState, request: FastifyRequest, reply: FastifyReply): ApiError | null {
  const headers = toStandardHeaders(request.id, rate);
  for (let i = 0; i < headers.length; i += 2) reply.header(String(headers[i]), headers[i + 1]);
  if (!rate.exceeded) return null;
  const seconds = Math.max(1, rate.reset - Math.floor(Date.now() / 1000));
  return new ApiError(1007, `More than ${rate.limit} requests in a minute.`, {
    headers: { 'retry-after': String(seconds) },
  });
}
