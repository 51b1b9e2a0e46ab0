import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { QueueBench } from './bench.ts';
import { listExported } from '../helpers/exported-assets.ts';
import { expectWhole, openOdd, wordsOf } from './odd-bench.ts';
import { good } from './odd-service.ts';
import { toEnglish } from '../../src-shared/messages/english.ts';

const TEN_MEGABYTES = 'na '.repeat(3_500_000);

describe('answers about other tasks', () => {
  test('than were asked for change nothing', async () => {
    const bench = await openOdd();
    let looks = 0;
    bench.odd.odd = (call, body) => {
      if (call !== 'POST /v3/tasks/list' || ++looks > 4) return null;
      const [own = ''] = (body as { task_ids: string[] }).task_ids;
      const stranger = { ...bench.odd.tasks[0], task_id: randomUUID(), output: { model_url: 'https://10.0.0.1/x' } };
      // A stranger beside it, a stranger under its name, and a failure of a stranger under its name.
      const tasks = [
        { [stranger.task_id]: stranger },
        { [own]: stranger },
        { [own]: { ...stranger, status: 'failed' } },
      ];
      return good({ tasks: tasks[looks % 3], missed: [randomUUID()] });
    };
    expect(await bench.make()).toMatchObject({ status: 'done', error: null });
    expect([looks > 4, bench.proxy.posts()]).toEqual([true, 1]);
    expectWhole(bench);
  });

  test('to an order leave it in doubt, and the task of the other alone', async () => {
    const bench = await openOdd();
    const first = await bench.make();
    const taskId = first.steps[0]?.taskId;
    bench.odd.odd = (call) =>
      call.startsWith('POST /v3/generation/') ? good({ task_id: taskId, type: 'x', status: 'queued' }) : null;
    // The history shows it not either.
    bench.odd.tell = (task) => (task.task_id === taskId ? task : { ...task, input: {} });
    const second = await bench.make('other.png');
    expect(second).toMatchObject({ status: 'unknown', error: { code: 'outcome_unknown' }, steps: [{ taskId: null }] });
    expect(wordsOf(second)).toContain('never sends a task twice');
    expect(bench.only()).toMatchObject({ status: 'done', steps: [{ taskId }] });

    // When the history tells the truth, looking again finds the one that was paid.
    bench.odd.odd = () => null;
    bench.odd.tell = (task) => task;
    bench.queue.resolve(second.id, 'look');
    await bench.queue.whenSettled([second.id]);
    expect(bench.queue.records()[1]).toMatchObject({
      status: 'done',
      steps: [{ taskId: bench.odd.tasks[0]?.task_id }],
    });
    expect(bench.proxy.posts()).toBe(2);
  });
});

describe('the id of a task', () => {
  test.each<[string, (id: string) => string, (id: string) => string]>([
    ['is no UUID', () => 'tsk_0001-aB', () => 'tsk_0001-aB'],
    ['changes its case', (id) => id.toUpperCase(), (id) => id],
  ])('%s: the paid task is found and its model comes home', async (_, toCreated, toListed) => {
    const bench = await openOdd();
    let id = '';
    bench.odd.odd = (call) => {
      const task = bench.odd.tasks[0];
      if (call.startsWith('POST /v3/generation/') && task) {
        id = task.task_id;
        return good({ task_id: toCreated(id), type: 'x', status: 'queued' });
      }
      if (call !== 'POST /v3/tasks/list' || !task) return null;
      return good({ tasks: { [toListed(id)]: { ...task, task_id: toListed(id) } }, missed: [] });
    };
    expect(await bench.make()).toMatchObject({ status: 'done', steps: [{ taskId: toCreated(id) }] });
    expect(bench.proxy.posts()).toBe(1);
    expectWhole(bench);
  });
});

