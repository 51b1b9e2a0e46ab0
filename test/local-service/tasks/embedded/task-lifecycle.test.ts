import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ZERO_CREDITS, toCredits } from '../../../../src-shared/api/pricing/credits.ts';
import type { Message } from '../../../../src-shared/api/messages/message.ts';
import { MAX_INTERRUPTIONS } from '../../../../src-main/base/processes/enforce-limits.ts';
import { createSqliteLedger } from '../../../../src-main/local-service/account/sqlite-ledger.ts';
import type { Ledger } from '../../../../src-main/local-service/account/ledger.ts';
import { assertSqliteVersion } from '../../../../src-main/base/sqlite/assert-sqlite-version.ts';
import { openDatabase } from '../../../../src-main/local-service/storage/database.ts';
import { MIGRATIONS } from '../../../../src-main/local-service/storage/migrations.ts';
import {
  createTaskLifecycle,
  type TaskLifecycle,
} from '../../../../src-main/local-service/tasks/embedded/task-lifecycle.ts';
import { createSqliteTaskTable } from '../../../../src-main/local-service/tasks/embedded/sqlite-task-table.ts';
import type { NewTask } from '../../../../src-main/local-service/tasks/task-record.ts';
import type { TaskTable } from '../../../../src-main/local-service/tasks/embedded/task-table.ts';

const ROOMY = { generation_h: 99, generation_p: 99, image: 99, animation: 99, processing: 99, mesh: 99 };

let folder: string;
let db: DatabaseSync;
let tasks: TaskTable;
let ledger: Ledger;
let lifecycle: TaskLifecycle;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'dropforge-ledger-'));
  open();
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true });
});

function open(): void {
  db = openDatabase(path.join(folder, 'service.db'));
  tasks = createSqliteTaskTable(db);
  ledger = createSqliteLedger(db, Date.now);
  lifecycle = createTaskLifecycle(db, tasks, ledger, Date.now, { concurrency: ROOMY });
}

function newTask(price: number, input: object = {}): NewTask {
  const job = { sources: [{ kind: 'upload', token: 'file_a' } as const], values: {} };
  return {
    id: randomUUID(),
    type: 'import_model',
    input: input as NewTask['input'],
    job,
    price: toCredits(price),
    category: 'processing',
    createdAt: Date.now(),
  };
}

const RESULT = { files: { model_url: 'model.glb' }, notes: [] };
const FAILURE = { code: 2004, message: 'No.' };

function sums() {
  const row = db.prepare('SELECT total(balance_change) AS balance, total(frozen_change) AS frozen FROM ledger').get();
  return { balance: Number(row?.['balance']), frozen: Number(row?.['frozen']) };
}

