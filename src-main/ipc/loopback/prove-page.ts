import { randomBytes } from 'node:crypto';
import type { RawData, WebSocket } from 'ws';
import { z } from 'zod';
import {
  NONCE_BYTES,
  NONCE_OR_PROOF,
  proofInput,
  TICKET_ID,
  UNPROVEN,
} from '../../../src-shared/ipc/page-handshake.ts';
import { parseBoundedJson } from '../../../src-shared/formats/parse-bounded-json.ts';
import { matchesToken, signProof } from './access-control.ts';
import type { PageTickets } from './page-tickets.ts';
import { refuseSocket } from './unproven-sockets.ts';

const base64url = z.string().regex(NONCE_OR_PROOF);

/** The first message of a page. */
const pageHello = z.strictObject({ hello: base64url, ticket: z.string().regex(TICKET_ID).optional() });

/** The proof of the page. */
const pageProof = z.strictObject({ proof: base64url });

/** A page that has not proven itself after this time is disconnected. */
const PROOF_TIMEOUT_MS = 5_000;

/** Keys that a page can prove that it knows, and what it gets for one. */
interface Keys {
  readonly secret: string;
  readonly tickets: PageTickets;
  /** Token of this life of the server. */
  readonly session: string;
}

/**
 * Runs the server's side of the handshake in `page-handshake.ts`. Resolves to true after the page proved that it knows
 * the secret or the key of a ticket and was sent the session token; any other message closes the socket.
 */
export function provePage(socket: WebSocket, { secret, tickets, session }: Keys): Promise<boolean> {
  return new Promise((resolve) => {
    const nonce = randomBytes(NONCE_BYTES).toString('base64url');
    let greeting: { readonly hello: string; readonly ticket?: string | undefined; readonly key: string } | null = null;

    const end = (isProven: boolean): void => {
      clearTimeout(timer);
      socket.off('message', onMessage);
      socket.off('close', onClose);
      if (!isProven) refuseSocket(socket, UNPROVEN, 'The page did not prove that it belongs to this session.');
      resolve(isProven);
    };
    const onClose = (): void => end(false);
    const onMessage = (data: RawData): void => {
      if (greeting === null) {
        const said = read(pageHello, data);
        const key = said?.ticket === undefined ? secret : tickets.findKey(said.ticket);
        if (!said || key === null) return end(false);
        greeting = { ...said, key };
        socket.send(JSON.stringify({ proof: signProof(key, proofInput('server', said.hello, nonce)), nonce }));
        return;
      }
      const { hello, ticket, key } = greeting;
      const given = read(pageProof, data);
      if (!matchesToken(given?.proof, signProof(key, proofInput('page', hello, nonce)))) return end(false);
      if (ticket !== undefined && !tickets.use(ticket)) return end(false);
      socket.send(JSON.stringify({ session, ...(ticket !== undefined && { secret }) }));
      end(true);
    };
    const timer = setTimeout(() => end(false), PROOF_TIMEOUT_MS);
    socket.on('message', onMessage);
    socket.on('close', onClose);
    socket.on('error', () => socket.terminate());
  });
}

function read<T>(schema: z.ZodType<T>, data: RawData): T | null {
  try {
    return schema.safeParse(parseBoundedJson(Buffer.isBuffer(data) ? data.toString('utf8') : '')).data ?? null;
  } catch {
    return null;
  }
}
