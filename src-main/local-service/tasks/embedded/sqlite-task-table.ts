import type { DatabaseSync } from 'node:sqlite';
import type { Category } from '../../../../src-shared/api/models/categories.ts';
import { toWireText } from '../../../../src-shared/api/messages/service-message.ts';
import type { Message } from '../../../../src-shared/api/messages/message.ts';
import { toCredits } from '../../../../src-shared/api/pricing/credits.ts';
import type { OperationName } from '../../../../src-shared/api/operations.ts';
import type { TaskStatus } from '../../../../src-shared/api/protocol/task.ts';
import { prepareInsert } from '../../../base/sqlite/prepare-insert.ts';
import { prepareQuery } from '../../../base/sqlite/prepare-query.ts';
import {
  MAX_INLINE_INPUT,
  type TaskFailure,
  type TaskJob,
  type TaskRecord,
  type TaskResult,
  type TaskSummary,
} from '../task-record.ts';
import type { TaskTable } from './task-table.ts';

/** Columns of a summary, in the order of its row. */
const SUMMARY = 'id, type, status, price, created_at';

/** Columns of a record, in the order of its row. */
const RECORD = `${SUMMARY}, CASE WHEN octet_length(input) <= ${MAX_INLINE_INPUT} THEN input END, category, completed_at,
  result, error_code, error_message, error_detail`;

type SummaryRow = [id: string, type: OperationName, status: TaskStatus, price: number, createdAt: number];

type Row = [
  ...summary: SummaryRow,
  input: string | null,
  category: Category,
  completedAt: number | null,
  result: string | null,
  errorCode: number | null,
  errorMessage: string | null,
  errorDetail: string | null,
];

/** Tasks in the service's database; each call is one statement, durable on its own or with the open transaction. */
export function createSqliteTaskTable(db: DatabaseSync): TaskTable {
  const columns = ['id', 'type', 'status', 'input', 'job', 'price', 'category', 'created_at'];
  const insert = prepareInsert(db, 'tasks', columns);
  const find = prepareQuery<Row>(db, `SELECT ${RECORD} FROM tasks WHERE id = ?`);
  const findMany = prepareQuery<Row>(db, `SELECT ${RECORD} FROM tasks WHERE id IN (SELECT value FROM json_each(?))`);
  const page = prepareQuery<SummaryRow>(db, `SELECT ${SUMMARY} FROM tasks ORDER BY number DESC LIMIT ? OFFSET ?`);
  const readInput = prepareQuery<[input: string]>(db, 'SELECT input FROM tasks WHERE id = ?');
  const readJob = prepareQuery<[job: string]>(db, 'SELECT job FROM tasks WHERE id = ?');
  const unfinished = prepareQuery<[id: string, type: OperationName]>(
    db,
    "SELECT id, type FROM tasks WHERE status IN ('queued', 'running') ORDER BY number",
  );
  const unfinishedSources = prepareQuery<[sources: string]>(
    db,
    "SELECT json_extract(job, '$.sources') FROM tasks WHERE status IN ('queued', 'running')",
  );
  const countUnfinished = prepareQuery<[taken: number]>(db, 'SELECT taken FROM slots WHERE category = ?');
  const start = db.prepare(
    "UPDATE tasks SET status = 'running', attempts = attempts + 1 WHERE id = ? AND status = 'queued'",
  );
  const succeed = db.prepare(
    "UPDATE tasks SET status = 'success', result = ?, completed_at = ? WHERE id = ? AND status = 'running'",
  );
  const fail = db.prepare(`
    UPDATE tasks SET status = 'failed', error_code = ?, error_message = ?, error_detail = ?, completed_at = ?
    WHERE id = ? AND status IN ('queued', 'running')
  `);
  const cancel = db.prepare(`
    UPDATE tasks SET status = 'cancelled', completed_at = ? WHERE id = ? AND status IN ('queued', 'running')
  `);
  const retry = prepareQuery<[attempts: number]>(
    db,
    "UPDATE tasks SET status = 'queued' WHERE id = ? AND status = 'running' RETURNING attempts",
  );
  const suspend = db.prepare(
    "UPDATE tasks SET status = 'queued', attempts = attempts - 1 WHERE id = ? AND status = 'running'",
  );
  const interrupt = prepareQuery<[id: string, interruptions: number]>(
    db,
    `UPDATE tasks SET status = 'queued', attempts = attempts - 1, interruptions = interruptions + 1
     WHERE status = 'running' RETURNING id, interruptions`,
  );

  let revision = 0;

  function mustMove(changes: number | bigint, id: string): void {
    revision++;
    if (Number(changes) !== 1) throw new Error(`Task ${id} is not in the state this move starts from`);
  }

  return {
    revision: () => revision,
    insert: (created) =>
      insert(
        created.map(({ id, type, input, job, price, category, createdAt }) => {
          return [id, type, 'queued', JSON.stringify(input), JSON.stringify(job), price, category, createdAt];
        }),
      ),
    find(id) {
      const row = find.get(id.toLowerCase());
      return row ? toRecord(row) : null;
    },
    findMany: (ids) => findMany.all(JSON.stringify(ids)).map(toRecord),
    page: (limit, offset) => page.all(limit, offset).map(toSummary),
    readInput: (id) => readInput.get(id.toLowerCase())?.[0] ?? null,
    readJob(id) {
      const [job] = readJob.get(id.toLowerCase()) ?? [];
      return job === undefined ? null : (JSON.parse(job) as TaskJob);
    },
    unfinished: () => unfinished.all().map(([id, type]) => ({ id, type })),
    unfinishedSources: () => unfinishedSources.all().flatMap(([text]) => JSON.parse(text) as TaskJob['sources']),
    countUnfinished: (category) => countUnfinished.get(category)?.[0] ?? 0,
    start: (id) => mustMove(start.run(id).changes, id),
    succeed: (id, result, completedAt) => mustMove(succeed.run(JSON.stringify(result), completedAt, id).changes, id),
    fail(id, { code, message }, completedAt) {
      const detail = typeof message === 'string' ? null : JSON.stringify(message);
      mustMove(fail.run(code, toWireText(message), detail, completedAt, id).changes, id);
    },
    cancel: (id, completedAt) => mustMove(cancel.run(completedAt, id).changes, id),
    retry(id) {
      const [attempts] = retry.get(id) ?? [];
      mustMove(attempts === undefined ? 0 : 1, id);
      return attempts ?? 0;
    },
    suspend(id) {
      revision++;
      suspend.run(id);
    },
    interrupt() {
      revision++;
      return interrupt.all().map(([id, interruptions]) => ({ id, interruptions }));
    },
  };
}

function toSummary([id, type, status, price, createdAt]: SummaryRow): TaskSummary {
  return { id, type, status, createdAt, price: toCredits(price) };
}

function toRecord(row: Row): TaskRecord {
  const [id, type, status, price, createdAt, input, category, completedAt, result, ...failure] = row;
  return {
    id,
    type,
    status,
    createdAt,
    price: toCredits(price),
    input,
    category,
    completedAt,
    result: result === null ? null : (JSON.parse(result) as TaskResult),
    failure: toFailure(...failure),
  };
}

function toFailure(code: number | null, text: string | null, detail: string | null): TaskFailure | null {
  if (code === null) return null;
  return { code, message: detail === null ? (text ?? '') : (JSON.parse(detail) as Message) };
}
