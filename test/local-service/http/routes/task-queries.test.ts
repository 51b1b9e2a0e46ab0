import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startLocalService, type LocalService } from '../../../helpers/service/local-service.ts';
import { callService, send, untilFinished, type Answer } from '../../workers/call.ts';

const LIMIT = 40;
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
const LIST = '/v3/tasks/list';

let service: LocalService;
let ids: string[];
beforeAll(async () => {
  service = await startLocalService({ settings: { blockedWords: ['gun'] } });
  ids = [];
  for (const prompt of ['a gun', 'another gun “of” gold 🔫']) {
    const body = { model: 'v3.1-20260211', prompt };
    const answer = await callService(service, '/v3/generation/text-to-model', { method: 'POST', body });
    ids.push(answer.body.data.task_id);
    await untilFinished(service, answer.body.data.task_id);
  }
});
afterAll(() => service.stop());

const list = (body: object | string, headers = {}) => callService(service, LIST, { method: 'POST', body, headers });
const json = { 'content-type': 'application/json' };

/** What differs from one answer to the next, whoever made it. */
function comparable({ status, headers, bytes }: Answer) {
  const changing = ['date', 'x-request-id', 'x-service-trace-id', 'x-ratelimit-remaining', 'x-ratelimit-reset'];
  const names = Object.keys(headers);
  const fixed = Object.entries(headers).filter(([name]) => !changing.includes(name));
  return { status, names, fixed, text: bytes.toString() };
}

describe('a plain query (4.5)', () => {
  test('gets the same answer in every spelling of the request', async () => {
    const path = `/v3/tasks/${ids[1] ?? ''}`;
    const plain = await callService(service, path);
    expect(plain.body.data).toMatchObject({ task_id: ids[1], status: 'failed', error_code: 2008 });
    expect(comparable(await callService(service, `${path}?`))).toEqual(comparable(plain));
    const body = { task_ids: ids };
    const batch = await list(body);
    expect(Object.keys(batch.body.data.tasks)).toEqual(ids);
    expect((await callService(service, path.toUpperCase().replace('/V3/TASKS', '/v3/tasks'))).body.data).toEqual(
      plain.body.data,
    );
    expect((await list({ task_ids: ids.map((id) => id.toUpperCase()) })).body.data).toEqual(batch.body.data);
    const charset = { 'content-type': 'application/json; charset=utf-8' };
    expect(comparable(await list(JSON.stringify(body), charset))).toEqual(comparable(batch));
    expect(comparable(await list(` ${JSON.stringify(body)} `, json))).toEqual(comparable(batch));
  });

  test('is answered with the tasks as they are now', async () => {
    const body = { task_ids: [ids[0], UNKNOWN_ID] };
    for (let i = 0; i < 3; i++) expect((await list(body)).body.data.missed).toEqual([UNKNOWN_ID]);
    const created = await callService(service, '/v3/generation/text-to-model', {
      method: 'POST',
      body: { model: 'v3.1-20260211', prompt: 'gun' },
    });
    const id = created.body.data.task_id;
    const both = { task_ids: [ids[0], id] };
    expect((await list(both)).body.data.missed).toEqual([]);
    await untilFinished(service, id);
    expect((await list(both)).body.data.tasks[id]?.status).toBe('failed');
  });

  test('is refused with the error of its fault', async () => {
    const refused: [string, number, number][] = [
      ['{', 400, 1003],
      ['[]', 400, 1003],
      ['{"task_ids":["\\u0000"]}', 400, 1003],
      ['{"__proto__":{},"task_ids":[]}', 400, 1003],
      ['{"task_ids":7}', 400, 1004],
    ];
    for (const [body, status, code] of refused) {
      const answer = await list(body, json);
      expect([answer.status, answer.body.code]).toEqual([status, code]);
    }
    const url = service.baseUrl + LIST;
    const unkeyed = await send(url, { method: 'POST', body: { task_ids: ids } });
    expect([unkeyed.status, unkeyed.body.code]).toEqual([401, 2]);
    const foreign = await list({ task_ids: ids }, { origin: 'https://evil.com' });
    expect([foreign.status, foreign.body.code]).toEqual([403, 1003]);
  });

  test('may arrive in pieces, or together with the next one', async () => {
    const body = JSON.stringify({ task_ids: ids });
    const head =
      `POST ${LIST} HTTP/1.1\r\nhost: ${new URL(service.baseUrl).host}\r\nauthorization: Bearer ${service.apiKey}\r\n` +
      `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
    const length = (await list(body, json)).bytes.length;
    const socket = connect(Number(new URL(service.baseUrl).port), '127.0.0.1');
    socket.setNoDelay(true);
    let received = '';
    const answers = new Promise<void>((resolve, reject) => {
      socket.on('error', reject);
      socket.on('data', (chunk: Buffer) => {
        received += chunk.toString('latin1');
        if (received.split('"missed":[]}}').length === 5) resolve();
      });
    });
    socket.write(head + body + head + body);
    socket.write(head + body.slice(0, 10));
    await new Promise((resolve) => setTimeout(resolve, 20));
    socket.write(body.slice(10) + head + body);
    await answers;
    socket.destroy();
    expect(received.split(`content-length: ${length}\r\n`)).toHaveLength(5);
  });
});

test('exactly as many queries of all kinds pass as the limit allows (part 8)', async () => {
  const limited = await startLocalService({ settings: { limits: { queriesPerMinute: LIMIT }, blockedWords: ['gun'] } });
  try {
    const body = { model: 'v3.1-20260211', prompt: 'gun' };
    const created = await callService(limited, '/v3/generation/text-to-model', { method: 'POST', body });
    const id = created.body.data.task_id;
    const calls = Array.from({ length: LIMIT }, () => [
      callService(limited, `/v3/tasks/${id}`),
      callService(limited, LIST, { method: 'POST', body: { task_ids: [id] } }),
      callService(limited, '/v3/account/balance'),
    ]).flat();
    const answers = await Promise.all(calls);
    const codes = answers.map((answer) => answer.body.code);
    expect(codes.filter((code) => code === 0)).toHaveLength(LIMIT);
    expect(codes.filter((code) => code === 1007)).toHaveLength(2 * LIMIT);
    const left = answers
      .filter(({ status }) => status === 200)
      .map(({ headers }) => Number(headers['x-ratelimit-remaining']));
    expect(left.toSorted((a, b) => a - b)).toEqual(Array.from({ length: LIMIT }, (_, i) => i));
  } finally {
    await limited.stop();
  }
});
