import type { FastifyInstance, FastifyReply } from 'fastify';
import { ApiError } from '../../api-error.ts';
import { serviceMessage } from '../../../../src-shared/api/messages/service-message.ts';
import type { ConsoleAccess } from './console-access.ts';
import { PAGE_HEADERS } from '../page-headers.ts';
import { isSecure, SESSION_COOKIE } from './authenticate-console.ts';
import { formatCookie, readCookie, type ConsoleCookie } from './cookies.ts';
import type { PendingSignIn } from './oidc-sign-in.ts';
import { toSignInProblemPage } from './sign-in-problem-page.ts';

/** Holds a sign-in while the person is at the provider, whose redirect must find it. */
const PENDING_COOKIE: ConsoleCookie = { name: 'dropforge-sign-in', sameSite: 'Lax', maxAgeSeconds: 600 };

/** Where the provider redirects to; to be registered there. */
const CALLBACK = '/console/sign-in/callback';

/** Sign-in with an OpenID Connect provider: a browser goes there and comes back, and gets a session or a page that says why not. */
export function addOidcRoutes(app: FastifyInstance, access: ConsoleAccess): void {
  const { oidc, sessions, baseUrl } = access;
  if (!oidc || !sessions) return;
  const config = { unmetered: true } as const;
  const fail = (reply: FastifyReply, error: unknown): FastifyReply => {
    if (!(error instanceof ApiError)) throw error;
    const cookie = formatCookie(PENDING_COOKIE, '', isSecure(baseUrl()));
    return reply
      .code(error.http)
      .headers({ ...PAGE_HEADERS, 'set-cookie': cookie })
      .type('text/html; charset=utf-8')
      .send(toSignInProblemPage(error.message));
  };

  app.get('/console/sign-in', { config }, async (_request, reply) => {
    try {
      const { url, pending } = await oidc.begin(baseUrl() + CALLBACK);
      reply.header('set-cookie', formatCookie(PENDING_COOKIE, formatPending(pending), isSecure(baseUrl())));
      return await reply.headers(NO_REFERRER).redirect(url.href, 303);
    } catch (error) {
      return fail(reply, error);
    }
  });

  app.get(CALLBACK, { config }, async (request, reply) => {
    const secure = isSecure(baseUrl());
    try {
      const pending = parsePending(readCookie(request, PENDING_COOKIE, secure));
      const name = await oidc.finish(new URL(request.url, baseUrl()), pending);
      const token = await sessions.begin({ name, keyId: null });
      reply.header('set-cookie', [
        formatCookie(SESSION_COOKIE, token, secure),
        formatCookie(PENDING_COOKIE, '', secure),
      ]);
      return await reply.headers(NO_REFERRER).redirect('/console', 303);
    } catch (error) {
      return fail(reply, error);
    }
  });
}

/** The addresses of a sign-in have a state or a code. */
const NO_REFERRER = { 'referrer-policy': 'no-referrer' } as const;

/** All parts are base64url, without points. */
function formatPending({ state, nonce, codeVerifier }: PendingSignIn): string {
  return [state, nonce, codeVerifier].join('.');
}

function parsePending(cookie: string | null): PendingSignIn {
  const [state, nonce, codeVerifier, ...rest] = (cookie ?? '').split('.');
  if (state && nonce && codeVerifier && rest.length === 0) return { state, nonce, codeVerifier };
  throw new ApiError(2, serviceMessage('api.sign-in-lost'), { http: 403 });
}
