import { createHash, timingSafeEqual } from 'node:crypto';
import type { onRequestHookHandler } from 'fastify';
import { ServiceFault } from '../service-fault.ts';

/** Lets a request through that carries `Authorization: Bearer <key>` (spec part 5); else 401 with code 2. */
export function createAuthenticator(apiKey: string): onRequestHookHandler {
  const expected = digest(apiKey);
  return (request, _reply, done) => {
    const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (given !== undefined && timingSafeEqual(digest(given), expected)) return done();
    const message = given === undefined ? 'The API key is missing.' : 'The API key is not valid here.';
    done(new ServiceFault(2, message, { headers: { 'www-authenticate': 'Bearer' } }));
  };
}

/** Equal lengths for the comparison, whatever was sent. */
function digest(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
