import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { serviceMessage } from '../../../../src-shared/api/messages/service-message.ts';
import { ApiError } from '../../api-error.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The valid key the request carries; null when it carries none. */
    apiKey: string | null;
  }
}

/** Whether a key is one of this service's. */
export type KeyValidator = (key: string) => boolean;

/** The valid key of `Authorization: Bearer <key>`; null when there is none. */
export function findValidKey(request: FastifyRequest, isValid: KeyValidator): string | null {
  const given = readBearer(request);
  return given !== undefined && isValid(given) ? given : null;
}

/** Lets a request through that carries a valid key (spec part 5); else 401 with code 2. */
export function createAuthenticator(isValid: KeyValidator): onRequestHookHandler {
  return (request, _reply, done) => {
    if ((request.apiKey ?? findValidKey(request, isValid)) !== null) return done();
    const message = serviceMessage(readBearer(request) === undefined ? 'api.key-missing' : 'api.key-invalid');
    done(new ApiError(2, message, { headers: { 'www-authenticate': 'Bearer' } }));
  };
}

/** The token of a bearer authorization; undefined when there is none. */
export function readBearer({ headers: { authorization } }: FastifyRequest): string | undefined {
  return authorization === undefined ? undefined : /^Bearer +(\S+)$/i.exec(authorization)?.[1];
}
