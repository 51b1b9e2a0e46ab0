import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { createLoopbackSession } from '../../../src-main/ipc/loopback/loopback-session.ts';
import { createPageLink, TICKET_MINUTES } from '../../../src-main/ipc/loopback/page-tickets.ts';
import { createPageHandshake } from '../../../src-renderer/app/bridge/page-handshake.ts';
import { createDesktop } from '../../helpers/desktop.ts';
import { openPage, shakeHands, ticketOf } from './page.ts';
import { startStranger } from './stranger.ts';

const STARTED_AT = 1_800_000_000_000;
const LIMIT_MS = TICKET_MINUTES * 60_000;
const HOUR_MS = 60 * 60_000;

/** A server whose clock the test sets, in ms after its start. */
async function serve() {
  let time = STARTED_AT;
  const page = await openPage(0, createDesktop(), () => time);
  return {
    ...page,
    setTime: (ms: number) => (time = STARTED_AT + ms),
    /** A link made at a time. */
    linkAt: (ms: number) => createPageLink(page.place, STARTED_AT + ms),
    enter: (link: string) => shakeHands(page.openSocket(), ticketOf(link)),
  };
}

describe('a link to the page', () => {
  test('lets one page in, which connects again with the secret that it got', async () => {
    const { enter, linkAt, secret, openSocket } = await serve();
    const link = linkAt(0);
    expect(link).not.toContain(secret);
    const first = await enter(link);
    expect(first.secret).toBe(secret);
    await expect(enter(link)).rejects.toThrow('closed with 1008');
    // Who knows the secret is not sent it.
    expect(await shakeHands(openSocket(), secret)).toEqual({ token: first.token, secret: null });
  });

  test('lets one of two pages in that open it at the same time', async () => {
    const { enter, linkAt } = await serve();
    const link = linkAt(0);
    const entered = await Promise.allSettled([enter(link), enter(link)]);
    expect(entered.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('expires after its time', async () => {
    const { enter, linkAt, setTime } = await serve();
    const [last, late] = [linkAt(5), linkAt(5)];
    setTime(5 + LIMIT_MS - 1);
    await enter(last);
    setTime(5 + LIMIT_MS);
    await expect(enter(late)).rejects.toThrow('closed with 1008');
    // Nor does a used one come back when it is forgotten.
    await enter(linkAt(6));
    await expect(enter(last)).rejects.toThrow('closed with 1008');
  });

  test('of an earlier life of the server is worth nothing, whatever the clock says', async () => {
    const { enter, linkAt, place, setTime } = await serve();
    const earlier = createPageLink({ ...place, life: createLoopbackSession(place.port).life }, STARTED_AT);
    await expect(enter(earlier)).rejects.toThrow('The server did not prove itself.');
    setTime(-HOUR_MS);
    await expect(enter(earlier)).rejects.toThrow('closed with 1008');
    await enter(linkAt(-HOUR_MS));
  });

  test('lets a page in after the clock was set back, and stays used after the clock was set back', async () => {
    const { enter, linkAt, setTime } = await serve();
    const [early, used] = [linkAt(0), linkAt(0)];
    await enter(used);
    setTime(-HOUR_MS);
    await enter(linkAt(-HOUR_MS));
    // A link from before the change expires like one that is too old.
    await expect(enter(early)).rejects.toThrow('closed with 1008');
    setTime(LIMIT_MS);
    await enter(linkAt(LIMIT_MS));
    setTime(0);
    await expect(enter(used)).rejects.toThrow('closed with 1008');
  });

  test('of another session, or with another time, is worth nothing', async () => {
    const { enter, linkAt, place } = await serve();
    const foreign = createPageLink(createLoopbackSession(place.port), STARTED_AT);
    await expect(enter(foreign)).rejects.toThrow('The server did not prove itself.');
    const old = linkAt(-1);
    const renewed = old.replace(`.${STARTED_AT - 1}-`, `.${STARTED_AT}-`);
    expect(renewed).not.toBe(old);
    await expect(enter(renewed)).rejects.toThrow('The server did not prove itself.');
    for (const id of ['', '1', `${STARTED_AT}`, `${STARTED_AT}-short`, `-1-${'A'.repeat(22)}`, '__proto__']) {
      await expect(enter(`#ticket=${'A'.repeat(43)}.${id}`), id).rejects.toThrow('closed with 1008');
    }
  });

  test('is not used up by who knows its ticket and not its key', async () => {
    const { enter, linkAt, openSocket } = await serve();
    const link = linkAt(0);
    const [key = '', id] = ticketOf(link).split('.');
    const stranger = openSocket();
    await once(stranger, 'open');
    stranger.send(createPageHandshake(`x${key}.${id}`).hello);
    await once(stranger, 'message');
    stranger.send(JSON.stringify({ proof: 'A'.repeat(43) }));
    await once(stranger, 'close');
    expect((await enter(link)).token).not.toBe('');
  });

  test('gives another program at the port nothing that opens the page', async () => {
    const stranger = await startStranger();
    const { linkAt, openSocket, url } = await serve();
    url.port = String(stranger.port);
    const [key = '', id = ''] = ticketOf(linkAt(0)).split('.');
    const socket = openSocket();
    await expect(shakeHands(socket, `${key}.${id}`)).rejects.toThrow('The server did not prove itself.');
    expect(stranger.received).toHaveLength(1);
    expect(stranger.received[0]).toContain(id);
    expect(stranger.received[0]).not.toContain(key);
  });
});
