import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RATE_LIMIT_HEADERS, REQUEST_ID_HEADER, TRACE_ID_HEADER } from '../../../src-shared/api/protocol/envelope.ts';
import type { RateClass } from '../../../src-shared/api/protocol/limits.ts';
import { serviceMessage } from '../../../src-shared/api/messages/service-message.ts';
import { ApiError } from '../api-error.ts';
import type { RateState } from './checks/rate-limiter.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Rate limit class of the route; `query` when absent. */
    rateClass?: RateClass;
    /** Set for routes without a rate limit: those of signed URLs, and the console's. */
    unmetered?: true;
    /** Begins what the route reads while its request is counted. Not called for a key whose requests are refused. */
    begin?: (request: FastifyRequest) => void;
  }
}

/** The client's request id when it is short printable ASCII, else a new one; it is returned in header and envelope. */
export function readRequestId(request: IncomingMessage): string {
  const given = request.headers[REQUEST_ID_HEADER];
  return typeof given === 'string' && /^[\x21-\x7e]{1,128}$/.test(given) ? given : randomUUID();
}

/** Headers of every response (spec 2.1, part 8). */
export function toStandardHeaders(requestId: string, rate: RateState): Record<string, string> {
  return {
    [REQUEST_ID_HEADER]: requestId,
    [TRACE_ID_HEADER]: randomUUID(),
    [RATE_LIMIT_HEADERS.limit]: String(rate.limit),
    [RATE_LIMIT_HEADERS.remaining]: String(rate.remaining),
    [RATE_LIMIT_HEADERS.reset]: String(rate.reset),
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  };
}

/** Sets the headers of every response; returns the error to respond with if the request exceeds the rate limit. */
export function setStandardHeaders(rate: RateState, request: FastifyRequest, reply: FastifyReply): ApiError | null {
  reply.headers(toStandardHeaders(request.id, rate));
  if (!rate.exceeded) return null;
  const seconds = Math.max(1, rate.reset - Math.floor(Date.now() / 1000));
  return new ApiError(1007, serviceMessage('api.rate', { limit: rate.limit }), {
    headers: { 'retry-after': String(seconds) },
  });
}
