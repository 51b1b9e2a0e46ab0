import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MAX_INTERRUPTIONS } from '../../../../src-main/base/processes/enforce-limits.ts';
import { serviceMessage } from '../../../../src-shared/api/messages/service-message.ts';
import { GRANT, openTaskBench, PRICE, type TaskBench } from '../../../helpers/service/task-bench.ts';

const ENTRY = new URL('../../workers/faulty-worker.ts', import.meta.url);
const LIMITS = { maxBytes: 512 * 1024 ** 2, heapMb: 64, maxMs: 600_000, pollMs: 100 };

let folder: string;
let bench: TaskBench;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dropforge-runner-'));
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await open();
});
afterEach(async () => {
  await bench.close();
  await rm(folder, { recursive: true });
  vi.restoreAllMocks();
});

async function open(limits: Partial<typeof LIMITS> = {}, queueTimeoutMs = 60_000): Promise<void> {
  bench = await openTaskBench(folder, { entry: ENTRY, limits: { ...LIMITS, ...limits } }, queueTimeoutMs);
  for (const name of ['fine', 'refuse-late', 'spin', 'throw', 'kill-once', 'balloon']) {
    await bench.upload(name).catch(() => undefined);
  }
}

async function reopen(limits: Partial<typeof LIMITS> = {}, queueTimeoutMs?: number): Promise<void> {
  await bench.close();
  await open(limits, queueTimeoutMs);
}

/** Creates a task whose worker does `what`, and hands it to the runner. */
const start = (what: string, values = {}): string => bench.start(what, values);
const statusOf = (id: string) => bench.statusOf(id);
const until = (id: string, status: string) => bench.until(id, status);
const spent = () => bench.spent();
const failureOf = (id: string) => bench.tasks.find(id)?.failure;

describe('cancellation (part 3)', () => {
  test('of a running task stops its work, refunds it and lets the next one run', async () => {
    const running = start('spin');
    await until(running, 'running');
    const next = start('fine');
    expect(bench.runner.cancel(running)).toBe(true);
    expect(bench.tasks.find(running)).toMatchObject({ status: 'cancelled', failure: null, result: null });
    await until(next, 'success');
    expect(statusOf(running)).toBe('cancelled');
    expect([spent(), bench.ledger.balance().frozen]).toEqual([PRICE, 0]);
  });

  test('of a waiting task takes it out of the queue, at once or later', async () => {
    const running = start('spin');
    const atOnce = start('fine');
    expect(bench.runner.cancel(atOnce)).toBe(true);
    const later = start('fine');
    await until(running, 'running');
    expect(bench.runner.cancel(later)).toBe(true);
    bench.runner.cancel(running);
    await until(start('fine'), 'success');
    expect([atOnce, later].map(statusOf)).toEqual(['cancelled', 'cancelled']);
    expect((await readdir(path.join(folder, 'outputs'))).length).toBe(1);
  });

  test('of what has ended, or never was, says so and changes nothing', async () => {
    const done = start('fine');
    await until(done, 'success');
    expect(bench.runner.cancel(done)).toBe(false);
    expect(bench.runner.cancel(randomUUID())).toBe(false);
    expect(statusOf(done)).toBe('success');
    expect(spent()).toBe(PRICE);
  });
});

describe('an engine that is lost (part 3)', () => {
  test('is replaced, and its task runs again under the same id and is paid once', async () => {
    const id = start('kill-once');
    await until(id, 'success');
    expect(bench.started).toEqual([id, id]);
    expect([spent(), bench.ledger.balance().frozen]).toEqual([PRICE, 0]);
  });

  test.each([
    ['crashed', 'throw', {}, 1000, 'task-failure.crashed'],
    ['took too long', 'spin', { maxMs: 10_000 }, 2007, 'task-failure.time-limit'],
    ['took too much memory', 'balloon', { maxBytes: 256 * 1024 ** 2 }, 2007, 'task-failure.memory-limit'],
  ])('because it %s fails its task at the second time, with refund', async (_, what, limits, code, id) => {
    await reopen(limits);
    const bad = start(what);
    const behind = start('fine');
    await until(bad, 'failed');
    expect(failureOf(bad)).toMatchObject({ code, message: { id } });
    expect(bench.attemptsOf(bad)).toBe(2);
    // What waits is not held up by the second try.
    expect(bench.started).toEqual([bad, behind, bad]);
    await until(behind, 'success');
    expect([spent(), bench.ledger.balance().frozen]).toEqual([PRICE, 0]);
  });
});

