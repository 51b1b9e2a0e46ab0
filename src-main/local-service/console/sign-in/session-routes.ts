import type { FastifyInstance } from 'fastify';
import { serviceMessage } from '../../../../src-shared/api/messages/service-message.ts';
import { ApiError } from '../../api-error.ts';
import { toSuccess } from '../../http/envelope.ts';
import type { ConsoleAccess } from './console-access.ts';
import { findSession, identify, isSecure, SESSION_COOKIE, toCsrfToken } from './authenticate-console.ts';
import { formatCookie } from './cookies.ts';

/** How the console can be opened, who has opened it, and the begin of a session; needs no session itself. */
export function addSignInRoute(app: FastifyInstance, access: ConsoleAccess): void {
  const { sessions, oidc } = access;
  const config = { unmetered: true } as const;
  app.get('/console/session', { config }, async (request) => {
    const session = await findSession(request, access);
    return toSuccess({
      ...{ sessions: sessions !== undefined, oidc: oidc !== undefined },
      session: session && { name: session.name, csrf_token: session.csrfToken },
    });
  });
  if (!sessions) return;
  // The bearer of this request is no cookie: another page cannot send it.
  app.post('/console/session', { config }, async (request, reply) => {
    const identity = await identify(request, access);
    if (!identity) throw new ApiError(2, serviceMessage('api.console-secret-invalid'));
    const token = await sessions.begin(identity);
    reply.header('set-cookie', formatCookie(SESSION_COOKIE, token, isSecure(access.baseUrl())));
    return toSuccess({ name: identity.name, csrf_token: toCsrfToken(token) });
  });
}

/** The sessions of the console; part of its API. */
export function addSessionRoutes(app: FastifyInstance, { sessions, baseUrl }: ConsoleAccess): void {
  if (!sessions) return;
  app.get('/console/api/sessions', async (request) => {
    const own = request.consoleSession?.id;
    return toSuccess((await sessions.list()).map((session) => ({ ...session, isOwn: session.id === own })));
  });
  app.delete('/console/api/session', async (request, reply) => {
    if (request.consoleSession) await sessions.end(request.consoleSession.id);
    reply.header('set-cookie', formatCookie(SESSION_COOKIE, '', isSecure(baseUrl())));
    return toSuccess({});
  });
  app.delete<{ Params: { id: string } }>('/console/api/sessions/:id', async ({ params: { id } }) => {
    if (await sessions.end(id)) return toSuccess({});
    throw new ApiError(1004, serviceMessage('api.no-session'), { http: 404 });
  });
}
