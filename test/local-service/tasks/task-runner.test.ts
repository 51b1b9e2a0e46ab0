import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { toCredits, type Credits } from '../../../src-shared/api/pricing/credits.ts';
import { serviceMessage } from '../../../src-shared/api/messages/service-message.ts';
import { createFolderUploadStore } from '../../../src-main/local-service/files/folder-upload-store.ts';
import { createOutputStore } from '../../../src-main/local-service/files/output-store.ts';
import { createSqliteLedger } from '../../../src-main/local-service/account/sqlite-ledger.ts';
import type { Ledger } from '../../../src-main/local-service/account/ledger.ts';
import { createModeration } from '../../../src-main/local-service/tasks/moderation.ts';
import { createTaskRunner, type TaskRunner } from '../../../src-main/local-service/tasks/task-runner.ts';
import { openDatabase } from '../../../src-main/local-service/storage/database.ts';
import { createTaskLifecycle, type TaskLifecycle } from '../../../src-main/local-service/tasks/task-lifecycle.ts';
import { createSqliteTaskStore } from '../../../src-main/local-service/tasks/sqlite-task-store.ts';
import type { TaskRecord } from '../../../src-main/local-service/tasks/task-record.ts';
import type { TaskStore } from '../../../src-main/local-service/tasks/task-store.ts';
import { startProcessEngine } from '../../../src-main/local-service/workers/process-engine.ts';
import { createWorkerPool } from '../../../src-main/local-service/workers/worker-pool.ts';

const ENTRY = new URL('../workers/faulty-worker.ts', import.meta.url);
const ROOMY = { generation_h: 99, generation_p: 99, image: 99, animation: 99, processing: 99, mesh: 99 };
const GRANT = 100_000;
const PRICE = 100;

let folder: string;
let db: DatabaseSync;
let tasks: TaskStore;
let ledger: Ledger;
let lifecycle: TaskLifecycle;
let runner: TaskRunner;
let heard: string[];
let started: string[];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dropforge-runner-'));
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await open();
});
afterEach(async () => {
  await close();
  await rm(folder, { recursive: true });
  vi.restoreAllMocks();
});

async function open(queueTimeoutMs = 60_000): Promise<void> {
  heard = [];
  started = [];
  db = openDatabase(path.join(folder, 'service.db'));
  tasks = createSqliteTaskStore(db);
  ledger = createSqliteLedger(db, Date.now);
  ledger.grantInAll(toCredits(GRANT));
  const events = {
    ended: (task: TaskRecord) => void heard.push(`${task.status} ${task.id}`),
    balanceChanged: (balance: Credits) => void heard.push(`balance ${balance}`),
  };
  lifecycle = createTaskLifecycle(db, tasks, ledger, Date.now, { concurrency: ROOMY, events });
  const moves = lifecycle;
  lifecycle = { ...moves, start: (id) => (started.push(id), moves.start(id)) };
  const files = await createFolderUploadStore(path.join(folder, 'uploads'), Date.now);
  const outputs = await createOutputStore(path.join(folder, 'outputs'));
  await outputs.sweep();
  for (const token of ['file_fine', 'file_spin', 'file_throw', 'file_throw-twice']) {
    await files.receive(token, Readable.from([Buffer.from('x')]), 10).catch(() => undefined);
  }
  const queue = createWorkerPool({ start: startProcessEngine, entry: ENTRY, size: 1, memoryMb: 64 });
  const moderation = createModeration(['forbidden']);
  runner = createTaskRunner({ tasks, lifecycle, files, outputs, queue, moderation, queueTimeoutMs });
}

async function close(): Promise<void> {
  await runner.close();
  db.close();
}

/** Creates a task whose worker does `what`, and hands it to the runner. */
function start(what: string, values: Readonly<Record<string, unknown>> = {}): string {
  const id = randomUUID();
  const job = { sources: [{ kind: 'upload', token: `file_${what}` } as const], values };
  const price = toCredits(PRICE);
  lifecycle.create({ id, type: 'import_model', input: {}, job, price, category: 'processing', createdAt: Date.now() });
  runner.enqueue({ id, job });
  return id;
}

const statusOf = (id: string) => tasks.find(id)?.status;
const until = (id: string, status: string) =>
  vi.waitFor(() => expect(statusOf(id)).toBe(status), { timeout: 60_000, interval: 10 });
const spent = () => GRANT - ledger.balance().balance;

