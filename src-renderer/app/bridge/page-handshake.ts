import { NONCE_BYTES, NONCE_OR_PROOF, proofInput, TICKET_SEPARATOR } from '../../../src-shared/ipc/page-handshake.ts';

/** The page's side of the handshake; `null` from a step means that the server is not the one of this session. */
export interface PageHandshake {
  /** The first message. */
  readonly hello: string;
  /** Verifies the server's proof; returns the page's own, or null for a server that does not know the secret. */
  prove(message: unknown): Promise<string | null>;
  /** Returns the session token of the last message; null for any other message. */
  readGrant(message: unknown): string | null;
  /** Returns the secret in the last message, which a page gets for its ticket. */
  readSecret(message: unknown): string | null;
}

/** Starts a handshake with the secret of this tab, or with the key and ticket of a link. */
export function createPageHandshake(known: string): PageHandshake {
  const [key = '', ticket] = known.split(TICKET_SEPARATOR);
  const nonce = toBase64url(crypto.getRandomValues(new Uint8Array(NONCE_BYTES)));
  return {
    hello: JSON.stringify({ hello: nonce, ticket }),
    prove: async (message) => {
      const serverNonce = findText(message, 'nonce');
      if (serverNonce === null || !NONCE_OR_PROOF.test(serverNonce)) return null;
      if (findText(message, 'proof') !== (await sign(key, proofInput('server', nonce, serverNonce)))) return null;
      return JSON.stringify({ proof: await sign(key, proofInput('page', nonce, serverNonce)) });
    },
    readGrant: (message) => findText(message, 'session'),
    readSecret: (message) => findText(message, 'secret'),
  };
}

/** Reads a text of a message by hand: two texts are no reason to load the schema library with the page. */
function findText(message: unknown, name: string): string | null {
  const text = typeof message === 'object' && message !== null ? (message as Record<string, unknown>)[name] : null;
  return typeof text === 'string' ? text : null;
}

async function sign(secret: string, input: string): Promise<string> {
  const text = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', text.encode(secret), algorithm, false, ['sign']);
  return toBase64url(new Uint8Array(await crypto.subtle.sign('HMAC', key, text.encode(input))));
}

function toBase64url(bytes: Uint8Array): string {
  const base64 = btoa(String.fromCharCode(...bytes));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
