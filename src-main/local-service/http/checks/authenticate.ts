import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { serviceMessage } from '../../../../src-shared/api/messages/service-message.ts';
import { ApiError } from '../../api-error.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Id of the valid key of the request; null if it has none. */
    keyId: string | null;
  }
}

/** The id of a valid key of this service; null for any other. */
export type FindKey = (key: string) => Promise<string | null>;

/** The id of the valid key of `Authorization: Bearer <key>`; null if there is none. */
export async function findKeyId(request: FastifyRequest, findKey: FindKey): Promise<string | null> {
  const given = readBearer(request);
  return given === undefined ? null : findKey(given);
}

/** Accepts only requests whose key was found valid (spec part 5); otherwise 401 with code 2. */
export const requireKey: onRequestHookHandler = (request, _reply, done) => {
  if (request.keyId !== null) return done();
  const message = serviceMessage(readBearer(request) === undefined ? 'api.key-missing' : 'api.key-invalid');
  done(new ApiError(2, message, { headers: { 'www-authenticate': 'Bearer' } }));
};

/** The token of a bearer authorization; undefined when there is none. */
export function readBearer({ headers: { authorization } }: FastifyRequest): string | undefined {
  return authorization === undefined ? undefined : /^Bearer +(\S+)$/i.exec(authorization)?.[1];
}
