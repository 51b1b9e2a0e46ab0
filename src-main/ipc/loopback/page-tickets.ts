import { randomBytes } from 'node:crypto';
import { TICKET_ID, TICKET_SEPARATOR } from '../../../src-shared/ipc/page-handshake.ts';
import { signProof } from './access-control.ts';
import type { LoopbackSession } from './loopback-session.ts';

/** Tickets of one life of the server. */
export interface PageTickets {
  /** The key of a ticket; null if it is no ticket or has expired. No link of another life has the same key. */
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
export function createPageLink(session: LoopbackSession, now = Date.now()): string {
  const id = `${now}-${randomBytes(NONCE_BYTES).toString('base64url')}`;
  return `http://127.0.0.1:${session.port}/#ticket=${keyOf(session, id)}${TICKET_SEPARATOR}${id}`;
}

/** Creates the tickets of one life of a server. Its clock may be set at any time, backwards too. */
export function createPageTickets(session: Omit<LoopbackSession, 'port'>, now: () => number): PageTickets {
  // Kept until the server ends: after a change of the clock, an expired ticket may be valid again.
  const used = new Set<string>();
  // A ticket from the future was issued before the clock was set back.
  const isCurrent = (id: string): boolean => Math.abs(now() - Number.parseInt(id, 10)) < TICKET_MS;
  return {
    findKey: (id) => (TICKET_ID.test(id) && isCurrent(id) ? keyOf(session, id) : null),
    use: (id) => {
      const isFirst = !used.has(id);
      used.add(id);
      return isFirst;
    },
  };
}

function keyOf({ token, life }: Omit<LoopbackSession, 'port'>, id: string): string {
  // A server of an earlier version has no life.
  return signProof(token, ['dropforge ticket', ...(life === '' ? [] : [life]), id].join('\n'));
}
