import { randomUUID } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { DatabaseSync } from 'node:sqlite';
import { expect, vi } from 'vitest';
import { toCredits, type Credits } from '../../../src-shared/api/pricing/credits.ts';
import type { AnyValues } from '../../../src-shared/api/operation.ts';
import { createSqliteLedger } from '../../../src-main/local-service/account/sqlite-ledger.ts';
import type { Ledger } from '../../../src-main/local-service/account/ledger.ts';
import { createFolderUploadStore } from '../../../src-main/local-service/files/folder-upload-store.ts';
import { createFolderOutputStore } from '../../../src-main/local-service/files/folder-output-store.ts';
import type { OutputStore } from '../../../src-main/local-service/files/output-store.ts';
import { openDatabase } from '../../../src-main/local-service/storage/database.ts';
import { createModeration } from '../../../src-main/local-service/tasks/moderation.ts';
import { createSqliteTaskTable } from '../../../src-main/local-service/tasks/embedded/sqlite-task-table.ts';
import {
  createTaskLifecycle,
  type TaskLifecycle,
} from '../../../src-main/local-service/tasks/embedded/task-lifecycle.ts';
import type { TaskRecord } from '../../../src-main/local-service/tasks/task-record.ts';
import {
  createTaskRunner,
  type QueuedTask,
  type TaskRunner,
} from '../../../src-main/local-service/tasks/embedded/task-runner.ts';
import type { TaskTable } from '../../../src-main/local-service/tasks/embedded/task-table.ts';
import { startProcessEngine } from '../../../src-main/local-service/workers/process-engine.ts';
import { createWorkerPool, type PoolOptions } from '../../../src-main/local-service/workers/worker-pool.ts';

const ROOMY = { generation_h: 99, generation_p: 99, image: 99, animation: 99, processing: 99, mesh: 99 };

/** Credits of a bench, and the price of each of its tasks. */
export const GRANT = 100_000;
export const PRICE = 100;

/** The service without HTTP: its stores, and tasks that run in real engine processes. */
export interface TaskBench {
  readonly db: DatabaseSync;
  readonly tasks: TaskTable;
  readonly ledger: Ledger;
  readonly lifecycle: TaskLifecycle;
  readonly runner: TaskRunner;
  readonly outputs: OutputStore;
  /** Ends and balances that listeners heard of. */
  readonly heard: string[];
  /** Ids of the tasks whose work began, in order. */
  readonly started: string[];
  /** Stores a file, or one byte, as the upload `file_NAME`. */
  upload(name: string, file?: string): Promise<void>;
  /** Creates an import of the upload `file_NAME`. */
  create(name: string, values?: AnyValues): Required<QueuedTask>;
  /** The same, and hands it to the runner. */
  start(name: string, values?: AnyValues): string;
  statusOf(id: string): string | undefined;
  until(id: string, status: string): Promise<void>;
  attemptsOf(id: string): number;
  spent(): number;
  close(): Promise<void>;
}

/** Opens the stores of a folder, and a pool with one engine; a folder of an earlier bench is that service after a stop. */
export async function openTaskBench(
  folder: string,
  { entry, limits }: Pick<PoolOptions, 'entry' | 'limits'>,
  queueTimeoutMs = 600_000,
): Promise<TaskBench> {
  const heard: string[] = [];
  const started: string[] = [];
  const db = openDatabase(path.join(folder, 'service.db'));
  const tasks = createSqliteTaskTable(db);
  const ledger = createSqliteLedger(db, Date.now);
  ledger.grantInAll(toCredits(GRANT));
  const events = {
    ended: (task: TaskRecord) => void heard.push(`${task.status} ${task.id}`),
    balanceChanged: (balance: Credits) => void heard.push(`balance ${balance}`),
  };
  const moves = createTaskLifecycle(db, tasks, ledger, Date.now, { concurrency: ROOMY, events });
  const lifecycle = { ...moves, start: (id: string) => (started.push(id), moves.start(id)) };
  const uploads = await createFolderUploadStore(path.join(folder, 'uploads'), Date.now);
  const outputs = await createFolderOutputStore(path.join(folder, 'outputs'));
  await outputs.sweep();
  const queue = createWorkerPool({ start: startProcessEngine, entry, size: 1, limits });
  const moderation = createModeration(['forbidden']);
  const runner = createTaskRunner({ tasks, lifecycle, uploads, outputs, queue, moderation, queueTimeoutMs });
  const statusOf = (id: string) => tasks.find(id)?.status;

  function create(name: string, values: AnyValues = {}): Required<QueuedTask> {
    const id = randomUUID();
    const job = { sources: [{ kind: 'upload', token: `file_${name}` } as const], values };
    const [price, createdAt] = [toCredits(PRICE), Date.now()];
    const type = 'import_model';
    lifecycle.create({ id, type, input: {}, job, price, category: 'processing', createdAt });
    return { id, type, job };
  }

  return {
    db,
    tasks,
    ledger,
    lifecycle,
    runner,
    outputs,
    heard,
    started,
    async upload(name, file) {
      const content = file === undefined ? Readable.from([Buffer.from('x')]) : createReadStream(file);
      await uploads.receive(`file_${name}`, content, file === undefined ? 10 : statSync(file).size);
    },
    create,
    start(name, values) {
      const task = create(name, values);
      runner.enqueue(task);
      return task.id;
    },
    statusOf,
    until: (id, status) => vi.waitFor(() => expect(statusOf(id)).toBe(status), { timeout: 540_000, interval: 10 }),
    attemptsOf: (id) => Number(db.prepare('SELECT attempts FROM tasks WHERE id = ?').get(id)?.['attempts']),
    spent: () => GRANT - ledger.balance().balance,
    async close() {
      await runner.close();
      db.close();
    },
  };
}
