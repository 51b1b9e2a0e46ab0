import type { IncomingHttpHeaders } from 'node:http';
import type { onRequestHookHandler } from 'fastify';
import { ApiError } from '../../api-error.ts';

const SCHEME = 'http://';

/**
 * Lets only requests through that were sent to this service by its own address: a page whose name was pointed at
 * loopback (DNS rebinding) sends its own Host, a page that calls across sends its Origin.
 */
export function createOriginCheck(baseUrl: () => string): onRequestHookHandler {
  return ({ headers }, _reply, done) => {
    const own = baseUrl();
    if (isOwnOrigin(headers, own)) return done();
    if (SCHEME + String(headers.host) !== own) {
      return done(new ApiError(1003, `This service answers at ${own} only.`, { http: 421 }));
    }
    done(new ApiError(1003, 'Web pages may not call this service.', { http: 403 }));
  };
}

/** Whether a request was sent to `baseUrl` under its own name, by no page or by one of its own. */
export function isOwnOrigin({ host, origin }: IncomingHttpHeaders, baseUrl: string): boolean {
  // Without composing a text: this is asked of every request.
  const isOwnHost = host !== undefined && host.length === baseUrl.length - SCHEME.length && baseUrl.endsWith(host);
  return isOwnHost && (origin === undefined || origin === baseUrl);
}