describe('money', () => {
  test('is held at creation, spent at success, and comes back at failure', () => {
    ledger.grantInAll(toCredits(10_000));
    const [good, bad] = [newTask(3_000), newTask(4_000)];
    lifecycle.create(good);
    lifecycle.create(bad);
    expect(ledger.balance()).toEqual({ balance: 3_000, frozen: 7_000 });
    lifecycle.start(good.id);
    lifecycle.succeed(good.id, RESULT);
    expect(ledger.balance()).toEqual({ balance: 3_000, frozen: 4_000 });
    lifecycle.fail(bad.id, FAILURE);
    expect(ledger.balance()).toEqual({ balance: 7_000, frozen: 0 });
  });

  test('a task that costs too much leaves no trace', () => {
    ledger.grantInAll(toCredits(100));
    const task = newTask(101);
    expect(() => lifecycle.create(task)).toThrow(/costs 1\.01 credits; the balance is 1\.00/);
    expect(tasks.find(task.id)).toBeNull();
    expect(ledger.balance()).toEqual({ balance: 100, frozen: 0 });
  });

  test('a task is closed once, whatever comes after', () => {
    ledger.grantInAll(toCredits(100));
    const task = newTask(60);
    lifecycle.create(task);
    lifecycle.start(task.id);
    lifecycle.succeed(task.id, RESULT);
    expect(() => lifecycle.fail(task.id, FAILURE)).toThrow();
    expect(() => lifecycle.succeed(task.id, RESULT)).toThrow();
    expect(() => ledger.refund(task.id)).toThrow();
    expect(tasks.find(task.id)?.status).toBe('success');
    expect(ledger.balance()).toEqual({ balance: 40, frozen: 0 });
  });

  test('rows of the ledger can be neither changed nor removed', () => {
    ledger.grantInAll(toCredits(100));
    expect(() => db.exec('UPDATE ledger SET balance_change = 1')).toThrow(/rows stay/);
    expect(() => db.exec('DELETE FROM ledger')).toThrow(/rows stay/);
  });

  test('a smaller grant takes back what is free, never what is held', () => {
    ledger.grantInAll(toCredits(100));
    lifecycle.create(newTask(60));
    ledger.grantInAll(toCredits(10));
    expect(ledger.balance()).toEqual({ balance: 0, frozen: 60 });
    ledger.grantInAll(ZERO_CREDITS);
    expect(ledger.balance()).toEqual({ balance: 0, frozen: 60 });
  });

  test('the sum of all entries is the balance after any course of events', () => {
    const events = fc.array(
      fc.record({
        event: fc.constantFrom('create', 'start', 'succeed', 'fail', 'cancel', 'retry', 'suspend', 'recover', 'grant'),
        amount: fc.nat(500),
      }),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(events, (course) => {
        const ids: string[] = [];
        for (const { event, amount } of course) {
          const id = ids[amount % Math.max(1, ids.length)] ?? randomUUID();
          const task = newTask(amount);
          const moves = {
            create: () => (lifecycle.create(task), ids.push(task.id)),
            start: () => lifecycle.start(id),
            succeed: () => lifecycle.succeed(id, RESULT),
            fail: () => lifecycle.fail(id, FAILURE),
            cancel: () => lifecycle.cancel(id),
            retry: () => lifecycle.retry(id, FAILURE),
            suspend: () => lifecycle.suspend(id),
            recover: () => lifecycle.recover(),
            grant: () => ledger.grantInAll(toCredits(amount * 10)),
          };
          try {
            moves[event]();
          } catch {
            // Refused moves are part of the course; they must change nothing.
          }
          expect(sums()).toEqual(ledger.balance());
        }
        const open = db.prepare("SELECT sum(price) AS sum FROM tasks WHERE status IN ('queued', 'running')").get();
        expect(ledger.balance().frozen).toBe(Number(open?.['sum'] ?? 0));
      }),
      { numRuns: 20 },
    );
  });
});

describe('concurrency (part 8)', () => {
  const LIMITS = { ...ROOMY, processing: 2, image: 1 };
  const refusal = (task: NewTask) => {
    try {
      lifecycle.create(task);
      return null;
    } catch (error) {
      const { code, headers } = error as { code: number; headers: Record<string, string> };
      return [code, headers['retry-after']];
    }
  };
  beforeEach(() => {
    lifecycle = createTaskLifecycle(db, tasks, ledger, Date.now, { concurrency: LIMITS });
  });

  test('counts what is queued or running of a category, and nothing else', () => {
    const [first, second] = [newTask(0), newTask(0)];
    expect([first, second].map(refusal)).toEqual([null, null]);
    lifecycle.start(first.id);
    const third = newTask(0);
    expect(refusal(third)).toEqual([2000, expect.stringMatching(/^[1-9]\d*$/)]);
    expect(tasks.find(third.id)).toBeNull();
    expect(refusal({ ...newTask(0), category: 'image' })).toBeNull();
    lifecycle.succeed(first.id, RESULT);
    expect(refusal(newTask(0))).toBeNull();
    lifecycle.cancel(second.id);
    expect(refusal(newTask(0))).toBeNull();
    expect(refusal(newTask(0))?.[0]).toBe(2000);
  });

  test('that is full is told only to who can pay, and holds nothing', () => {
    ledger.grantInAll(toCredits(100));
    for (let i = 0; i < 2; i++) lifecycle.create(newTask(10));
    expect(refusal(newTask(81))?.[0]).toBe(2010);
    expect(refusal(newTask(80))?.[0]).toBe(2000);
    expect(ledger.balance()).toEqual({ balance: 80, frozen: 20 });
  });
});

describe('a listener', () => {
  test('that fails undoes the move it was told of', () => {
    const task = newTask(0);
    lifecycle.create(task);
    lifecycle.start(task.id);
    const events = {
      ended: () => {
        throw new Error('cannot write');
      },
      balanceChanged: () => undefined,
    };
    const deaf = createTaskLifecycle(db, tasks, ledger, Date.now, { events });
    for (const move of [
      () => deaf.succeed(task.id, RESULT),
      () => deaf.fail(task.id, FAILURE),
      () => deaf.cancel(task.id),
    ]) {
      expect(move).toThrow('cannot write');
      expect(tasks.find(task.id)?.status).toBe('running');
    }
    lifecycle.succeed(task.id, RESULT);
  });
});

