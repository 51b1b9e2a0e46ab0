// The handshake of a browser page and the loopback server: each proves that it knows a key, without sending it (RFC 2104,
// HMAC; both nonces are part of both proofs, so that none can be replayed). The key is the secret of the session, or that of
// the ticket in a link, HMAC(secret, ticket), which is used up by the page's proof.
//
//   page → server   { hello: pageNonce, ticket? }
//   server → page   { proof: HMAC(key, server input), nonce: serverNonce }
//   page → server   { proof: HMAC(key, page input) }
//   server → page   { session: token, secret? }   the token of this server's life, for uploads and artifacts; the secret for
//                                                 a page that came with a ticket

/** Path and subprotocol of the WebSocket between page and server. */
export const SOCKET_PATH = '/ipc';
export const SUBPROTOCOL = 'dropforge';

/** Key of the secret in the session storage of a page; the storage ends with its tab. */
export const SECRET_KEY = 'dropforge-token';

/** Length of a nonce, in bytes. */
export const NONCE_BYTES = 32;

/** Close code of a socket whose page did not prove that it knows the secret (RFC 6455, 7.4.1). */
export const UNPROVEN = 1008;

/** A nonce or proof: 32 bytes as base64url. */
export const NONCE_OR_PROOF = /^[A-Za-z0-9_-]{43}$/;

/** A ticket: the time in ms at which it was issued, and 16 random bytes as base64url. */
export const TICKET_ID = /^\d{1,16}-[A-Za-z0-9_-]{22}$/;

/** Stands between the key and the ticket in the fragment of a link; a secret does not contain it. */
export const TICKET_SEPARATOR = '.';

/** The text that one side signs with HMAC-SHA-256; the result is sent as base64url. */
export function proofInput(side: 'server' | 'page', pageNonce: string, serverNonce: string): string {
  return `dropforge ${side}\n${pageNonce}\n${serverNonce}`;
}
