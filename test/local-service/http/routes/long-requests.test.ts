import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NO_LIMITS, startLocalService, type LocalService } from '../../../helpers/service/local-service.ts';
import { callService } from '../../workers/call.ts';

/** A body that is nearly as long as one may be (spec 4.1: 20 MB). */
const LONG = 19 * 1024 * 1024;
const COUNT = 16;
/** Peak of the service, MB. The requests together have half of it, and as text in memory more than all. */
const MAX_PEAK = 600;
const BLOCKED = 'gun';

let service: LocalService;
let ids: readonly string[];

/** A request, ready to be sent: a client that pauses to write its own text would count as slow. */
const toRequest = (note: string): Buffer =>
  Buffer.from(JSON.stringify({ model: 'v3.1-20260211', prompt: BLOCKED, note }));

async function create(body: Buffer): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const answer = await callService(service, '/v3/generation/text-to-model', { method: 'POST', headers, body });
  expect(answer.status).toBe(200);
  return answer.body.data.task_id;
}

const list = (task_ids: readonly string[]) =>
  callService(service, '/v3/tasks/list', { method: 'POST', body: { task_ids } });

beforeAll(async () => {
  service = await startLocalService({ settings: { ...NO_LIMITS, blockedWords: [BLOCKED] } });
  const letters = Array.from({ length: COUNT }, (_, index) => String.fromCharCode(97 + index));
  ids = await Promise.all(letters.map((letter) => toRequest(letter.repeat(LONG))).map(create));
}, 120_000);
afterAll(() => service.stop());

test('long requests of many tasks are stored, and come back whole, alone and in a batch', async () => {
  const short = await create(toRequest('short'));
  const unknown = '00000000-0000-4000-8000-000000000000';
  const { body, status } = await list([ids[0]!, short, unknown, ids[1]!]);
  expect([status, body.data.missed]).toEqual([200, [unknown]]);
  const tasks = body.data.tasks as unknown as Readonly<Record<string, { input: { note: string }; type: string }>>;
  expect(Object.keys(tasks).toSorted()).toEqual([ids[0]!, ids[1]!, short].toSorted());
  expect(Object.values(tasks).map(({ type }) => type)).toEqual(Array(3).fill('text_to_model'));
  expect(tasks[short]?.input.note).toBe('short');
  expect(tasks[ids[0]!]?.input.note === 'a'.repeat(LONG)).toBe(true);
  expect(tasks[ids[1]!]?.input.note === 'b'.repeat(LONG)).toBe(true);
  expect(Object.keys((await list([ids[2]!])).body.data.tasks as object)).toEqual([ids[2]]);
  const alone = (await callService(service, `/v3/tasks/${ids[3]!}`)).body.data as unknown as (typeof tasks)[string];
  expect(alone.input.note === 'd'.repeat(LONG)).toBe(true);
}, 120_000);

/** Asks for a task and reads nothing of the answer. */
function openUnread(id: string): Promise<{ close(): void }> {
  const request = get(`${service.baseUrl}/v3/tasks/${id}`, { headers: { authorization: `Bearer ${service.apiKey}` } });
  return new Promise((resolve, reject) => {
    request.on('error', reject);
    request.on('response', (response) => {
      response.pause();
      resolve({ close: () => request.destroy() });
    });
  });
}

test('clients that read nothing keep others only until they are gone', async () => {
  const first = await Promise.all([openUnread(ids[0]!), openUnread(ids[1]!)]);
  const others = [openUnread(ids[2]!), openUnread(ids[3]!)];
  const last = callService(service, `/v3/tasks/${ids[4]!}`);
  expect((await create(toRequest('x'))).length).toBe(36);
  for (const { close } of first) close();
  for (const other of others) (await other).close();
  expect((await last).status).toBe(200);
}, 120_000);

test.skipIf(process.platform !== 'linux')(
  'the memory of the service does not grow with their number',
  async () => {
    await Promise.all(
      Array.from({ length: 3 }, async () => {
        const response = await fetch(`${service.baseUrl}/v3/tasks/list`, {
          method: 'POST',
          headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
          body: JSON.stringify({ task_ids: ids }),
        });
        let bytes = 0;
        for await (const piece of response.body!) bytes += piece.length;
        expect(bytes).toBeGreaterThan(COUNT * LONG);
      }),
    );
    const status = readFileSync(`/proc/${service.process.pid}/status`, 'utf8');
    expect(Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024).toBeLessThan(MAX_PEAK);
  },
  120_000,
);
