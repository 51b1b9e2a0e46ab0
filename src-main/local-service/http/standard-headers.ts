import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RATE_LIMIT_HEADERS, REQUEST_ID_HEADER, TRACE_ID_HEADER } from '../../../src-shared/api/envelope.ts';
import type { RateClass } from '../../../src-shared/api/limits.ts';
import { ServiceFault } from '../service-fault.ts';
import type { RateState } from './rate-window.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Class of endpoints whose rate limit the route counts towards; absent: query. */
    rateClass?: RateClass;
    /** Whether the URL itself carries the proof that a key is elsewhere. */
    signed?: true;
  }
}

/** An id of the client's own is taken over when it is plain and short; it comes back in header and envelope. */
export function readRequestId(request: IncomingMessage): string {
  const given = request.headers[REQUEST_ID_HEADER];
  return typeof given === 'string' && /^[\x21-\x7e]{1,128}$/.test(given) ? given : randomUUID();
}

/** The class of endpoints a request counts towards. */
export function rateClassOf(request: FastifyRequest): RateClass {
  return request.routeOptions?.config?.rateClass ?? 'query';
}

/** What every answer carries (spec 2.1, part 8). */
export function toStandardHeaders(requestId: string, rate: RateState): Readonly<Record<string, string | number>> {
  return {
    [REQUEST_ID_HEADER]: requestId,
    [TRACE_ID_HEADER]: randomUUID(),
    [RATE_LIMIT_HEADERS.limit]: rate.limit,
    [RATE_LIMIT_HEADERS.remaining]: rate.remaining,
    [RATE_LIMIT_HEADERS.reset]: rate.reset,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  };
}

/** Sets what every answer carries; a request that is one too many is refused by the fault it returns, not throws. */
export function setStandardHeaders(rate: RateState, request: FastifyRequest, reply: FastifyReply): ServiceFault | null {
  reply.headers(toStandardHeaders(request.id, rate));
  if (!rate.exceeded) return null;
  const seconds = Math.max(1, rate.reset - Math.floor(Date.now() / 1000));
  return new ServiceFault(1007, `More than ${rate.limit} requests in a minute.`, {
    headers: { 'retry-after': String(seconds) },
  });
}
