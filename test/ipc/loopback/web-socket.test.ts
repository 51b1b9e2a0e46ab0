import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { CALL_BURST } from '../../../src-main/ipc/call-limit.ts';
import { createPageHandshake } from '../../../src-renderer/app/bridge/page-handshake.ts';
import { MAX_CALL_BYTES, MAX_CALL_VALUES, MAX_IDS } from '../../../src-shared/ipc/call-limits.ts';
import { MAX_UNPROVEN_SOCKETS } from '../../../src-main/ipc/loopback/unproven-sockets.ts';
import { openPage, shakeHands } from './page.ts';

const refusal = (socket: WebSocket): Promise<number> =>
  new Promise((resolve) => {
    socket.once('unexpected-response', (_, response) => resolve(response.statusCode ?? 0)).on('error', () => undefined);
    socket.once('open', () => resolve(101));
  });
const closing = (socket: WebSocket): Promise<number> =>
  new Promise((resolve) => void socket.once('close', resolve).on('error', () => undefined));

describe('the socket', () => {
  test('opens for our own page only', async () => {
    const { openSocket, url } = await openPage();
    expect(await refusal(openSocket('https://evil.com'))).toBe(403);
    expect(await refusal(openSocket(''))).toBe(403);
    expect(await refusal(openSocket(url.origin, { host: 'evil.com' }))).toBe(403);
    expect(await refusal(openSocket())).toBe(101);
  });

  test('answers nothing to a page that does not prove that it knows the secret', async () => {
    const { openSocket, secret } = await openPage();
    for (const known of ['x', `${secret}x`, secret.slice(1)]) {
      await expect(shakeHands(openSocket(), known)).rejects.toThrow('The server did not prove itself.');
    }
    for (const first of [
      JSON.stringify({ id: 1, channel: 'app:info', input: null }),
      JSON.stringify({ hello: 'short' }),
      JSON.stringify({ proof: 'x'.repeat(43) }),
      '{nope',
    ]) {
      const socket = openSocket();
      await once(socket, 'open');
      const said: unknown[] = [];
      socket.on('message', (data) => said.push(data));
      const closed = closing(socket);
      socket.send(first);
      expect(await closed).toBe(1008);
      expect(said).toEqual([]);
    }
  });

  test('lets a page in while strangers hold more connections open than are kept', async () => {
    const { openSocket, connect } = await openPage();
    const strangers = Array.from({ length: MAX_UNPROVEN_SOCKETS + 1 }, () => openSocket());
    const oldest = closing(strangers[0]!);
    await Promise.all(strangers.slice(1).map((socket) => once(socket, 'open')));
    await oldest;
    const { call } = await connect();
    expect(await call('app:info')).toMatchObject({ ok: true });
  });

  test('ends the connection of a stranger who sends much, or who stays after a refusal', async () => {
    const { url } = await openPage();
    const upgrade = async () => {
      const socket = connectTcp(Number(url.port), '127.0.0.1');
      onTestFinished(() => void socket.destroy());
      socket.on('error', () => undefined);
      const closed = once(socket, 'close');
      socket.write(
        `GET /ipc HTTP/1.1\r\nHost: ${url.host}\r\nOrigin: ${url.origin}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
          'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
      );
      await once(socket, 'data');
      return { socket, closed };
    };
    // The beginning of a message of 1 MB that never ends.
    const much = await upgrade();
    much.socket.write(Buffer.concat([Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0, 0x10, 0, 0]), Buffer.alloc(8192)]));
    await much.closed;
    // A text without sense, and no answer to the server's closing message.
    const silent = await upgrade();
    silent.socket.write(Buffer.from([0x81, 0x81, 0, 0, 0, 0, 0x78]));
    await silent.closed;
  });

  test('takes a proof for its own nonce only', async () => {
    const { openSocket, secret } = await openPage();
    const handshake = createPageHandshake(secret);
    const greet = async (): Promise<{ socket: WebSocket; answer: unknown }> => {
      const socket = openSocket();
      await once(socket, 'open');
      socket.send(handshake.hello);
      const [data] = (await once(socket, 'message')) as [Buffer];
      return { socket, answer: JSON.parse(data.toString()) };
    };
    const [first, second] = [await greet(), await greet()];
    const proof = await handshake.prove(first.answer);
    const closed = closing(second.socket);
    second.socket.send(proof!);
    expect(await closed).toBe(1008);
  });

  test('gives every life of the server a token of its own', async () => {
    const [one, other] = [await openPage(), await openPage()];
    const { token } = await one.connect();
    expect(token).not.toBe((await other.connect()).token);
    expect(token).not.toBe(one.secret);
    const headers = { 'x-dropforge-token': token };
    expect((await one.ask('/artifact/x', { headers })).status).toBe(404);
    expect((await other.ask('/artifact/x', { headers })).status).toBe(401);
    expect((await one.ask('/artifact/x', { headers: { 'x-dropforge-token': one.secret } })).status).toBe(401);
  });

  test.each([
    [
      'more than a call may have',
      JSON.stringify({ id: 1, channel: 'app:info', input: 'x'.repeat(MAX_CALL_BYTES) }),
      1009,
    ],
    ['too many values', JSON.stringify({ id: 1, channel: 'app:info', input: Array(MAX_CALL_VALUES).fill(0) }), 1008],
    ['no JSON', '{nope', 1008],
    ['no question', '[]', 1008],
    ['no id', '{"channel":"app:info"}', 1008],
    ['binary', Buffer.from([0xff, 0xfe]), 1008],
  ])('closes at %s', async (_, message, code) => {
    const { socket } = await (await openPage()).connect();
    const closed = closing(socket);
    socket.send(message);
    expect(await closed).toBe(code);
  });

  test('answers strange calls as values and stays open', async () => {
    const { call } = await (await openPage()).connect();
    for (const [channel, input] of [
      ['toString', null],
      ['__proto__', null],
      ['queue:nope', {}],
      ['queue:cancel', { ids: [1] }],
      ['key:set', {}],
    ] as const) {
      expect(await call(channel, input)).toMatchObject({ ok: false, error: { code: 'bad_request' } });
    }
    expect(await call('app:info')).toMatchObject({ ok: true });
  });

  test('answers a call with the longest list of ids, and says that a longer one is too long', async () => {
    const { call } = await (await openPage()).connect();
    const ids = Array.from({ length: MAX_IDS }, () => randomUUID());
    expect(await call('queue:jobs', { ids })).toEqual({ ok: true, value: [] });
    expect(await call('queue:jobs', { ids: [...ids, 'one-more'] })).toMatchObject({
      ok: false,
      error: { code: 'selection_too_large' },
    });
  });

  test('refuses what a flooding page asks beyond its allowance, answers every call and stays open', async () => {
    const { call } = await (await openPage()).connect();
    // However long the calls take here, the allowance does not grow meanwhile.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    onTestFinished(() => clock.mockRestore());
    const replies = await Promise.all(Array.from({ length: 2 * CALL_BURST }, () => call('queue:nope')));
    const { true: flooded = [], false: known = [] } = Object.groupBy(
      replies as { error: { detail: { id: string } } }[],
      ({ error }) => String(error.detail.id === 'page.too-many-requests'),
    );
    expect([known.length, flooded.length]).toEqual([CALL_BURST, CALL_BURST]);
    clock.mockRestore();
    await expect.poll(() => call('app:info')).toMatchObject({ ok: true });
  });

  test('a stranger who asks for an upgrade and breaks off breaks nothing', async () => {
    const { url, ask } = await openPage();
    for (let turn = 0; turn < 20; turn++) {
      const socket = connectTcp(Number(url.port), '127.0.0.1').on('error', () => undefined);
      const gone = new Promise((resolve) => void socket.once('close', resolve));
      socket.write('GET /ipc HTTP/1.1\r\nHost: evil\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n', () =>
        socket.resetAndDestroy(),
      );
      await gone;
    }
    expect((await ask('/')).status).toBe(200);
  });
});
