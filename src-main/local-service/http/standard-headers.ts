import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RATE_LIMIT_HEADERS, REQUEST_ID_HEADER, TRACE_ID_HEADER } from '../../../src-shared/api/envelope.ts';
import type { RateClass } from '../../../src-shared/api/limits.ts';
import { ServiceFault } from '../service-fault.ts';
import type { RateWindow } from './rate-window.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Class of endpoints whose rate limit the route counts towards; absent: query. */
    rateClass?: RateClass;
  }
}

/** An id of the client's own is taken over when it is plain and short; it comes back in header and envelope. */
export function readRequestId(request: IncomingMessage): string {
  const given = request.headers[REQUEST_ID_HEADER];
  return typeof given === 'string' && /^[\x21-\x7e]{1,128}$/.test(given) ? given : randomUUID();
}

/** Sets what every answer carries (spec 2.1, part 8) and counts the request; a refusal is returned, not thrown. */
export function setStandardHeaders(
  rates: RateWindow,
  request: FastifyRequest,
  reply: FastifyReply,
): ServiceFault | null {
  const rate = rates(request.routeOptions?.config?.rateClass ?? 'query');
  reply.headers({
    [REQUEST_ID_HEADER]: request.id,
    [TRACE_ID_HEADER]: randomUUID(),
    [RATE_LIMIT_HEADERS.limit]: rate.limit,
    [RATE_LIMIT_HEADERS.remaining]: rate.remaining,
    [RATE_LIMIT_HEADERS.reset]: rate.reset,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
  return rate.exceeded ? new ServiceFault(1007, `More than ${rate.limit} requests in a minute.`) : null;
}