describe('cancellation (part 3)', () => {
  test('of a running task stops its work, refunds it and lets the next one run', async () => {
    const running = start('spin');
    await until(running, 'running');
    const next = start('fine');
    expect(runner.cancel(running)).toBe(true);
    expect(tasks.find(running)).toMatchObject({ status: 'cancelled', failure: null, result: null });
    await until(next, 'success');
    expect(statusOf(running)).toBe('cancelled');
    expect([spent(), ledger.balance().frozen]).toEqual([PRICE, 0]);
  });

  test('of a waiting task takes it out of the queue, at once or later', async () => {
    const running = start('spin');
    const atOnce = start('fine');
    expect(runner.cancel(atOnce)).toBe(true);
    const later = start('fine');
    await until(running, 'running');
    expect(runner.cancel(later)).toBe(true);
    runner.cancel(running);
    await until(start('fine'), 'success');
    expect([atOnce, later].map(statusOf)).toEqual(['cancelled', 'cancelled']);
    expect((await readdir(path.join(folder, 'outputs'))).length).toBe(1);
  });

  test('of what has ended, or never was, says so and changes nothing', async () => {
    const done = start('fine');
    await until(done, 'success');
    expect(runner.cancel(done)).toBe(false);
    expect(runner.cancel(randomUUID())).toBe(false);
    expect(statusOf(done)).toBe('success');
    expect(spent()).toBe(PRICE);
  });
});

describe('a crash of the worker (part 3)', () => {
  test('is tried again under the same id, and paid once', async () => {
    const id = start('throw-twice');
    await until(id, 'success');
    expect([spent(), ledger.balance().frozen]).toEqual([PRICE, 0]);
  });

  test('fails the task at the third time, with refund', async () => {
    const id = start('throw');
    await until(id, 'failed');
    expect(tasks.find(id)?.failure).toMatchObject({ code: 1000 });
    expect(Number(db.prepare('SELECT crashes FROM tasks').get()?.['crashes'])).toBe(3);
    expect(spent()).toBe(0);
  });

  test('is counted on the disk; stopping the service is none', async () => {
    const id = start('spin');
    await until(id, 'running');
    expect(lifecycle.crash(id, { code: 1000, message: 'No.' })).toBe('queued');
    lifecycle.start(id);
    for (let stops = 0; stops < 4; stops++) {
      await close();
      await open();
      expect(lifecycle.recover().map((task) => task.id)).toEqual([id]);
      lifecycle.start(id);
    }
    expect(lifecycle.crash(id, { code: 1000, message: 'No.' })).toBe('queued');
    lifecycle.start(id);
    expect(lifecycle.crash(id, { code: 1000, message: 'No.' })).toBe('failed');
    expect(spent()).toBe(0);
  });
});

describe('the queue timeout (part 3, 2018)', () => {
  test('fails what waited too long, with refund, and not what runs', async () => {
    await close();
    await open(40);
    const running = start('spin');
    await until(running, 'running');
    const waiting = start('fine');
    await until(waiting, 'failed');
    expect(tasks.find(waiting)?.failure?.code).toBe(2018);
    expect(statusOf(running)).toBe('running');
    expect([spent(), ledger.balance().frozen]).toEqual([PRICE, PRICE]);
  });
});

describe('moderation (part 3, 2008)', () => {
  test('fails a task at once, with refund, before it runs', () => {
    const busy = start('spin');
    const id = start('fine', { prompt: 'a Forbidden castle' });
    expect(tasks.find(id)).toMatchObject({
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
    await close();
    await open();
    const recovered = lifecycle.recover();
    expect(recovered.map(({ id }) => id)).toEqual([first, ...others]);
    for (const task of recovered.slice(1)) runner.enqueue(task);
    await until(others.at(-1) ?? '', 'success');
    expect(started).toEqual(others);
  });
});

describe('priority (4.1)', () => {
  test('goes before the order of arrival, and not before what runs', async () => {
    const running = start('spin');
    await until(running, 'running');
    const [low, none, high, middle, alsoHigh] = [1, undefined, 3, 2, 3].map((priority) => start('fine', { priority }));
    runner.cancel(running);
    await until(none ?? '', 'success');
    expect(started).toEqual([running, high, alsoHigh, middle, low, none]);
  });
});

describe('listeners', () => {
  test('hear of ends and of changes of what can be spent', async () => {
    const good = start('fine');
    await until(good, 'success');
    const bad = start('fine', { prompt: 'forbidden' });
    const full = GRANT - PRICE;
    expect(heard).toEqual([
      `balance ${full}`,
      `success ${good}`,
      `balance ${full - PRICE}`,
      `balance ${full}`,
      `failed ${bad}`,
    ]);
  });
});
