import { setTimeout as sleep } from 'node:timers/promises';
import { listenTo } from '../../../src-main/local-service/storage/postgres/listen.ts';
import type { Postgres } from '../../../src-main/local-service/storage/postgres/postgres.ts';
import {
  CHANNELS,
  openPostgresLifecycle,
  type PostgresLifecycle,
} from '../../../src-main/local-service/tasks/studio/postgres-lifecycle.ts';
import { createPostgresTaskStore } from '../../../src-main/local-service/tasks/studio/postgres-task-store.ts';
import { openTaskJobs, type TaskJobs } from '../../../src-main/local-service/tasks/studio/task-jobs.ts';
import type { TaskQueue } from '../../../src-main/local-service/tasks/task-queue.ts';
import { startTaskWorker, type TaskWorker } from '../../../src-main/local-service/tasks/studio/task-worker.ts';
import type { TaskStore } from '../../../src-main/local-service/tasks/task-store.ts';
import type { WorkQueue } from '../../../src-main/local-service/workers/work-queue.ts';

const ROOMY = 1_000_000_000;
const CONCURRENCY = {
  ...{ generation_h: ROOMY, generation_p: ROOMY, image: ROOMY },
  ...{ animation: ROOMY, processing: ROOMY, mesh: ROOMY },
};

/** The stores and the queue of a studio. */
export interface BenchStudio {
  readonly url: string;
  readonly tasks: TaskStore;
  readonly jobs: TaskJobs;
  readonly lifecycle: PostgresLifecycle;
  readonly queue: TaskQueue;
  /** Removes all waiting jobs. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the stores of a prepared database. */
export async function openBenchStudio(url: string, postgres: Postgres): Promise<Omit<BenchStudio, 'queue'>> {
  const jobs = await openTaskJobs(postgres, false);
  const listener = { balanceChanged: () => Promise.resolve() };
  const lifecycle = await openPostgresLifecycle(postgres, jobs, listener, CONCURRENCY);
  return {
    ...{ url, jobs, lifecycle, tasks: createPostgresTaskStore(postgres) },
    clear: async () => void (await postgres.executeSql('DELETE FROM pgboss.job')),
    async close() {
      await jobs.close();
      await postgres.close();
    },
  };
}

/** Workers whose engine is a timer. */
export interface Sleepers {
  /** When the work of a task began; `performance.now()`. */
  startOf(id: string): Promise<number>;
  /** Resolves when so many tasks have ended. */
  untilDone(count: number): Promise<void>;
  close(): Promise<void>;
}

/** Starts workers that sleep as long as their tasks say (`sleepMs`). */
export function startSleepers(studio: BenchStudio, workers: number, seats: number): Sleepers {
  const starts = new Map<string, PromiseWithResolvers<number>>();
  const startOf = (id: string): PromiseWithResolvers<number> => {
    const start = starts.get(id) ?? Promise.withResolvers<number>();
    starts.set(id, start);
    return start;
  };
  let done = 0;
  let wanted = Infinity;
  let finish: () => void = () => undefined;
  const queue: WorkQueue = {
    size: seats,
    async run({ taskId, values }) {
      startOf(taskId).resolve(performance.now());
      const { sleepMs } = values;
      if (typeof sleepMs === 'number' && sleepMs > 0) await sleep(sleepMs);
      return { files: {}, notes: [] };
    },
    cancel: () => undefined,
    close: () => Promise.resolve(),
  };
  const lifecycle: PostgresLifecycle = {
    ...studio.lifecycle,
    async succeed(claim, result) {
      const isDone = await studio.lifecycle.succeed(claim, result);
      if (++done >= wanted) finish();
      return isDone;
    },
  };
  const noFile = () => Promise.resolve(null);
  const nothing = () => Promise.resolve();
  const outputs = {
    ...{ draftFolder: () => '', publish: () => Promise.resolve((name: string) => name), discardDraft: nothing },
    ...{ discard: nothing, keepOnly: nothing, has: () => Promise.resolve(false), openCopy: noFile, sweep: nothing },
  };
  const uploads = { openCopy: () => Promise.resolve({ path: '', release: nothing }) };
  const started: TaskWorker[] = Array.from({ length: workers }, () =>
    startTaskWorker({
      ...{ tasks: studio.tasks, jobs: studio.jobs, lifecycle, queue, uploads, outputs },
      ...{ moderation: () => false, queueTimeoutMs: 600_000 },
    }),
  );
  const wake = (): void => started.forEach((worker) => worker.wake());
  const notifications = listenTo(studio.url, { [CHANNELS.jobs]: wake }, wake);
  return {
    startOf: (id) => startOf(id).promise,
    untilDone(count) {
      const { promise, resolve } = Promise.withResolvers<void>();
      [wanted, finish] = [count, resolve];
      if (done >= count) resolve();
      return promise;
    },
    async close() {
      await Promise.all(started.map((worker) => worker.close(false)));
      await notifications.close();
    },
  };
}