test('an operation works on the result of a task whose id is no UUID', async () => {
  const bench = await openOdd();
  const { tasks } = bench.odd;
  bench.odd.odd = (call) => {
    const [task] = tasks;
    if (!/^POST \/v3\/(generation|models)\//.test(call) || !task) return null;
    tasks[0] = { ...task, task_id: `tsk_${tasks.length}-aB` };
    return good({ task_id: tasks[0].task_id, type: task.type, status: 'queued' });
  };
  const { id } = await bench.make();
  bench.queue.operate(id, { from: 0, operation: 'stylize_model', params: { style: 'lego' } });
  expect(await bench.settled()).toMatchObject([{ status: 'done', error: null, steps: [{}, { taskId: 'tsk_2-aB' }] }]);
  expect(tasks[0]?.input['original_model_task_id']).toBe('tsk_1-aB');
});

test('every model of a list comes home', async () => {
  const bench = await openOdd();
  const url = `${bench.odd.service.baseUrl}/model.glb`;
  bench.odd.tell = (task) => ({ ...task, output: { model_urls: [url, url, url] } });
  expect(await bench.make()).toMatchObject({ status: 'done', error: null });
  expect(listExported(bench.out)).toEqual(['shape/shape (2).glb', 'shape/shape (3).glb', 'shape/shape.glb']);
});

/** What a service may write where credits belong, and what is no JSON at all. */
const NO_CREDITS = [
  '1e999',
  '-1e999',
  '-5',
  '-0.01',
  '"NaN"',
  '"Infinity"',
  '1.005',
  '{}',
  '[7]',
  'true',
  '"10 credits"',
];
const NO_JSON = ['NaN', 'Infinity', '0x10'];

describe('credits that are none', () => {
  test('count as not told, and the models come home', async () => {
    const bench = await openOdd();
    bench.odd.odd = (call, body) => {
      if (call !== 'POST /v3/tasks/list') return null;
      const asked = new Set((body as { task_ids: string[] }).task_ids);
      const told = bench.odd.tasks.map((task, index) => ({ ...task, credits_consumed: `@${index}@` }));
      const { text } = good({
        tasks: Object.fromEntries(told.filter(({ task_id: id }) => asked.has(id)).map((task) => [task.task_id, task])),
      });
      return { text: text.replace(/"@(\d+)@"/g, (_, index: string) => NO_CREDITS[Number(index)] ?? '') };
    };
    bench.add(NO_CREDITS.map((_, index) => `p${index}.png`));
    const records = await bench.settled();
    expect(records.map(({ status, steps }) => [status, steps[0]?.creditsConsumed])).toEqual(
      NO_CREDITS.map(() => ['done', null]),
    );
    expect(JSON.stringify(bench.queue.list())).not.toMatch(/"-\d|NaN|Infinity/);
    expect(readdirSync(bench.out)).toHaveLength(NO_CREDITS.length);
  });

  test('and are no JSON either are asked for again until they are', async () => {
    const bench = await openOdd();
    let looks = 0;
    bench.odd.odd = (call) => {
      if (call !== 'POST /v3/tasks/list' || ++looks > NO_JSON.length) return null;
      const { text } = good({ tasks: { [bench.odd.tasks[0]?.task_id ?? '']: { credits_consumed: '@' } }, missed: [] });
      return { text: text.replace('"@"', NO_JSON[looks - 1] ?? '') };
    };
    expect(await bench.make()).toMatchObject({ status: 'done', steps: [{ creditsConsumed: '10.00' }] });
    expect([looks, bench.proxy.posts()]).toEqual([NO_JSON.length + 1, 1]);
  });
});

test('a retry after a refund does not hide that its own task may be charged', async () => {
  const bench = await openOdd();
  bench.odd.tell = (task) => ({ ...task, status: 'failed', credits_consumed: 0 });
  const failed = await bench.make();
  expect(bench.queue.list()[0]?.money).toMatchObject({ kind: 'back', back: '110.00' });
  bench.odd.tell = (task) => ({ ...task, status: 'dormant', credits_consumed: null });
  bench.queue.retry([failed.id]);
  await bench.settled();
  expect(bench.queue.list()[0]?.money).toMatchObject({ kind: 'maybe_paid', amount: '110.00' });
  expect(bench.proxy.posts()).toBe(2);
});

test('a task that failed and was charged is ordered again only with a yes, and its charge stays in the notes', async () => {
  const bench = await openOdd();
  bench.odd.tell = (task) => ({ ...task, status: 'failed', credits_consumed: 7 });
  const failed = await bench.make();
  expect(bench.queue.list()[0]?.money).toMatchObject({ kind: 'charged', amount: '7.00' });
  bench.odd.tell = (task) => task;
  bench.queue.retry([failed.id]);
  expect(bench.queue.records()[0]).toMatchObject({ status: 'held', unconfirmed: 'price' });
  expect(bench.queue.list()[0]?.money).toMatchObject({ kind: 'estimate' });
  expect(bench.queue.spending.spent().today).toMatchObject({ charged: '7.00', held: '0.00' });
  bench.queue.confirm([failed.id]);
  const [done] = await bench.settled();
  expect(done).toMatchObject({ status: 'done', steps: [{ creditsConsumed: '10.00' }] });
  expect(done?.notes.map(toEnglish)).toEqual(['The service charged 7.00 credits for a task that failed.']);
  expect(bench.queue.spending.spent().today).toMatchObject({ charged: '17.00', held: '0.00' });
  expect(bench.queue.list()[0]?.money).toMatchObject({ kind: 'charged', amount: '17.00' });
  expect(bench.queue.repeat(failed.id, 'same').chargedBefore).toBeUndefined();
});

describe('a message of ten megabytes', () => {
  const sizeOf = ({ home }: QueueBench): number =>
    ['queue.db', 'queue.db-wal'].reduce(
      (sum, name) => sum + (existsSync(path.join(home, name)) ? statSync(path.join(home, name)).size : 0),
      0,
    );

  test('of a task that failed is cut before it is written down', async () => {
    const bench = await openOdd();
    bench.odd.tell = (task) => ({ ...task, status: 'failed', error_code: 2003, error_message: TEN_MEGABYTES });
    const record = await bench.make();
    expect([record.status, record.error?.code]).toEqual(['failed', 'task_failed']);
    expect(record.error?.detail).toHaveLength(1_000);
    expect(sizeOf(bench)).toBeLessThan(2_000_000);
  });

  test('of a finished task is cut as well, and the model comes home', async () => {
    const bench = await openOdd();
    bench.odd.tell = (task) => ({ ...task, output: { ...task.output, notes: [TEN_MEGABYTES] } });
    const record = await bench.make();
    expect([
      record.status,
      record.steps.flatMap(({ notes = [] }) => notes.map((note) => toEnglish(note).length)),
    ]).toEqual(['done', [1_000]]);
    expect(sizeOf(bench)).toBeLessThan(2_000_000);
    expectWhole(bench);
  });

  test('in a refusal, or as its request id, is cut as well', async () => {
    const bench = await openOdd();
    bench.odd.odd = (call) =>
      call === 'POST /v3/files/presign'
        ? {
            status: 400,
            text: JSON.stringify({ code: 1004, message: TEN_MEGABYTES, request_id: TEN_MEGABYTES.slice(0, 5_000_000) }),
          }
        : null;
    const record = await bench.make();
    expect([record.status, record.error?.code, bench.proxy.posts()]).toEqual(['failed', 'bad_request', 0]);
    expect(JSON.stringify(record).length).toBeLessThan(5_000);
    expect(wordsOf(record)).toContain('then retry');
    expect(sizeOf(bench)).toBeLessThan(2_000_000);
  });

  test('in the answer to an order proves nothing, so the order is in doubt', async () => {
    const bench = await openOdd();
    bench.odd.odd = (call) =>
      call.startsWith('POST /v3/generation/')
        ? { status: 400, text: JSON.stringify({ code: 1004, message: TEN_MEGABYTES }) }
        : null;
    bench.odd.tell = (task) => ({ ...task, input: {} });
    expect(await bench.make()).toMatchObject({ status: 'unknown', error: { code: 'outcome_unknown' } });
    expect(bench.proxy.posts()).toBe(1);
  });
});

test('a 429 of a gateway to an order is no doubt: the job waits as long as it says and sends it again', async () => {
  const bench = await openOdd();
  let refusals = 0;
  const sent: number[] = [];
  bench.odd.odd = (call) => {
    if (!call.startsWith('POST /v3/generation/')) return null;
    sent.push(Date.now());
    if (refusals++ > 0) return null;
    bench.odd.tasks.shift();
    return { status: 429, text: '<html>Too many requests</html>', headers: { 'retry-after': '2' } };
  };
  bench.add(['shape.png']);
  const waiting = await bench.until(({ status }) => status !== 'queued' && refusals > 0 && status !== 'uploading');
  expect(waiting).toMatchObject({ status: 'waiting', error: { code: 'rate_limited', retryable: true } });
  expect(await bench.settled()).toMatchObject([{ status: 'done', error: null }]);
  expect([sent.length, bench.odd.tasks.length]).toEqual([2, 1]);
  expect((sent[1] as number) - (sent[0] as number)).toBeGreaterThan(1_900);
  expectWhole(bench);
});
