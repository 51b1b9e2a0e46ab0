import { z } from 'zod';

// The handshake of a browser page and the loopback server: each proves that it knows the secret of the session, without
// sending it (RFC 2104, HMAC; both nonces are part of both proofs, so that none can be replayed).
//
//   page → server   { hello: pageNonce }
//   server → page   { proof: HMAC(secret, server input), nonce: serverNonce }
//   page → server   { proof: HMAC(secret, page input) }
//   server → page   { session: token }   the token of this server's life, for uploads and artifacts

/** Length of a nonce, in bytes. */
export const NONCE_BYTES = 32;

/** Close code of a socket whose page did not prove that it knows the secret (RFC 6455, 7.4.1). */
export const UNPROVEN = 1008;

const base64url = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

/** The first message of a page. */
export const pageHello = z.strictObject({ hello: base64url });

/** The answer of the server. */
export const serverProof = z.object({ proof: base64url, nonce: base64url });

/** The proof of the page. */
export const pageProof = z.strictObject({ proof: base64url });

/** The token for uploads and artifacts. */
export const sessionGrant = z.object({ session: z.string() });

/** The text that one side signs with HMAC-SHA-256; the result is sent as base64url. */
export function proofInput(side: 'server' | 'page', pageNonce: string, serverNonce: string): string {
  return `dropforge ${side}\n${pageNonce}\n${serverNonce}`;
}
