import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Header that carries the page's token; a foreign page cannot set it without asking, and is never answered. */
export const TOKEN_HEADER = 'x-dropforge-token';

/** Prefix of the WebSocket subprotocol that carries the token, because a browser cannot set headers there. */
export const TOKEN_PROTOCOL_PREFIX = 'token.';

/** Whether a request was meant for us: exactly our host and port, so that a rebound name is turned away. */
export function isOwnHost(request: IncomingMessage, port: number): boolean {
  return request.headers.host === `127.0.0.1:${port}`;
}

/** Whether it comes from our own page, or from no page at all. */
export function isOwnOrigin(request: IncomingMessage, port: number): boolean {
  const { origin } = request.headers;
  return origin === undefined || origin === `http://127.0.0.1:${port}`;
}

/** Compares tokens in time that does not depend on where they differ. */
export function matchesToken(given: string | undefined, token: string): boolean {
  const a = Buffer.from(given ?? '');
  const b = Buffer.from(token);
  return a.byteLength === b.byteLength && timingSafeEqual(a, b);
}

/**
 * Whether a key opens that one artifact: the page makes it of its token (HMAC-SHA-256 of the id as it stands in the
 * address, base64url), for files dragged out of a browser, which are fetched without headers. The token is not in it.
 */
export function isArtifactKey(given: string | null, id: string, token: string): boolean {
  return given !== null && matchesToken(given, createHmac('sha256', token).update(id).digest('base64url'));
}