describe('a task that fails', () => {
  test('leaves no files', async () => {
    const id = start('refuse-late');
    await until(id, 'failed');
    await until(start('fine'), 'success');
    expect((await readdir(path.join(folder, 'outputs'))).filter((name) => name.includes(id))).toEqual([]);
  });

  test('because its result cannot be published leaves no files either', async () => {
    vi.spyOn(bench.outputs, 'publish').mockRejectedValueOnce(new Error('the storage is full'));
    const id = start('fine');
    await until(id, 'failed');
    await until(start('fine'), 'success');
    expect((await readdir(path.join(folder, 'outputs'))).filter((name) => name.includes(id))).toEqual([]);
    expect([spent(), bench.ledger.balance().frozen]).toEqual([PRICE, 0]);
  });
});

describe('attempts', () => {
  test('are on the disk before the work begins; a stop of the service is none', async () => {
    const id = start('spin');
    for (let stops = 0; stops < 3; stops++) {
      await until(id, 'running');
      expect(bench.attemptsOf(id)).toBe(1);
      await reopen();
      expect([statusOf(id), bench.attemptsOf(id)]).toEqual(['queued', 0]);
      for (const task of bench.lifecycle.recover()) bench.runner.enqueue(task);
    }
    await until(id, 'running');
  });

  test('that ended with the service do not count, but a task interrupted again and again fails with refund', async () => {
    const [bad, behind] = [bench.create('spin'), bench.create('fine')];
    for (let life = 1; life <= MAX_INTERRUPTIONS; life++) {
      // A life of the service that ends in the middle of the work, without a stop.
      expect(bench.lifecycle.recover().map(({ id }) => id)).toEqual([bad.id, behind.id]);
      bench.lifecycle.start(bad.id);
      expect(bench.attemptsOf(bad.id)).toBe(1);
    }
    expect(bench.lifecycle.recover().map(({ id }) => id)).toEqual([behind.id]);
    expect(statusOf(bad.id)).toBe('failed');
    expect(failureOf(bad.id)).toEqual({
      code: 1000,
      message: serviceMessage('task-failure.service-stopped', { count: MAX_INTERRUPTIONS }),
    });
    expect(bench.heard.at(-1)).toBe(`failed ${bad.id}`);
    expect([spent(), bench.ledger.balance().frozen]).toEqual([PRICE, PRICE]);
  });
});

describe('the queue timeout (part 3, 2018)', () => {
  test('fails what waited too long, with refund, and not what runs', async () => {
    await reopen({}, 40);
    const running = start('spin');
    await until(running, 'running');
    const waiting = start('fine');
    await until(waiting, 'failed');
    expect(bench.tasks.find(waiting)?.failure?.code).toBe(2018);
    expect(statusOf(running)).toBe('running');
    expect([spent(), bench.ledger.balance().frozen]).toEqual([PRICE, PRICE]);
  });
});

describe('moderation (part 3, 2008)', () => {
  test('fails a task at once, with refund, before it runs', () => {
    const busy = start('spin');
    const id = start('fine', { prompt: 'a Forbidden castle' });
    expect(bench.tasks.find(id)).toMatchObject({
      status: 'failed',
      failure: { code: 2008, message: serviceMessage('task-failure.moderation') },
    });
    expect(statusOf(busy)).not.toBe('failed');
    expect(spent()).toBe(PRICE);
  });
});

describe('a restart', () => {
  test('keeps the order', async () => {
    const first = start('spin');
    await until(first, 'running');
    const others = Array.from({ length: 8 }, () => start('fine'));
    await reopen();
    const recovered = bench.lifecycle.recover();
    expect(recovered.map(({ id }) => id)).toEqual([first, ...others]);
    for (const task of recovered.slice(1)) bench.runner.enqueue(task);
    await until(others.at(-1) ?? '', 'success');
    expect(bench.started).toEqual(others);
  });
});

describe('priority (4.1)', () => {
  test('goes before the order of arrival, and not before what runs', async () => {
    const running = start('spin');
    await until(running, 'running');
    const [low, none, high, middle, alsoHigh] = [1, undefined, 3, 2, 3].map((priority) => start('fine', { priority }));
    bench.runner.cancel(running);
    await until(none ?? '', 'success');
    expect(bench.started).toEqual([running, high, alsoHigh, middle, low, none]);
  });
});

describe('listeners', () => {
  test('hear of ends and of changes of what can be spent', async () => {
    const good = start('fine');
    await until(good, 'success');
    const bad = start('fine', { prompt: 'forbidden' });
    const full = GRANT - PRICE;
    expect(bench.heard).toEqual([
      `balance ${full}`,
      `success ${good}`,
      `balance ${full - PRICE}`,
      `balance ${full}`,
      `failed ${bad}`,
    ]);
  });
});