describe('tasks', () => {
  test('keep the request as it came, unknown fields and order included', () => {
    const input = { z: [1, { b: null }], client_ref: 'ü-1', a: 0.1, parameters: { deep: { er: true } } };
    const task = newTask(0, input);
    lifecycle.create(task);
    expect(tasks.find(task.id)?.input).toBe(JSON.stringify(input));
  });

  test('that were running are queued again after a stop, oldest first', () => {
    const [first, second, done] = [newTask(0), newTask(0), newTask(0)];
    for (const task of [first, second, done]) lifecycle.create(task);
    lifecycle.start(second.id);
    lifecycle.fail(done.id, FAILURE);
    db.close();
    open();
    expect(lifecycle.recover().map(({ id }) => id)).toEqual([first.id, second.id]);
    expect(tasks.find(second.id)?.status).toBe('queued');
  });

  test('are listed newest first, page by page', () => {
    const made = Array.from({ length: 5 }, () => newTask(0));
    for (const task of made) lifecycle.create(task);
    const ids = made.map((task) => task.id).reverse();
    expect(tasks.page(2, 0).map((task) => task.id)).toEqual(ids.slice(0, 2));
    expect(tasks.page(2, 4).map((task) => task.id)).toEqual(ids.slice(4));
  });
});

describe('the database', () => {
  test('of the first version keeps its tasks', () => {
    const file = path.join(folder, 'old.db');
    const old = new DatabaseSync(file);
    old.exec(`${MIGRATIONS[0]}; PRAGMA user_version = 1`);
    const id = randomUUID();
    old
      .prepare(
        "INSERT INTO tasks (id, type, status, input, job, price, created_at) VALUES (?, 'import_model', 'running', '{}', '{\"sources\":[],\"values\":{}}', 5, 7)",
      )
      .run(id);
    old.close();
    const opened = openDatabase(file);
    const store = createSqliteTaskTable(opened);
    expect(store.interrupt()).toEqual([{ id, interruptions: 1 }]);
    expect(store.unfinished()).toEqual([{ id, type: 'import_model' }]);
    expect(store.find(id)).toMatchObject({ id, status: 'queued', price: 5, createdAt: 7, input: '{}' });
    opened.close();
  });

  test('commits are flushed before they return', () => {
    expect(db.prepare('PRAGMA journal_mode').get()?.['journal_mode']).toBe('wal');
    expect(db.prepare('PRAGMA synchronous').get()?.['synchronous']).toBe(2);
  });

  test('what a refused creation of a group would need to be undone is no file', () => {
    expect(db.prepare('PRAGMA temp_store').get()?.['temp_store']).toBe(2);
  });

  test('a SQLite that may lose commits is refused', () => {
    for (const old of ['3.51.2', '3.50.9', '2.99.99']) expect(() => assertSqliteVersion(old)).toThrow(/SQLite/);
    for (const good of ['3.51.3', '3.52.0', '4.0.0']) assertSqliteVersion(good);
  });

  test('of a newer version is refused and left as it is', () => {
    db.exec('PRAGMA user_version = 999');
    db.close();
    expect(open).toThrow(/newer Dropforge/);
    db = new DatabaseSync(path.join(folder, 'service.db'));
    expect(db.prepare('PRAGMA user_version').get()?.['user_version']).toBe(999);
  });
});

test('a task that is interrupted too often says that its generator may charge for it, if that kept a handle', () => {
  const [own, inGenerator] = [newTask(1), newTask(1)];
  lifecycle = createTaskLifecycle(db, tasks, ledger, Date.now, {
    concurrency: ROOMY,
    hasHandle: (id) => id === inGenerator.id,
  });
  ledger.grantInAll(toCredits(2));
  lifecycle.createAll([own, inGenerator]);
  for (let life = 1; life <= MAX_INTERRUPTIONS; life++) {
    lifecycle.start(own.id);
    lifecycle.start(inGenerator.id);
    lifecycle.recover();
  }
  const words = [own, inGenerator].map(({ id }) => (tasks.find(id)?.failure?.message as Message | undefined)?.id);
  expect(words).toEqual(['task-failure.service-stopped', 'task-failure.generator-interrupted']);
});
