import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { text } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorEnvelope } from '../../src-shared/api/protocol/envelope.ts';
import { balanceResponse, presignResponse, usageRow } from '../../src-shared/api/protocol/endpoints.ts';
import { startLocalService, type LocalService } from '../helpers/service/local-service.ts';
import { callService, send, upload, type Answer } from './workers/call.ts';

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
const MODEL = 'P2-20260801';
const BLANK = { width: 8, height: 8, channels: 3, background: '#d33' } as const;

let service: LocalService;
beforeAll(async () => {
  service = await startLocalService({ credits: '100.5' });
});
afterAll(() => service.stop());

const post = (path: string, body: object | string, headers = {}) =>
  callService(service, path, { method: 'POST', body, headers });

function expectFault(answer: Answer, status: number, code: number): void {
  expect([answer.status, answer.body.code]).toEqual([status, code]);
  expect(errorEnvelope.safeParse(answer.body).success).toBe(true);
  expect(answer.body.status).toBe('error');
  expect(answer.body.message).toMatch(/^[A-Za-z].* /);
  expect(answer.body.suggestion).not.toBe('');
  expect(answer.body.request_id).toBe(answer.headers['x-request-id']);
}

describe('every answer (2.1, part 8)', () => {
  test('carries code 0, status and data on success', async () => {
    const { status, body } = await callService(service, '/v3/account/balance');
    expect(status).toBe(200);
    expect(body).toEqual({ code: 0, status: 'success', data: { balance: 100.5, frozen: 0 } });
  });

  test('echoes a request id and carries a trace id of its own', async () => {
    const call = () => callService(service, '/v3/account/balance', { headers: { 'x-request-id': 'mine-1' } });
    const [first, second] = [await call(), await call()];
    expect(first.headers['x-request-id']).toBe('mine-1');
    expect(first.headers['x-service-trace-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(first.headers['x-service-trace-id']).not.toBe(second.headers['x-service-trace-id']);
  });

  test('makes a request id of its own when the given one is too long', async () => {
    const given = 'x'.repeat(129);
    const answer = await callService(service, '/v3/nothing', { headers: { 'x-request-id': given } });
    expectFault(answer, 404, 4001);
    expect(answer.body.request_id).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('tells the rate limit, on refusals too', async () => {
    for (const path of ['/v3/account/balance', '/v3/nothing']) {
      const { headers } = await callService(service, path);
      expect(Number(headers['x-ratelimit-limit'])).toBeGreaterThan(0);
      expect(Number(headers['x-ratelimit-remaining'])).toBeLessThan(Number(headers['x-ratelimit-limit']));
      const seconds = Number(headers['x-ratelimit-reset']) - Date.now() / 1000;
      expect(seconds).toBeGreaterThan(-1);
      expect(seconds).toBeLessThan(62);
    }
  });

  test('gives other origins no way in: no CORS header even when asked', async () => {
    const { headers } = await callService(service, '/v3/account/balance', { method: 'OPTIONS' });
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('refusals (part 5, part 7)', () => {
  test('a missing, wrong or malformed key is 401 with code 2', async () => {
    const url = `${service.baseUrl}/v3/account/balance`;
    for (const authorization of [
      '',
      'Bearer',
      'Bearer wrong',
      `Basic ${service.apiKey}`,
      `Bearer ${service.apiKey}x`,
    ]) {
      expectFault(await send(url, { headers: authorization ? { authorization } : {} }), 401, 2);
    }
  });

  test('the key is asked for before the body is looked at', async () => {
    const url = `${service.baseUrl}/v3/generation/image-to-model`;
    expectFault(
      await send(url, { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } }),
      401,
      2,
    );
  });

  test('an unknown path is 404 with code 4001, the earlier generation included', async () => {
    expectFault(await post('/v2/openapi/task', { type: 'text_to_model' }), 404, 4001);
    expectFault(await callService(service, '/'), 404, 4001);
  });

  test('a path that cannot be decoded is 404 with code 4001', async () => {
    expectFault(await callService(service, '/v3/%zz'), 404, 4001);
  });

  test('the wrong method is 405 with code 1003 and names the right one', async () => {
    const answer = await callService(service, '/v3/generation/image-to-model');
    expectFault(answer, 405, 1003);
    expect(answer.headers['allow']).toBe('POST');
    expectFault(await callService(service, `/v3/tasks/${UNKNOWN_ID}`, { method: 'DELETE' }), 405, 1003);
  });

  test('another content type is 415 with code 1003', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml']) {
      expectFault(await post('/v3/files/presign', '{"format":"png"}', { 'content-type': type }), 415, 1003);
    }
    expectFault(await post('/v3/files', { file: 'x' }), 415, 1003);
  });

  test('a body that is no JSON object is 400 with code 1003', async () => {
    const type = { 'content-type': 'application/json' };
    for (const body of ['{', '', 'null', '[]', '"x"', '3', '{"__proto__":{"a":1}}']) {
      expectFault(await post('/v3/files/presign', body, type), 400, 1003);
    }
    expectFault(await post('/v3/files/presign', '{"a":'.repeat(200_000) + '1' + '}'.repeat(200_000), type), 400, 1003);
  });

  test('a body above 20 MB is 413 with code 2021', async () => {
    const body = JSON.stringify({ format: 'png', pad: 'x'.repeat(20 * 1024 * 1024) });
    const ask = () => post('/v3/files/presign', body, { 'content-type': 'application/json' });
    // Who takes more than a second to send the rest of it loses the connection.
    expectFault(await ask().catch(ask), 413, 2021);
  });

  test('what is no HTTP still gets an envelope', async () => {
    const socket = connect(Number(new URL(service.baseUrl).port), '127.0.0.1');
    socket.write('nonsense\r\n\r\n');
    const [head, body] = (await text(socket)).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(errorEnvelope.parse(JSON.parse(body ?? '')).code).toBe(1003);
  });

  test('a foreign Host or Origin is turned away on every route', async () => {
    const port = new URL(service.baseUrl).port;
    for (const path of ['/v3/account/balance', '/outputs/a/b', '/nothing']) {
      for (const host of ['evil.com', `evil.com:${port}`, '127.0.0.1', `127.0.0.1.evil.com:${port}`]) {
        expectFault(await callService(service, path, { headers: { host } }), 421, 1003);
      }
      expectFault(await callService(service, path, { headers: { origin: 'https://evil.com' } }), 403, 1003);
      expectFault(await callService(service, path, { headers: { origin: 'null' } }), 403, 1003);
    }
    const own = await callService(service, '/v3/account/balance', { headers: { origin: service.baseUrl } });
    expect(own.status).toBe(200);
  });

  test('only loopback is listened on', async () => {
    const others = Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .filter((address) => address.family === 'IPv4' && !address.internal);
    for (const { address } of others) {
      const url = `http://${address}:${new URL(service.baseUrl).port}/`;
      await expect(send(url)).rejects.toThrow(/ECONNREFUSED/);
    }
  });
});

describe('creation (4.1, 4.2)', () => {
  const path = '/v3/generation/image-to-model';

  test('a missing model is 400 with code 1004', async () => {
    const answer = await post(path, { input: 'file_x' });
    expectFault(answer, 400, 1004);
    expect(answer.body.message).toContain('model');
  });

  test('inline data is refused', async () => {
    expectFault(await post(path, { model: MODEL, input: 'data:image/png;base64,AAAA' }), 400, 1004);
    const answer = await post(path, { model: MODEL, file: { data: 'AAAA' } });
    expectFault(answer, 400, 1004);
    expect(answer.body.message).toContain('file must specify url, object or file_token');
  });

  test('a token that names no file is 400 with code 1004', async () => {
    expectFault(await post(path, { model: MODEL, input: 'file_unknown' }), 400, 1004);
    const { body } = await post('/v3/files/presign', { format: 'png' });
    expectFault(await post(path, { model: MODEL, input: body.data.file_token }), 400, 1004);
  });

  test('a URL is refused with code 2005, because the service fetches nothing', async () => {
    expectFault(await post(path, { model: MODEL, input: 'https://example.com/a.png' }), 400, 2005);
    expectFault(await post(path, { model: MODEL, file: { type: 'png', url: 'https://example.com/a.png' } }), 400, 2005);
  });

  test('rules across fields are answered with their own sentence', async () => {
    const answer = await post(path, { model: 'P1-20260311', quad: false, input: 'file_x' });
    expectFault(answer, 400, 1004);
    expect(answer.body.message).toContain('quad');
  });

  test('a source task that does not exist is code 2001', async () => {
    const body = { original_model_task_id: UNKNOWN_ID, format: 'fbx' };
    expectFault(await post('/v3/models/convert', body), 404, 2001);
    expectFault(await post('/v3/models/convert', { input: UNKNOWN_ID, format: 'fbx' }), 404, 2001);
  });

  test('a message comes with its id and parameters, so that a client can translate it', async () => {
    const { body } = await post('/v3/models/convert', { input: UNKNOWN_ID, format: 'fbx' });
    expect(body).toMatchObject({
      message: `Task ${UNKNOWN_ID} does not exist.`,
      message_id: 'api.no-task',
      message_params: { id: UNKNOWN_ID },
    });
  });

  test('a price above the balance is 403 with code 2010, and nothing is made or held', async () => {
    const input = await upload(service, await sharp({ create: BLANK }).png().toBuffer());
    const answer = await post(path, { model: MODEL, input });
    expectFault(answer, 403, 2010);
    expect(answer.body.message).toContain('110.00');
    expect((await callService(service, '/v3/account/balance')).body.data).toEqual({ balance: 100.5, frozen: 0 });
    expect((await callService(service, '/v3/account/usage')).body.data).toEqual([]);
  });
});

describe('queries (4.5, 4.7)', () => {
  test('an unknown task is 404 with code 2001', async () => {
    expectFault(await callService(service, `/v3/tasks/${UNKNOWN_ID}`), 404, 2001);
    expectFault(await callService(service, '/v3/tasks/not-an-id'), 404, 2001);
  });

  test('a batch query names what it missed, once', async () => {
    const { body } = await post('/v3/tasks/list', { task_ids: [UNKNOWN_ID, 'x', UNKNOWN_ID] });
    expect(body.data).toEqual({ tasks: {}, missed: [UNKNOWN_ID, 'x'] });
  });

  test('a batch query takes 100 ids and refuses 101', async () => {
    const ids = (count: number) => Array.from({ length: count }, (_, i) => `id-${i}`);
    expect((await post('/v3/tasks/list', { task_ids: ids(100) })).body.data.missed).toHaveLength(100);
    expectFault(await post('/v3/tasks/list', { task_ids: ids(101) }), 400, 1004);
    expectFault(await post('/v3/tasks/list', {}), 400, 1004);
  });

  test('usage takes limit and offset, both optional', async () => {
    for (const query of ['', '?limit=200', '?limit=1&offset=5']) {
      const { status, body } = await callService(service, `/v3/account/usage${query}`);
      expect(status).toBe(200);
      expect(usageRow.array().safeParse(body.data).success).toBe(true);
    }
    for (const query of ['?limit=201', '?limit=0', '?limit=x', '?offset=-1']) {
      expectFault(await callService(service, `/v3/account/usage${query}`), 400, 1004);
    }
  });

  test('the balance reads as the client reads it', async () => {
    const { body } = await callService(service, '/v3/account/balance');
    expect(balanceResponse.parse(body.data)).toEqual({ balance: 10_050, frozen: 0 });
  });
});

describe('presign (4.6)', () => {
  test('answers URL, token and 1800 seconds', async () => {
    const { body } = await post('/v3/files/presign', { format: 'glb' });
    expect(presignResponse.safeParse(body.data).success).toBe(true);
    expect(body.data.expires_in).toBe(1800);
    expect(body.data.file_token).toMatch(/^file_[A-Za-z0-9_-]+$/);
  });

  test('an unknown or missing format is 400 with code 1004', async () => {
    for (const body of [{}, { format: '.png' }, { format: 'exe' }, { format: 7 }]) {
      expectFault(await post('/v3/files/presign', body), 400, 1004);
    }
  });
});
