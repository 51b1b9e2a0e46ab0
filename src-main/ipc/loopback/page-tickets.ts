import { randomBytes } from 'node:crypto';
import { TICKET_ID, TICKET_SEPARATOR } from '../../../src-shared/ipc/page-handshake.ts';
import { signProof } from './access-control.ts';
import type { LoopbackSession } from './loopback-session.ts';

/** Tickets of one life of the server. */
export interface PageTickets {
  /** The key of a ticket; null if it is no ticket, has expired or is older than this server. */
  findKey(id: string): string | null;
  /** Uses a ticket up; false if it was used before. */
  use(id: string): boolean;
}

/** Validity of a ticket in minutes: enough to copy a link from a terminal on another computer. */
export const TICKET_MINUTES = 10;

const TICKET_MS = TICKET_MINUTES * 60_000;
const NONCE_BYTES = 16;

/**
 * Returns a new link to the page. The ticket in its fragment, which browsers do not send, lets one page in, so that the entry
 * in a browser’s history opens nothing later. Whoever knows the secret of the session can make one, without asking the
 * server.
 */
export function createPageLink({ port, token }: LoopbackSession, now = Date.now()): string {
  const id = `${now}-${randomBytes(NONCE_BYTES).toString('base64url')}`;
  return `http://127.0.0.1:${port}/#ticket=${keyOf(token, id)}${TICKET_SEPARATOR}${id}`;
}

/** Creates the tickets of a server that starts now. */
export function createPageTickets(secret: string, now: () => number): PageTickets {
  const startedAt = now();
  const used = new Set<string>();
  const isCurrent = (id: string): boolean => {
    const issuedAt = Number.parseInt(id, 10);
    return issuedAt >= startedAt && now() - issuedAt < TICKET_MS;
  };
  return {
    findKey: (id) => (TICKET_ID.test(id) && isCurrent(id) ? keyOf(secret, id) : null),
    use: (id) => {
      for (const old of used) if (!isCurrent(old)) used.delete(old);
      const isFirst = !used.has(id);
      used.add(id);
      return isFirst;
    },
  };
}

function keyOf(secret: string, id: string): string {
  return signProof(secret, `dropforge ticket\n${id}`);
}
