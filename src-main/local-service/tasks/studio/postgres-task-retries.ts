import { parseBoundedJson } from '../../../../src-shared/formats/parse-bounded-json.ts';
import { serviceMessage } from '../../../../src-shared/api/messages/service-message.ts';
import { ApiError } from '../../api-error.ts';
import { statement, type Postgres } from '../../storage/postgres/postgres.ts';
import { toRetryRef } from './client-ref.ts';
import { toKeyTask } from './key-task.ts';
import { newTaskId } from '../new-task-id.ts';
import type { PostgresLifecycle } from './postgres-lifecycle.ts';
import type { NewTask, TaskRecord } from '../task-record.ts';
import type { TaskStore } from '../task-store.ts';

/** A failed task as the console shows it. */
export interface FailedTask extends Pick<
  TaskRecord,
  'id' | 'type' | 'createdAt' | 'completedAt' | 'price' | 'failure'
> {
  readonly keyName: string;
  /** Id of the task that its retry created; null: it was not retried. */
  readonly retriedAs: string | null;
}

/** Failed tasks, and their retries. */
export interface TaskRetries {
  /** Failed tasks of the last days, newest first. */
  latest(limit: number): Promise<FailedTask[]>;
  /**
   * Creates the work of a failed task again, under the same key, at the same price: the failed task was refunded, so the
   * price is held once. The rules and the budget of the key apply. A second retry resolves with the id of the first.
   */
  retry(id: string): Promise<string>;
}

/** Older inputs are gone in any case. */
const FAILED = statement(
  'failed-tasks',
  `SELECT tasks.id::text, coalesce(name, ''), task_id::text
   FROM tasks LEFT JOIN api_keys ON api_keys.id = tasks.key_id
     LEFT JOIN client_refs ON client_refs.key_id = tasks.key_id AND ref = '{"retryOf":"' || tasks.id || '"}'
   WHERE status = 'failed' AND tasks.created_at > now() - interval '7 days'
   ORDER BY tasks.created_at DESC, tasks.id DESC LIMIT $1`,
);
const KEY = statement(
  'key-of-task',
  `SELECT key_id, revoked_at IS NULL FROM tasks LEFT JOIN api_keys ON api_keys.id = key_id WHERE tasks.id = $1`,
);

/** Opens the failed tasks of a studio. */
export function createTaskRetries(
  postgres: Postgres,
  tasks: Pick<TaskStore, 'find' | 'findMany' | 'readInput' | 'readJob'>,
  lifecycle: Pick<PostgresLifecycle, 'createAll'>,
): TaskRetries {
  return {
    async latest(limit) {
      const { rows } = await postgres.query<[id: string, keyName: string, retriedAs: string | null]>(FAILED, limit);
      const found = await tasks.findMany(rows.map(([id]) => id));
      const taskOf = new Map(found.map((task) => [task.id, task]));
      return rows.flatMap(([id, keyName, retriedAs]) => {
        const task = taskOf.get(id);
        if (!task) return [];
        const { type, createdAt, completedAt, price, failure } = task;
        return [{ id, type, createdAt, completedAt, price, failure, keyName, retriedAs }];
      });
    },
    async retry(id) {
      const [task, input, job] = await Promise.all([tasks.find(id), tasks.readInput(id), tasks.readJob(id)]);
      if (!task || input === null || !job) throw new ApiError(2001, serviceMessage('api.no-such-task'));
      if (task.status !== 'failed')
        throw new ApiError(1004, serviceMessage('api.task-not-failed', { status: task.status }));
      const { rows } = await postgres.query<[keyId: string, isValid: boolean]>(KEY, id);
      const [keyId, isValid] = rows[0] ?? ['', false];
      if (!isValid) throw new ApiError(1004, serviceMessage('api.task-key-revoked'));
      const { type, price, category } = task;
      const request = parseBoundedJson(input) as NewTask['input'];
      const again = { id: newTaskId(), type, input: request, job, price, category, createdAt: Date.now() };
      const created = await lifecycle.createAll([toKeyTask(again, keyId, toRetryRef(id))]);
      const [creation] = created;
      if (typeof creation === 'string') return creation;
      throw creation ?? new Error('A creation has no result.');
    },
  };
}
