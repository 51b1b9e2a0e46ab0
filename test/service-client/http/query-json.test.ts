import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { AppError } from '../../../src-shared/base/errors.ts';
import { createServiceClient, type ServiceClient } from '../../../src-main/service-client/service-client.ts';
import { createNodeNetwork } from '../../../src-main/service-client/http/node-network.ts';
import { SYSTEM } from '../../../src-main/base/system.ts';
import { createVirtualClock } from '../../helpers/virtual-clock.ts';
import { httpAnswer, startRawService, type RawAnswer, type RawService } from '../../helpers/service/raw-service.ts';

const UUID = '0b6e2f0e-7f2b-4b9e-9a55-0d6f6a3b2c11';
const ok = (data: unknown): string => JSON.stringify({ code: 0, status: 'success', data });

async function connect(answer: RawAnswer): Promise<RawService & { client: ServiceClient }> {
  const service = await startRawService(answer);
  const client = createServiceClient(service.profile);
  onTestFinished(() => client.close());
  return { ...service, client };
}

const says =
  (status: number, body: string | Buffer, headers: Record<string, string> = {}): RawAnswer =>
  (socket) =>
    void socket.write(httpAnswer(status, body, headers));

describe('a query', () => {
  test('carries the key and a request id, and reads exact credits', async () => {
    const { client, requests } = await connect(says(200, ok({ balance: 10.1, frozen: '0.20' })));
    expect(await client.getBalance()).toMatchObject({ balance: 1010, frozen: 20 });
    expect(requests[0]).toMatchObject({ method: 'GET', path: '/v3/account/balance' });
    expect(requests[0]?.headers['authorization']).toMatch(/^Bearer sk_/);
    expect(requests[0]?.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  test.each<[string, RawAnswer, string]>([
    ['no envelope', says(200, '{"balance": 1}'), 'service_error'],
    ['HTML', says(200, '<html></html>'), 'service_error'],
    ['nothing', says(200, ''), 'service_error'],
    ['data that does not fit', says(200, ok({ balance: 'lots', frozen: 0 })), 'service_error'],
    ['a balance of 1e308', says(200, '{"code":0,"data":{"balance":1e308,"frozen":0}}'), 'service_error'],
    ['gzip that nobody asked for', says(200, gzipSync(ok({})), { 'content-encoding': 'gzip' }), 'service_error'],
    ['a stack of encodings', says(200, 'x', { 'content-encoding': 'gzip, '.repeat(200) }), 'service_error'],
    ['19 MB of wrong values', says(200, `{"code":0,"data":[${'1,'.repeat(9_500_000)}1]}`), 'service_error'],
    ['nesting without end', says(200, '['.repeat(200_000)), 'service_error'],
    ['500 in HTML', says(500, '<html></html>'), 'service_error'],
    ['403 in HTML', says(403, '<html></html>'), 'service_error'],
    ['408', says(408, '{"code":1003,"message":"m","suggestion":"s"}'), 'service_error'],
    ['401 in HTML', says(401, '<html></html>'), 'invalid_api_key'],
    ['code 2010', says(403, '{"code":2010,"message":"m","suggestion":"s"}'), 'insufficient_credits'],
    ['429', says(429, '{"code":1007}'), 'rate_limited'],
    ['a redirect', says(302, '', { location: 'http://127.0.0.1:1/' }), 'service_error'],
    ['headers of 20 KB', says(200, ok({}), { x: 'y'.repeat(20_000) }), 'offline'],
    ['a reset', (socket) => void socket.resetAndDestroy(), 'offline'],
    ['half an answer', (socket) => void socket.end(httpAnswer(200, ok({}), { 'content-length': 999 })), 'offline'],
  ])('answered with %s fails in our own words', async (_, answer, code) => {
    const { client } = await connect(answer);
    await expect(client.getBalance()).rejects.toMatchObject({ name: 'AppError', code });
  });

  test.each<[string, number, Record<string, string>, boolean]>([
    ['500 with calls left', 500, { 'x-ratelimit-remaining': '7' }, false],
    ['500 that names no remaining calls', 500, {}, false],
    ['503 of the last call of the window', 503, { 'x-ratelimit-remaining': '0' }, true],
    ['429', 429, { 'x-ratelimit-remaining': '7' }, true],
  ])(
    'the end of the rate limit window delays the retry only if the limit is reached: %s',
    async (_, status, headers, isDelayed) => {
      const reset = { 'x-ratelimit-reset': '4000000000', ...headers };
      const { client } = await connect(says(status, '{"code":1000,"message":"m","suggestion":"s"}', reset));
      await expect(client.getBalance()).rejects.toMatchObject({ retryAt: isDelayed ? 4_000_000_000_000 : null });
    },
  );

  test('Retry-After delays the retry whatever the status, in seconds or as a date', async () => {
    const seconds = await connect(says(503, '', { 'retry-after': '7', 'x-ratelimit-reset': '4000000000' }));
    const error: unknown = await seconds.client.getBalance().catch((thrown: unknown) => thrown);
    const waitMs = ((error as AppError).retryAt ?? 0) - Date.now();
    expect(waitMs).toBeGreaterThan(5_000);
    expect(waitMs).toBeLessThanOrEqual(7_000);
    const date = await connect(says(503, '', { 'retry-after': 'Sat, 02 Oct 2100 07:06:40 GMT' }));
    await expect(date.client.getBalance()).rejects.toMatchObject({ retryAt: Date.UTC(2100, 9, 2, 7, 6, 40) });
  });

  test('does not follow a redirect with the key', async () => {
    const elsewhere = await startRawService(says(200, ok({ balance: 1, frozen: 0 })));
    const { client } = await connect(says(307, '', { location: `${elsewhere.origin}/` }));
    await expect(client.getBalance()).rejects.toMatchObject({ code: 'service_error' });
    expect(elsewhere.requests).toEqual([]);
  });

  test('stops reading after 20 MB', async () => {
    const chunk = Buffer.alloc(1024 * 1024, 0x20);
    let sent = 0;
    const { client } = await connect((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9999999999\r\n\r\n');
      const more = (): void => {
        while (!socket.destroyed && sent++ < 4096) if (!socket.write(chunk)) return void socket.once('drain', more);
      };
      more();
    });
    await expect(client.getBalance()).rejects.toMatchObject({
      code: 'service_error',
      message: 'Its response is larger than 20 MB or took more than two minutes.',
    });
    expect(sent).toBeLessThan(64);
  });

  test('does not unpack an encoding, even one that holds a good answer', async () => {
    const { client } = await connect(says(200, ok({ balance: 1, frozen: 0 }), { 'content-encoding': 'gzip' }));
    await expect(client.getBalance()).rejects.toMatchObject({
      message: 'It returned a response in an unsupported encoding.',
    });
  });

  test('ends after two minutes, however steadily a response arrives', async () => {
    const clock = createVirtualClock();
    const arrived = Promise.withResolvers<void>();
    const service = await startRawService((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{', () => arrived.resolve());
    });
    const network = createNodeNetwork({ resolveProxy: null });
    const client = createServiceClient(service.profile, network, { ...SYSTEM, clock });
    onTestFinished(() => client.close());
    const balance = expect(client.getBalance()).rejects.toMatchObject({
      message: 'Its response is larger than 20 MB or took more than two minutes.',
    });
    await arrived.promise;
    await clock.advance(120_000);
    await balance;
  });
});

describe('a batch query', () => {
  const task = { task_id: UUID, type: 'image_to_model', status: 'running', progress: 5 };

  test('knows only the ids that were asked for, once each', async () => {
    const other = UUID.replace('0b6e', 'ffff');
    const tasks = { [UUID]: task, [other]: { ...task, task_id: other } };
    const { client } = await connect(says(200, ok({ tasks, missed: [other, UUID, 'x', 'x'] })));
    const answer = await client.listTasks([UUID]);
    expect([...answer.tasks.keys()]).toEqual([UUID]);
    expect(answer.missed).toEqual([]);
    expect((await client.listTasks([other, 'x'])).missed).toEqual(['x']);
  });

  test('takes no task under another id, and no prototype', async () => {
    const text = ok({ tasks: { a: 1 }, missed: [] }).replace(
      '"a":1',
      `"__proto__": {"${UUID}": ${JSON.stringify(task)}}, "b": 1`,
    );
    const { client } = await connect(says(200, text));
    expect((await client.listTasks([UUID])).tasks.size).toBe(0);
    const swapped = await connect(says(200, ok({ tasks: { x: task }, missed: [] })));
    expect((await swapped.client.listTasks(['x'])).tasks.size).toBe(0);
  });

  test('tasks nobody asked for are passed over, and a million of them are refused', async () => {
    const listing = (count: number): string => {
      const many = Array.from({ length: count }, (_, index) => `"${index}":0`).join(',');
      return `{"code":0,"data":{"tasks":{${many}},"missed":["0","1"]}}`;
    };
    const flood = await connect(says(200, listing(1_000_000)));
    await expect(flood.client.listTasks([UUID])).rejects.toMatchObject({ code: 'service_error' });
    const { client } = await connect(says(200, listing(20_000)));
    const answer = await client.listTasks([UUID, '1']);
    expect(answer.missed).toEqual(['1']);
    expect(answer.tasks.size).toBe(0);
  });
});
