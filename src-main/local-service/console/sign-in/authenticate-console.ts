import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { serviceMessage } from '../../../../src-shared/api/messages/service-message.ts';
import { digestSecret } from '../../account/digest-secret.ts';
import { ApiError } from '../../api-error.ts';
import { readBearer } from '../../http/checks/authenticate.ts';
import type { ConsoleAccess } from './console-access.ts';
import { readCookie, type ConsoleCookie } from './cookies.ts';
import { SESSION_SECONDS, type ConsoleIdentity, type ConsoleSession } from './postgres-console-sessions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The session of a request to the console's API; null if it has none. */
    consoleSession: CurrentSession | null;
  }
}

/** The session of a request. */
interface CurrentSession extends Pick<ConsoleSession, 'id' | 'name'> {
  /** Sent with every change, because another page cannot read it. */
  readonly csrfToken: string;
}

/** Holds the token of a session. */
export const SESSION_COOKIE: ConsoleCookie = {
  name: 'dropforge-console',
  sameSite: 'Strict',
  maxAgeSeconds: SESSION_SECONDS,
};

/** The header for the token against forged requests. */
const CSRF_HEADER = 'x-csrf-token';

/** Who sends the console's token or an admin key as bearer; null if the request has neither. */
export async function identify(request: FastifyRequest, access: ConsoleAccess): Promise<ConsoleIdentity | null> {
  const given = readBearer(request);
  if (given === undefined) return null;
  if (timingSafeEqual(digestSecret(given), digestSecret(access.token))) return { name: 'Console token', keyId: null };
  const key = await access.findAdmin?.(given);
  return key ? { name: key.name, keyId: key.id } : null;
}

/** The session of a request's cookie; null if there is none, or if it has ended. */
export async function findSession(
  request: FastifyRequest,
  { sessions, baseUrl }: ConsoleAccess,
): Promise<CurrentSession | null> {
  const token = readCookie(request, SESSION_COOKIE, isSecure(baseUrl()));
  const session = token === null ? null : await sessions?.find(token);
  return session ? { ...session, csrfToken: toCsrfToken(token ?? '') } : null;
}

/** The token that changes of a session need. */
export function toCsrfToken(sessionToken: string): string {
  return createHmac('sha256', sessionToken).update('csrf').digest('base64url');
}

/** True if clients use https. */
export function isSecure(baseUrl: string): boolean {
  return baseUrl.startsWith('https:');
}

/**
 * Accepts only requests with the console's token, an admin key or a session; otherwise 401 with code 2. Browsers add the
 * cookie of a session to requests of any page, so changes also need the own origin and the session's token.
 */
export function createConsoleAuthenticator(access: ConsoleAccess): onRequestAsyncHookHandler {
  return async (request) => {
    if (readBearer(request) !== undefined) {
      if (await identify(request, access)) return;
      throw refusal(access, 'invalid');
    }
    const session = await findSession(request, access);
    if (!session) throw refusal(access, 'missing');
    request.consoleSession = session;
    if (request.method === 'GET' || request.method === 'HEAD') return;
    const { origin, [CSRF_HEADER]: sent } = request.headers;
    const isOwn = typeof sent === 'string' && timingSafeEqual(digestSecret(sent), digestSecret(session.csrfToken));
    if (origin !== access.baseUrl() || !isOwn) throw new ApiError(1003, serviceMessage('api.no-csrf'), { http: 403 });
  };
}

function refusal({ sessions }: ConsoleAccess, kind: 'missing' | 'invalid'): ApiError {
  const message = sessions
    ? serviceMessage(kind === 'missing' ? 'api.console-sign-in' : 'api.console-secret-invalid')
    : serviceMessage(kind === 'missing' ? 'api.console-token-missing' : 'api.console-token-invalid');
  return new ApiError(2, message, { headers: { 'www-authenticate': 'Bearer' } });
}
