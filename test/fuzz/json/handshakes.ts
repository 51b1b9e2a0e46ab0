import { createHmac } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { WebSocket } from 'ws';
import { createPageLink, createPageTickets } from '../../../src-main/ipc/loopback/page-tickets.ts';
import { provePage } from '../../../src-main/ipc/loopback/prove-page.ts';
import { proofInput } from '../../../src-shared/ipc/page-handshake.ts';
import type { JsonTarget } from '../fuzz-target.ts';
import { corruptJson, toJsonText } from './corrupt-json.ts';

const [SECRET, SESSION, LIFE] = ['secret', 'session', 'life'];
const NOW = 1_800_000_000_000;
const [TICKET_KEY = '', TICKET = ''] = createPageLink({ port: 1, token: SECRET, life: LIFE }, NOW)
  .split('#ticket=')[1]!
  .split('.');
const HELLO = 'a'.repeat(43);
/** Stands for the proof of a page that knows the secret, or the key of the ticket that it names. */
const HONEST = 'b'.repeat(43);

/** What a page of the browser says before it has proven that it belongs to the session. */
export const handshakes: JsonTarget = {
  kind: 'json',
  name: 'handshakes',
  generate: (prng) => {
    const say = (value: Record<string, string>): string =>
      toJsonText(prng, prng.chance(0.3) ? corruptJson(prng, value) : value);
    const hello = { hello: HELLO, ...(prng.chance(0.5) && { ticket: TICKET }) };
    return JSON.stringify([say(hello), say({ proof: prng.pick([HONEST, HELLO]) })]);
  },
  run: async (input) => {
    const sent: string[] = [];
    const socket = Object.assign(new EventEmitter(), {
      send: (text: string) => void sent.push(text),
      close: () => undefined,
      terminate: () => undefined,
    });
    const keys = {
      secret: SECRET,
      session: SESSION,
      tickets: createPageTickets({ token: SECRET, life: LIFE }, () => NOW),
    };
    const proving = provePage(socket as unknown as WebSocket, keys);
    const messages = JSON.parse(String(input)) as string[];
    const hasTicket = messages[0]?.includes(TICKET) === true;
    for (const text of messages) {
      const { nonce = '' } = JSON.parse(sent[0] ?? '{}') as { nonce?: string };
      const proof = createHmac('sha256', hasTicket ? TICKET_KEY : SECRET)
        .update(proofInput('page', HELLO, nonce))
        .digest('base64url');
      socket.emit('message', Buffer.from(text.replace(HONEST, proof)));
    }
    socket.emit('close');
    const isProven = await proving;
    const grant = JSON.stringify({ session: SESSION, ...(hasTicket && { secret: SECRET }) });
    if (isProven !== sent.includes(grant)) throw new Error('the session was sent wrongly');
    if (isProven && !messages[1]?.includes(HONEST)) throw new Error('a wrong proof was accepted');
    return isProven;
  },
};
