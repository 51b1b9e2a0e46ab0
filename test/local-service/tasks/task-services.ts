import { onTestFinished } from 'vitest';
import type { Credits } from '../../../src-shared/api/pricing/credits.ts';
import { MAX_ATTEMPTS } from '../../../src-main/base/processes/enforce-limits.ts';
import type { CreditAccount } from '../../../src-main/local-service/account/credit-account.ts';
import { createFolderOutputStore } from '../../../src-main/local-service/files/folder-output-store.ts';
import type { OutputStore } from '../../../src-main/local-service/files/output-store.ts';
import { listenTo } from '../../../src-main/local-service/storage/postgres/listen.ts';
import { createLocalTaskQueue } from '../../../src-main/local-service/tasks/embedded/local-task-queue.ts';
import { createModeration } from '../../../src-main/local-service/tasks/moderation.ts';
import { CHANNELS } from '../../../src-main/local-service/tasks/studio/postgres-lifecycle.ts';
import { createStudioTaskQueue } from '../../../src-main/local-service/tasks/studio/studio-task-queue.ts';
import { MAX_CLAIMS } from '../../../src-main/local-service/tasks/studio/task-jobs.ts';
import type { TaskQueue } from '../../../src-main/local-service/tasks/task-queue.ts';
import { createTaskRunner } from '../../../src-main/local-service/tasks/embedded/task-runner.ts';
import type { TaskStore } from '../../../src-main/local-service/tasks/task-store.ts';
import { startTaskWorker } from '../../../src-main/local-service/tasks/studio/task-worker.ts';
import type { PostgresServer } from '../../helpers/service/postgres-server.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';
import { createHeldEngine, type HeldEngine } from './held-engine.ts';
import { openPostgresParts, openSqliteParts } from './service-stores.ts';

/** A service without HTTP and with a held engine, whichever work queue runs its tasks. */
export interface TaskService {
  readonly tasks: TaskStore;
  readonly account: CreditAccount;
  readonly outputs: OutputStore;
  readonly queue: TaskQueue;
  readonly engine: HeldEngine;
  /** Number of times that a task is tried whose engine is lost. */
  readonly attempts: number;
  /** Stops what runs tasks, at once, and starts it again. */
  restart(): Promise<void>;
}

/** Settings of a service. */
export interface TaskServiceOptions {
  readonly credits: Credits;
  /** Tasks that run at the same time. */
  readonly seats: number;
  readonly queueTimeoutMs: number;
}

const CONCURRENCY = { generation_h: 99, generation_p: 99, image: 99, animation: 99, processing: 99, mesh: 99 };

/** The only word that is rejected. */
export const BLOCKED = 'forbidden';

/** Interval of the search for tasks that waited too long; API processes of a studio do it every 2 s. */
const LATE_EVERY_MS = 50;

const NO_UPLOADS = { openCopy: () => Promise.resolve(null) };

/** The local service: one process runs what it creates. */
export async function openEmbeddedService(options: TaskServiceOptions): Promise<TaskService> {
  const { credits, seats, queueTimeoutMs } = options;
  const { table, lifecycle, tasks, account } = openSqliteParts({ credits, concurrency: CONCURRENCY });
  const outputs = await createFolderOutputStore(makeTempFolder());
  const engine = createHeldEngine(seats);
  const parts = { tasks: table, lifecycle, outputs, queue: engine, moderation: createModeration([BLOCKED]) };
  const start = () => createTaskRunner({ ...parts, uploads: NO_UPLOADS, queueTimeoutMs });
  let runner = start();
  onTestFinished(() => runner.close());
  const queue = createLocalTaskQueue(lifecycle, {
    enqueue: (task) => runner.enqueue(task),
    cancel: (id) => runner.cancel(id),
    progressOf: (id) => runner.progressOf(id),
    close: () => runner.close(),
  });
  return {
    ...{ tasks, account, outputs, queue, engine, attempts: MAX_ATTEMPTS },
    async restart() {
      await runner.close();
      runner = start();
      for (const task of lifecycle.recover()) runner.enqueue(task);
    },
  };
}

/** A studio: a worker runs what an API process creates. */
export async function openStudioService(server: PostgresServer, options: TaskServiceOptions): Promise<TaskService> {
  const { credits, seats, queueTimeoutMs } = options;
  const stores = await openPostgresParts(server, { credits, concurrency: CONCURRENCY });
  const { url, jobs, lifecycle, tasks, account } = stores;
  const outputs = await createFolderOutputStore(makeTempFolder());
  const engine = createHeldEngine(seats);
  const parts = { tasks, lifecycle, jobs, outputs, queue: engine, moderation: createModeration([BLOCKED]) };
  const start = () => startTaskWorker({ ...parts, uploads: NO_UPLOADS, queueTimeoutMs });
  let worker = start();
  onTestFinished(() => worker.close(true));
  const notifications = listenTo(
    url,
    { [CHANNELS.jobs]: () => worker.wake(), [CHANNELS.cancelled]: (id) => worker.stop(id) },
    () => worker.wake(),
  );
  onTestFinished(() => notifications.close());
  const endLate = () => void lifecycle.endLate(queueTimeoutMs / 1000).catch(() => undefined);
  const ending = setInterval(endLate, LATE_EVERY_MS);
  onTestFinished(() => clearInterval(ending));
  return {
    ...{ tasks, account, outputs, engine, attempts: MAX_CLAIMS },
    queue: createStudioTaskQueue(lifecycle),
    async restart() {
      await worker.close(true);
      worker = start();
    },
  };
}
