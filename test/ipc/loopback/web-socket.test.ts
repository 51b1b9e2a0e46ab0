import { connect as connectTcp } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { CALL_BURST } from '../../../src-main/ipc/call-limit.ts';
import { openPage } from './page.ts';

const refusal = (socket: WebSocket): Promise<number> =>
  new Promise((resolve) => {
    socket.once('unexpected-response', (_, response) => resolve(response.statusCode ?? 0)).on('error', () => undefined);
    socket.once('open', () => resolve(101));
  });
const closing = (socket: WebSocket): Promise<number> =>
  new Promise((resolve) => void socket.once('close', resolve).on('error', () => undefined));

describe('the socket', () => {
  test('opens for our own page with the token only', async () => {
    const { openSocket, url, token } = await openPage();
    expect(await refusal(openSocket(`${token}x`))).toBe(403);
    expect(await refusal(openSocket(''))).toBe(403);
    expect(await refusal(openSocket(token, 'https://evil.com'))).toBe(403);
    expect(await refusal(openSocket(token, ''))).toBe(403);
    expect(await refusal(openSocket(token, url.origin, { host: 'evil.com' }))).toBe(403);
    expect(await refusal(openSocket())).toBe(101);
  });

  test.each([
    ['1 MB and more', JSON.stringify({ id: 1, channel: 'app:info', input: 'x'.repeat(1024 * 1024) }), 1009],
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

  test('refuses what a flooding page asks beyond its allowance, answers every call and stays open', async () => {
    const { call } = await (await openPage()).connect();
    const replies = await Promise.all(Array.from({ length: 2 * CALL_BURST }, () => call('queue:nope')));
    const { true: flooded = [], false: known = [] } = Object.groupBy(
      replies as { error: { detail: { id: string } } }[],
      ({ error }) => String(error.detail.id === 'page.too-many-requests'),
    );
    expect(known.length).toBeGreaterThanOrEqual(CALL_BURST);
    expect(flooded.length).toBeGreaterThan(0);
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
