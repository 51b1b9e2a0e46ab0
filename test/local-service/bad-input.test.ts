import { gzipSync } from 'node:zlib';
import { connect, type Socket } from 'node:net';
import { setInterval } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startLocalService, type LocalService } from '../helpers/service/local-service.ts';
import { callService, send } from './workers/call.ts';

let service: LocalService;
beforeAll(async () => {
  service = await startLocalService();
});
afterAll(() => service.stop());

// Whatever came before, the next request is served.
afterEach(async () => expect((await callService(service, '/v3/account/balance')).status).toBe(200));

const JSON_TYPE = { 'content-type': 'application/json' };
const post = (path: string, body: string | Buffer, headers = {}) =>
  callService(service, path, { method: 'POST', body, headers: { ...JSON_TYPE, ...headers } });

const PROMPT = '/v3/generation/text-to-model';
const withPrompt = (prompt: string) => `{"model":"v3.1-20260211","prompt":${prompt}}`;

describe('a body nobody means', () => {
  test('is answered with a 4xx envelope', async () => {
    const bodies: [string, string | Buffer][] = [
      ['10,000 deep', withPrompt(`${'['.repeat(10_000)}${']'.repeat(10_000)}`)],
      ['10,000 deep in an unknown field', `{"x":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`],
      ['9,000,000 wrong values', withPrompt(`[${'1,'.repeat(9_000_000)}1]`)],
      ['NUL', withPrompt('"a\\u0000b"')],
      ['NUL in a name', '{"model":"v3.1-20260211","prompt":"a","b\\u0000":1}'],
      ['lone surrogate', withPrompt('"\\ud800"')],
      [
        'bytes that are no UTF-8',
        Buffer.concat([Buffer.from('{"prompt":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]),
      ],
      ['__proto__', '{"__proto__":{"model":"v3.1-20260211","prompt":"a"}}'],
      ['__proto__ inside', '{"model":"v3.1-20260211","prompt":"a","parameters":{"__proto__":{"x":1}}}'],
      ['constructor.prototype', '{"constructor":{"prototype":{"model":"x"}}}'],
      ['wrong type', withPrompt('7')],
      ['null', withPrompt('null')],
      ['1e308', '{"model":"v3.1-20260211","prompt":"a","face_limit":1e308}'],
      ['1e999', '{"model":"v3.1-20260211","prompt":"a","model_seed":1e999}'],
      ['negative', '{"model":"v3.1-20260211","prompt":"a","face_limit":-1}'],
      ['nothing', ''],
      ['compressed', gzipSync(withPrompt('"a"'))],
    ];
    for (const [name, body] of bodies) {
      const answer = await post(PROMPT, body);
      expect([name, answer.status, answer.body?.status]).toEqual([name, 400, 'error']);
    }
    expect(({} as { model?: string }).model).toBeUndefined();
  });

  test('in a batch query or a path is a refusal, or a task that is not there', async () => {
    for (const body of ['{"task_ids":"x"}', '{"task_ids":[1]}', '{"task_ids":[null]}', '{"task_ids":["\\u0000"]}']) {
      expect([body, (await post('/v3/tasks/list', body)).status]).toEqual([body, 400]);
    }
    for (const id of ['%00', '%ed%a0%80', '..%2f..%2fkey', 'x'.repeat(100), '__proto__', "'--"]) {
      expect([id, (await callService(service, `/v3/tasks/${id}`)).status]).toEqual([id, 404]);
    }
    expect((await callService(service, `/v3/tasks/${'x'.repeat(5_000)}`)).status).toBe(400);
    const { body } = await post('/v3/tasks/list', '{"task_ids":["__proto__","constructor"]}');
    expect(body.data).toEqual({ tasks: {}, missed: ['__proto__', 'constructor'] });
  });

  test('in headers is answered too', async () => {
    const url = `${service.baseUrl}/v3/account/balance`;
    expect((await send(url, { headers: { authorization: `Bearer ${'x'.repeat(20_000)}` } })).status).toBe(400);
    expect((await send(url, { headers: { expect: 'the-moon' } })).body.code).toBe(2);
    expect(await raw('GET / HTTP/1.1\r\n\r\n')).toMatch(/^HTTP\/1\.1 421 [^]*"code":1003/);
    expect(await raw('GET / HTTP/1.1\r\nHost: a\0b\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 400 [^]*x-ratelimit-limit: [^]*"code":1003/,
    );
  });
});

describe('a sender that does not end', () => {
  test('is cut off, or told, within two seconds: headers', async () => {
    expect(await trickle('GET /v3/account/balance HTTP/1.1\r\n', 'x: y\r\n')).toMatch(/^HTTP\/1\.1 408 |^$/);
  });

  test('a body that crawls', async () => {
    await trickle(`${head('POST', '/v3/files/presign')}Transfer-Encoding: chunked\r\n\r\n`, '1\r\n \r\n');
  });

  test('a body that never starts', async () => {
    await trickle(`${head('POST', '/v3/files/presign')}Content-Length: 100\r\n\r\n`, '');
  });

  test('an upload that crawls', async () => {
    const { body } = await post('/v3/files/presign', '{"format":"png"}');
    const { pathname, search } = new URL(body.data.presigned_url);
    await trickle(`${head('PUT', pathname + search)}Content-Length: 1000000\r\n\r\n`, 'x');
  });

  test('a body that pours in for ever', async () => {
    const socket = open();
    let said = '';
    socket.on('data', (bytes: Buffer) => (said += bytes.toString()));
    const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`;
    const pour = () => {
      while (socket.writable && socket.write(chunk));
    };
    socket.on('drain', pour).write(`${head('POST', '/v3/files/presign')}Transfer-Encoding: chunked\r\n\r\n`);
    pour();
    await new Promise((resolve) => socket.once('close', resolve));
    expect(said).toMatch(/^HTTP\/1\.1 413 [^]*"code":2021|^$/);
  });
});

function head(method: string, path: string): string {
  const host = new URL(service.baseUrl).host;
  const type = method === 'PUT' ? 'application/octet-stream' : 'application/json';
  const authorization = method === 'PUT' ? '' : `Authorization: Bearer ${service.apiKey}\r\n`;
  return `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\n${authorization}Content-Type: ${type}\r\n`;
}

function open(): Socket {
  return connect(Number(new URL(service.baseUrl).port), '127.0.0.1').on('error', () => undefined);
}

async function raw(bytes: string): Promise<string> {
  const socket = open();
  socket.write(bytes);
  return new Promise((resolve) => socket.once('data', (chunk) => resolve((socket.destroy(), chunk.toString()))));
}

/** Sends a start, then `more` every 40 ms, until the service ends the connection; answers what it said. */
async function trickle(start: string, more: string): Promise<string> {
  const socket = open();
  let said = '';
  socket.on('data', (chunk: Buffer) => (said += chunk.toString())).write(start);
  const closed = new AbortController();
  socket.once('close', () => closed.abort());
  try {
    for await (const _ of setInterval(40, null, { signal: closed.signal }))
      if (more && socket.writable) socket.write(more);
  } catch {
    // Closed: that is what was waited for.
  }
  return said;
}
