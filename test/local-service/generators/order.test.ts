import { expect, test } from 'vitest';
import { toCredits, ZERO_CREDITS, type Credits } from '../../../src-shared/api/pricing/credits.ts';
import { task } from '../../../src-shared/api/protocol/task.ts';
import type { GeneratorRun } from '../../../src-main/local-service/generators/generator.ts';
import { createCreditLimit } from '../../../src-main/local-service/generators/service/credit-limit.ts';
import {
  createOrder,
  findTaskOfOrder,
  mayHaveCreated,
} from '../../../src-main/local-service/generators/service/order.ts';
import { ServerAway, ServerRefusal } from '../../../src-main/local-service/generators/http/server-errors.ts';

const envelope = (code: number): string => JSON.stringify({ code, message: 'm', suggestion: 's' });

test.each([
  ['a refusal of the service', new ServerRefusal(400, envelope(1004)), false],
  ['too few credits', new ServerRefusal(403, envelope(2010)), false],
  ['a rate limit', new ServerRefusal(429, envelope(1007)), true],
  ['too many tasks', new ServerRefusal(429, envelope(2000)), true],
  ['an error of the service', new ServerRefusal(500, envelope(1000)), true],
  ['a code of a refusal with another status', new ServerRefusal(502, envelope(1004)), true],
  ['a time-out of a gateway', new ServerRefusal(408, ''), true],
  ['a page of a gateway', new ServerRefusal(403, '<html>'), true],
  ['a response that cannot be read', new ServerRefusal(200, '{'), true],
  ['a lost connection', new ServerAway(Object.assign(new Error('reset'), { code: 'ECONNRESET' })), true],
  ['an unreachable host', new ServerAway(Object.assign(new Error('host'), { code: 'EHOSTUNREACH' })), true],
  ['a refused connection', new ServerAway(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })), false],
  ['an unknown host', new ServerAway(Object.assign(new Error('dns'), { code: 'ENOTFOUND' })), false],
  ['a bad certificate', new ServerAway(Object.assign(new Error('tls'), { code: 'CERT_HAS_EXPIRED' })), false],
  ['a stop', new Error('the service stops'), true],
])('after %s a task may be there: %s', (_, error, isPossible) => {
  expect(mayHaveCreated(error)).toBe(isPossible);
});

test('an order keeps its request and its reference, and a long request only its reference', () => {
  const [sent, request] = createOrder('image_to_model', { model: 'v3.1-20260211', input: 'file' }, new Date(5));
  expect(JSON.parse(request)).toEqual({ model: 'v3.1-20260211', input: 'file', client_ref: sent.id });
  expect(sent).toMatchObject({ operation: 'image_to_model', body: request, isFree: false, sentAt: 5 });
  const values = { input: 'file', parameters: { note: 'x'.repeat(100_000) } };
  const [long, whole] = createOrder('import_model', values, new Date(5));
  expect(long).toMatchObject({ body: '{}', isFree: true });
  expect(whole.length).toBeGreaterThan(100_000);
});

const DAY = new Date('2026-11-21T12:00:00Z');

/** A key with old tasks, then one of today; the oldest are listed first. */
function listOldFirst(today: { readonly type: string; readonly input: object; readonly credits_consumed?: Credits }) {
  const rows = Array.from({ length: 251 }, (_, at) => ({
    ...{ task_id: `task-${at}`, type: 'image_to_model', status: 'success', credits_consumed: ZERO_CREDITS, input: {} },
    created_at: new Date(DAY.getTime() - 5 * 24 * 3_600_000 + at * 1_000).toISOString(),
    ...(at === 250 ? { ...today, created_at: DAY.toISOString() } : {}),
  }));
  return {
    usage: async (offset: number) => rows.slice(offset, offset + 200),
    list: async (ids: readonly string[]) =>
      rows.filter((row) => ids.includes(row.task_id)).map((row) => task.parse(row)),
    balance: async () => ({ balance: toCredits(100_000), frozen: ZERO_CREDITS, time: null }),
  };
}

test('a task is found whatever its type, and after a page of older ones', async () => {
  const [sent] = createOrder('image_to_model', { input: 'file' }, DAY);
  const history = listOldFirst({ type: 'image_to_model_v3', input: { client_ref: sent.id } });
  await expect(findTaskOfOrder(sent, history, AbortSignal.timeout(60_000))).resolves.toBe('task-250');
});

test('what was spent today counts after a page of older tasks', async () => {
  const account = listOldFirst({ type: 'x', input: {}, credits_consumed: toCredits(190_00) });
  const limit = createCreditLimit(
    { name: 'Other', url: 'https://other.example', creditsPerDay: 200 },
    account,
    () => DAY,
  );
  const run = { signal: AbortSignal.timeout(60_000) };
  await expect(limit.spend(toCredits(20_00), run, async () => 'created')).rejects.toThrow();
  await expect(limit.spend(toCredits(10_00), run, async () => 'created')).resolves.toBe('created');
});

test.each([
  ['ahead', '2026-12-01T00:30:00Z'],
  ['a day behind', '2026-11-29T23:40:00Z'],
])('the day of the service counts, also where the local clock is %s', async (_, local) => {
  const row = {
    ...{ task_id: 'task', type: 'x', status: 'success', created_at: '2026-11-30T23:40:00Z' },
    credits_consumed: toCredits(200_00),
  };
  let time = Date.parse('2026-11-30T23:50:00Z');
  const account = {
    usage: async () => [row],
    balance: async () => ({ balance: toCredits(100_000), frozen: ZERO_CREDITS, time }),
  };
  const limit = createCreditLimit(
    { name: 'Other', url: 'https://other.example', creditsPerDay: 200 },
    account,
    () => new Date(local),
  );
  const spend = () => limit.spend(toCredits(1), { signal: AbortSignal.timeout(60_000) }, async () => 'created');
  await expect(spend()).rejects.toThrow('would exceed that');
  time = Date.parse('2026-12-01T00:00:00Z');
  await expect(spend()).resolves.toBe('created');
});

test('the credits are read again after a turn was lost', async () => {
  const held = [0, 200_00];
  const account = {
    usage: async () => [],
    balance: async () => ({ balance: toCredits(100_000), frozen: toCredits(held.shift() ?? 0), time: null }),
  };
  const limit = createCreditLimit(
    { name: 'Other', url: 'https://other.example', creditsPerDay: 200 },
    account,
    () => DAY,
  );
  const alone: GeneratorRun['alone'] = async (_name, _signal, work) => {
    const turns = [() => Promise.resolve(), () => Promise.reject(new Error('lost'))];
    await expect(work(async () => turns.shift()?.())).rejects.toThrow('lost');
    return work(() => Promise.resolve());
  };
  const run = { signal: AbortSignal.timeout(60_000), alone };
  let sent = 0;
  const create = async (confirm: () => Promise<void>) => {
    await confirm();
    sent++;
  };
  await expect(limit.spend(toCredits(1), run, create)).rejects.toThrow('would exceed that');
  expect(sent).toBe(0);
});
