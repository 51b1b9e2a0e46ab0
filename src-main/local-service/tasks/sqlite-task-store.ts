import type { DatabaseSync } from 'node:sqlite';
import type { Category } from '../../../src-shared/api/categories.ts';
import { toCredits } from '../../../src-shared/api/credits.ts';
import type { AnyValues } from '../../../src-shared/api/operation.ts';
import type { OperationName } from '../../../src-shared/api/operations.ts';
import type { TaskStatus } from '../../../src-shared/api/task.ts';
import type { TaskJob, TaskRecord, TaskResult, TaskSummary } from './task-record.ts';
import type { TaskStore } from './task-store.ts';

interface SummaryRow {
  readonly id: string;
  readonly type: OperationName;
  readonly status: TaskStatus;
  readonly price: number;
  readonly created_at: number;
}

interface Row extends SummaryRow {
  readonly input: string;
  readonly job: string;
  readonly category: Category;
  readonly completed_at: number | null;
  readonly result: string | null;
  readonly error_code: number | null;
  readonly error_message: string | null;
}

/** Tasks in the service's database; each call is one statement, durable on its own or with the open transaction. */
export function createSqliteTaskStore(db: DatabaseSync): TaskStore {
  const insert = db.prepare(
    `INSERT INTO tasks (id, type, status, input, job, price, category, created_at)
    VALUES (?, ?, 'queued', ?, ?, ?, ?, ?)`,
  );
  const find = db.prepare('SELECT * FROM tasks WHERE id = ?');
  const findMany = db.prepare('SELECT * FROM tasks WHERE id IN (SELECT value FROM json_each(?))');
  const page = db.prepare(
    'SELECT id, type, status, price, created_at FROM tasks ORDER BY number DESC LIMIT ? OFFSET ?',
  );
  const unfinished = db.prepare("SELECT * FROM tasks WHERE status IN ('queued', 'running') ORDER BY number");
  const countUnfinished = db.prepare('SELECT taken FROM slots WHERE category = ?');
  const start = db.prepare("UPDATE tasks SET status = 'running' WHERE id = ? AND status = 'queued'");
  const succeed = db.prepare(
    "UPDATE tasks SET status = 'success', result = ?, completed_at = ? WHERE id = ? AND status = 'running'",
  );
  const fail = db.prepare(`
    UPDATE tasks SET status = 'failed', error_code = ?, error_message = ?, completed_at = ?
    WHERE id = ? AND status IN ('queued', 'running')
  `);
  const cancel = db.prepare(`
    UPDATE tasks SET status = 'cancelled', completed_at = ? WHERE id = ? AND status IN ('queued', 'running')
  `);
  const crash = db.prepare(`
    UPDATE tasks SET status = 'queued', crashes = crashes + 1 WHERE id = ? AND status = 'running' RETURNING crashes
  `);
  const requeue = db.prepare("UPDATE tasks SET status = 'queued' WHERE status = 'running'");

  let moves = 0;

  function mustMove(changes: number | bigint, id: string): void {
    moves++;
    if (Number(changes) !== 1) throw new Error(`Task ${id} is not in the state this move starts from`);
  }

  return {
    moves: () => moves,
    insert: ({ id, type, input, job, price, category, createdAt }) =>
      void insert.run(id, type, JSON.stringify(input), JSON.stringify(job), price, category, createdAt),
    find(id) {
      const row = find.get(id);
      return row ? toRecord(row as unknown as Row) : null;
    },
    findMany: (ids) => (findMany.all(JSON.stringify(ids)) as unknown as Row[]).map(toRecord),
    page: (limit, offset) => (page.all(limit, offset) as unknown as SummaryRow[]).map(toSummary),
    unfinished: () => (unfinished.all() as unknown as Row[]).map(toRecord),
    countUnfinished: (category) => Number(countUnfinished.get(category)?.['taken'] ?? 0),
    start: (id) => mustMove(start.run(id).changes, id),
    succeed: (id, result, completedAt) => mustMove(succeed.run(JSON.stringify(result), completedAt, id).changes, id),
    fail: (id, failure, completedAt) => mustMove(fail.run(failure.code, failure.message, completedAt, id).changes, id),
    cancel: (id, completedAt) => mustMove(cancel.run(completedAt, id).changes, id),
    crash(id) {
      const row = crash.get(id);
      mustMove(row ? 1 : 0, id);
      return Number(row?.['crashes']);
    },
    requeue() {
      moves++;
      requeue.run();
    },
  };
}

function toSummary(row: SummaryRow): TaskSummary {
  return { id: row.id, type: row.type, status: row.status, createdAt: row.created_at, price: toCredits(row.price) };
}

function toRecord(row: Row): TaskRecord {
  return {
    ...toSummary(row),
    input: JSON.parse(row.input) as AnyValues,
    job: JSON.parse(row.job) as TaskJob,
    category: row.category,
    completedAt: row.completed_at,
    result: row.result === null ? null : (JSON.parse(row.result) as TaskResult),
    failure: row.error_code === null ? null : { code: row.error_code, message: row.error_message ?? '' },
  };
}
