import type { onRequestHookHandler } from 'fastify';
import { serviceMessage } from '../../../../src-shared/api/messages/service-message.ts';
import { ApiError } from '../../api-error.ts';

/**
 * Rejects requests that do not use this service's own address. A page whose name resolves to loopback (DNS
 * rebinding) sends its own Host; a page of another origin sends its Origin.
 */
export function createOriginCheck(baseUrl: () => string): onRequestHookHandler {
  return ({ headers: { host, origin } }, _reply, done) => {
    const ownOrigin = baseUrl();
    if (host !== ownOrigin.replace(/^https?:\/\//, '')) {
      return done(new ApiError(1003, serviceMessage('api.own-origin-only', { origin: ownOrigin }), { http: 421 }));
    }
    if (origin === undefined || origin === ownOrigin) return done();
    done(new ApiError(1003, serviceMessage('api.no-web-pages'), { http: 403 }));
  };
}
