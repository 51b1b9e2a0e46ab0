import type { onRequestHookHandler } from 'fastify';
import { ServiceFault } from '../service-fault.ts';

/**
 * Lets only requests through that were sent to this service by its own address: a page whose name was pointed at
 * loopback (DNS rebinding) sends its own Host, a page that calls across sends its Origin.
 */
export function createOriginCheck(baseUrl: () => string): onRequestHookHandler {
  return (request, _reply, done) => {
    const { host, origin } = request.headers;
    if (host !== new URL(baseUrl()).host) {
      return done(new ServiceFault(1003, `This service answers at ${baseUrl()} only.`, { http: 421 }));
    }
    if (origin !== undefined && origin !== baseUrl()) {
      return done(new ServiceFault(1003, 'Web pages may not call this service.', { http: 403 }));
    }
    done();
  };
}
