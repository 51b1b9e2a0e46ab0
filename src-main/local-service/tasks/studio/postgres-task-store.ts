import { isUuid, toTaskKey } from '../../../../src-shared/api/protocol/task.ts';
import type { Message } from '../../../../src-shared/api/messages/message.ts';
import type { Category } from '../../../../src-shared/api/models/categories.ts';
import type { OperationName } from '../../../../src-shared/api/operations.ts';
import { toCredits } from '../../../../src-shared/api/pricing/credits.ts';
import type { TaskStatus } from '../../../../src-shared/api/protocol/task.ts';
import { groupCalls } from '../../storage/postgres/group-calls.ts';
import { statement, type Postgres, type Statement } from '../../storage/postgres/postgres.ts';
import {
  MAX_INLINE_INPUT,
  type TaskFailure,
  type TaskJob,
  type TaskRecord,
  type TaskResult,
  type TaskSummary,
} from '../task-record.ts';
import type { TaskStore } from '../task-store.ts';

type SummaryRow = [id: string, type: OperationName, status: TaskStatus, price: number, createdAt: Date];

type Row = [
  ...summary: SummaryRow,
  input: string | null,
  category: Category,
  completedAt: Date | null,
  result: string | null,
  progress: number,
  errorCode: number | null,
  errorMessage: string | null,
  errorDetail: string | null,
];

/** Columns of a summary, in the order of its row. */
const SUMMARY = 'id::text, type, status, price, created_at';

/** Columns of a record, in the order of its row. */
const RECORD = `${SUMMARY}, CASE WHEN octet_length(input) <= ${MAX_INLINE_INPUT} THEN input END, category, completed_at,
  result, progress, error_code, error_message, error_detail`;

const FIND = statement('find-tasks', `SELECT ${RECORD} FROM tasks WHERE id = ANY ($1)`);
const READ_INPUT = statement('read-input', 'SELECT input FROM tasks WHERE id = ANY ($1)');
const READ_JOB = statement('read-job', 'SELECT job FROM tasks WHERE id = ANY ($1)');
/** Ids alone are ordered by the clocks of the processes that created them. */
const PAGE = statement(
  'page-tasks',
  `SELECT ${SUMMARY} FROM tasks ORDER BY created_at DESC, id DESC LIMIT $1 OFFSET $2`,
);

/** For tasks that are looked for one by one, as clients that wait for them do. */
const GROUP_LIMITS = { calls: 64, groups: 2 } as const;

/** Opens the tasks of a database. */
export function createPostgresTaskStore(postgres: Postgres): TaskStore {
  // Other processes change tasks, too.
  let revision = 0;
  const findMany = async (ids: readonly string[]): Promise<TaskRecord[]> => {
    const { rows } = await postgres.query<Row>(FIND, ids.filter(isUuid));
    return rows.map(toRecord);
  };
  const findTogether = groupCalls(async (ids: readonly string[]) => {
    const found = new Map((await findMany(ids)).map((task) => [task.id, task]));
    return ids.map((id) => found.get(toTaskKey(id)) ?? null);
  }, GROUP_LIMITS);
  const readText = async (column: Statement, id: string): Promise<string | null> => {
    const { rows } = await postgres.query<[text: string]>(column, [id].filter(isUuid));
    return rows[0]?.[0] ?? null;
  };
  return {
    find: findTogether,
    findMany,
    readInput: (id) => readText(READ_INPUT, id),
    async readJob(id) {
      const job = await readText(READ_JOB, id);
      return job === null ? null : (JSON.parse(job) as TaskJob);
    },
    page: async (limit, offset) => (await postgres.query<SummaryRow>(PAGE, limit, offset)).rows.map(toSummary),
    revision: () => Promise.resolve(revision++),
  };
}

function toSummary([id, type, status, price, createdAt]: SummaryRow): TaskSummary {
  return { id, type, status, createdAt: createdAt.getTime(), price: toCredits(price) };
}

function toRecord(row: Row): TaskRecord {
  const [id, type, status, price, createdAt, input, category, completedAt, result, progress, ...failure] = row;
  return {
    ...toSummary([id, type, status, price, createdAt]),
    ...{ input, category, progress },
    result: result === null ? null : (JSON.parse(result) as TaskResult),
    completedAt: completedAt?.getTime() ?? null,
    failure: toFailure(...failure),
  };
}

function toFailure(code: number | null, text: string | null, detail: string | null): TaskFailure | null {
  if (code === null) return null;
  return { code, message: detail === null ? (text ?? '') : (JSON.parse(detail) as Message) };
}
