import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Header with the token of the server's life; foreign pages cannot set it without a CORS preflight, which is never allowed. */
export const TOKEN_HEADER = 'x-dropforge-token';

/** True if the Host header is exactly our host and port; prevents DNS rebinding. */
export function isOwnHost(request: IncomingMessage, port: number): boolean {
  return request.headers.host === `127.0.0.1:${port}`;
}

/** True if a request comes from our own page or from no page. */
export function isOwnOrigin(request: IncomingMessage, port: number): boolean {
  const { origin } = request.headers;
  return origin === undefined || origin === `http://127.0.0.1:${port}`;
}

/** Compares tokens in constant time. */
export function matchesToken(given: string | undefined, token: string): boolean {
  const a = Buffer.from(given ?? '');
  const b = Buffer.from(token);
  return a.byteLength === b.byteLength && timingSafeEqual(a, b);
}

/**
 * Checks that a key grants access to one artifact: HMAC-SHA-256 of the encoded id with the token, as base64url. It is used for
 * files dragged out of a browser, which are fetched without headers, and does not reveal the token.
 */
export function isArtifactKey(given: string | null, id: string, token: string): boolean {
  return given !== null && matchesToken(given, createHmac('sha256', token).update(id).digest('base64url'));
}

/** Signs one side's input of the handshake in `page-handshake.ts`. */
export function signProof(secret: string, input: string): string {
  return createHmac('sha256', secret).update(input).digest('base64url');
}
