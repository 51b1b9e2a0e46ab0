import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { toCredits } from '../../../../src-shared/api/pricing/credits.ts';
import { createSqliteLedger } from '../../../../src-main/local-service/account/sqlite-ledger.ts';
import type { Ledger } from '../../../../src-main/local-service/account/ledger.ts';
import { openDatabase } from '../../../../src-main/local-service/storage/database.ts';
import { batchCreations, type CreateTask } from '../../../../src-main/local-service/tasks/embedded/batch-creations.ts';
import {
  createTaskLifecycle,
  type TaskLifecycle,
} from '../../../../src-main/local-service/tasks/embedded/task-lifecycle.ts';
import { createSqliteTaskTable } from '../../../../src-main/local-service/tasks/embedded/sqlite-task-table.ts';
import type { NewTask } from '../../../../src-main/local-service/tasks/task-record.ts';
import type { TaskTable } from '../../../../src-main/local-service/tasks/embedded/task-table.ts';

const CONCURRENCY = { generation_h: 99, generation_p: 99, image: 2, animation: 99, processing: 99, mesh: 99 };

let folder: string;
let db: DatabaseSync;
let tasks: TaskTable;
let ledger: Ledger;
let groups: number[];
let create: CreateTask;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'dropforge-together-'));
  db = openDatabase(path.join(folder, 'service.db'));
  tasks = createSqliteTaskTable(db);
  ledger = createSqliteLedger(db, Date.now);
  ledger.grantInAll(toCredits(1000));
  groups = [];
  create = batchCreations(counted(createTaskLifecycle(db, tasks, ledger, Date.now, { concurrency: CONCURRENCY })));
});
afterEach(() => {
  if (db.isOpen) db.close();
  rmSync(folder, { recursive: true });
});

/** The moves, with the size of each group written down. */
function counted({ createAll }: TaskLifecycle): Pick<TaskLifecycle, 'createAll'> {
  return { createAll: (group) => (groups.push(group.length), createAll(group)) };
}

function newTask(price: number, changes: Partial<NewTask> = {}): NewTask {
  const job = { sources: [], values: {} };
  const task = { id: randomUUID(), type: 'import_model', input: {}, job, category: 'processing' } as const;
  return { ...task, price: toCredits(price), createdAt: 1, ...changes };
}

const codeOf = (result: PromiseSettledResult<void>) =>
  result.status === 'fulfilled' ? 0 : (result.reason as { code?: unknown }).code;

test('creations of one turn of the loop are one transaction, and answered when it is over', async () => {
  const made = Array.from({ length: 5 }, () => newTask(10));
  const answers = made.map((task) => create(task));
  expect(tasks.page(10, 0)).toEqual([]);
  await Promise.all(answers);
  expect(groups).toEqual([5]);
  expect(tasks.unfinished().map(({ id }) => id)).toEqual(made.map(({ id }) => id));
  expect(ledger.balance()).toEqual({ balance: 950, frozen: 50 });
});

test('a refused or failing one leaves the others of its group alone, and no trace', async () => {
  const first = newTask(10);
  const group = [
    first,
    newTask(5000),
    newTask(10, { id: first.id }),
    ...Array.from({ length: 3 }, () => newTask(10, { category: 'image' })),
    newTask(10),
  ];
  const results = await Promise.allSettled(group.map((task) => create(task)));
  expect(results.map(codeOf)).toEqual([0, 2010, 'ERR_SQLITE_ERROR', 0, 0, 2000, 0]);
  expect(groups).toEqual([7]);
  expect(tasks.unfinished()).toHaveLength(4);
  expect(ledger.balance()).toEqual({ balance: 960, frozen: 40 });
  const slots = db.prepare('SELECT category, taken FROM slots ORDER BY category').all();
  expect(slots.map((row) => ({ ...row }))).toEqual([
    { category: 'image', taken: 2 },
    { category: 'processing', taken: 2 },
  ]);
});

test('a large group is counted one by one: what one takes the next does not have', async () => {
  const group = Array.from({ length: 50 }, (_, i) =>
    newTask(i % 2 === 0 ? 30 : 0, i % 5 === 0 ? { category: 'image' } : {}),
  );
  const results = await Promise.allSettled(group.map((task) => create(task)));
  // Of ten images two have a slot, one of them with a price; of the other twenty with one all can be paid.
  expect(results.filter((result) => codeOf(result) === 2000)).toHaveLength(8);
  expect(tasks.unfinished()).toHaveLength(42);
  expect(ledger.balance()).toEqual({ balance: 1000 - 21 * 30, frozen: 21 * 30 });
  const more = Array.from({ length: 40 }, () => newTask(10));
  const codes = (await Promise.allSettled(more.map((task) => create(task)))).map(codeOf);
  expect(codes.map((code, i) => (code === (i < 37 ? 0 : 2010) ? '' : i)).join('')).toBe('');
  expect(ledger.balance()).toEqual({ balance: 0, frozen: 1000 });
  const sums = db.prepare('SELECT sum(balance_change) AS balance, sum(frozen_change) AS frozen FROM ledger').get();
  expect({ ...sums }).toEqual({ balance: 0, frozen: 1000 });
});

test('when the transaction itself fails, so do all of its creations', async () => {
  const answers = [create(newTask(10)), create(newTask(10))];
  db.close();
  const results = await Promise.allSettled(answers);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});

test('the next turn is the next transaction', async () => {
  await create(newTask(1));
  await create(newTask(1));
  expect(groups).toEqual([1, 1]);
});
