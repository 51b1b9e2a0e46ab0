import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startLocalService, type LocalService } from '../../../helpers/service/local-service.ts';
import { callService, send, untilFinished, type Answer } from '../../workers/call.ts';

const CREATE = '/v3/generation/text-to-model';
const ALLOWED = { model: 'v3.1-20260211', prompt: 'a gun “of” gold 🔫' };
const LIMIT = 30;

const PLAIN = { 'content-type': 'application/json' };
const WITH_CHARSET = { 'content-type': 'application/json; charset=utf-8' };

let service: LocalService;
beforeAll(async () => {
  service = await startLocalService({ credits: 100, settings: { blockedWords: ['gun'] } });
});
afterAll(() => service.stop());

/** Resolves when a task that was accepted has failed: its credits are held until then. */
async function create(body: unknown, headers: Readonly<Record<string, string>>): Promise<Answer> {
  const answer = await callService(service, CREATE, { method: 'POST', body: JSON.stringify(body), headers });
  if (answer.status === 200) await untilFinished(service, answer.body.data.task_id);
  return answer;
}

/** What differs from one answer to the next, whoever made it. */
function comparable({ status, headers, bytes }: Answer) {
  const changing = ['date', 'x-request-id', 'x-service-trace-id', 'x-ratelimit-remaining', 'x-ratelimit-reset'];
  const names = Object.keys(headers);
  const fixed = Object.entries(headers).filter(([name]) => !changing.includes(name));
  return { status, names, fixed, text: bytes.toString().replace(/"(task_id|request_id)":"[^"]*"/, '') };
}

describe('a plain creation (4.1)', () => {
  test.each([
    ['that is accepted', ALLOWED, 200],
    ['without its model', { prompt: 'a gun' }, 400],
    ['of no object', null, 400],
    ['of a list', [], 400],
    ['that costs more than there is', { ...ALLOWED, model: 'P2-20260801', texture_quality: 'extreme' }, 403],
  ])('%s gets the same answer with and without a charset', async (_name, body, status) => {
    const plain = await create(body, PLAIN);
    expect(plain.status).toBe(status);
    expect(comparable(plain)).toEqual(comparable(await create(body, WITH_CHARSET)));
  });

  test('carries its own request id into header and envelope', async () => {
    const given = await create({}, { ...PLAIN, 'x-request-id': 'mine-1' });
    expect([given.headers['x-request-id'], given.body.request_id]).toEqual(['mine-1', 'mine-1']);
    const made = await create({}, PLAIN);
    expect(made.body.request_id).toBe(made.headers['x-request-id']);
  });

  test('is refused with the error of its fault, or accepted with escaped characters', async () => {
    const odd: [string, number, number][] = [
      ['{', 400, 1003],
      ['{"prompt":"a gun","model":"v3.1-20260211","__proto__":{}}', 400, 1003],
      ['{"prompt":"a\\u0000gun","model":"v3.1-20260211"}', 400, 1003],
      ['{"prompt":"a\\ngun","model":"v3.1-20260211"}', 200, 0],
    ];
    for (const [body, status, code] of odd) {
      const answer = await callService(service, CREATE, { method: 'POST', body, headers: PLAIN });
      expect([body, answer.status, answer.body.code]).toEqual([body, status, code]);
    }
    const unkeyed = await send(service.baseUrl + CREATE, { method: 'POST', body: ALLOWED });
    expect([unkeyed.status, unkeyed.body.code]).toEqual([401, 2]);
    const foreign = await create(ALLOWED, { ...PLAIN, origin: 'https://evil.com' });
    expect([foreign.status, foreign.body.code]).toEqual([403, 1003]);
  });

  test('of 19 MB of wrong values is refused at once, and others are answered', async () => {
    const body = `{"prompt":[${'1,'.repeat(9_500_000)}1]}`;
    const flood = callService(service, CREATE, { method: 'POST', body, headers: PLAIN });
    expect((await create(ALLOWED, PLAIN)).status).toBe(200);
    const { status, body: envelope } = await flood;
    expect([status, envelope.code]).toEqual([400, 1003]);
  });

  test('may arrive in pieces, or together with the next one; answers keep their order', async () => {
    const { host, port } = new URL(service.baseUrl);
    const requests = [1, 2, 3].map((n) => {
      const body = JSON.stringify(ALLOWED);
      return (
        `POST ${CREATE} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${service.apiKey}\r\n` +
        `x-request-id: number-${n}\r\ncontent-type: application/json\r\n` +
        `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
      );
    });
    const [first = '', second = '', third = ''] = requests;
    const socket = connect(Number(port), '127.0.0.1');
    let received = '';
    const answers = new Promise<void>((resolve, reject) => {
      socket.on('error', reject);
      socket.on('data', (chunk: Buffer) => {
        received += chunk.toString();
        if (received.split('"status":"queued"').length === 4) resolve();
      });
    });
    socket.write(first + second + third.slice(0, -20));
    await new Promise((resolve) => setTimeout(resolve, 20));
    socket.write(third.slice(-20));
    await answers;
    socket.destroy();
    expect([...received.matchAll(/x-request-id: (\S+)/g)].map(([, id]) => id)).toEqual([
      'number-1',
      'number-2',
      'number-3',
    ]);
  });
});

test('exactly as many creations pass as the limit allows (part 8)', async () => {
  const settings = { limits: { creationPerMinute: LIMIT, concurrency: { h3d: 1000 } }, blockedWords: ['gun'] };
  const limited = await startLocalService({ settings });
  try {
    const body = JSON.stringify(ALLOWED);
    const calls = Array.from({ length: LIMIT }, () =>
      [PLAIN, WITH_CHARSET].map((headers) => callService(limited, CREATE, { method: 'POST', body, headers })),
    ).flat();
    const answers = await Promise.all(calls);
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(LIMIT);
    expect(answers.filter((answer) => answer.body.code === 1007)).toHaveLength(LIMIT);
  } finally {
    await limited.stop();
  }
});
