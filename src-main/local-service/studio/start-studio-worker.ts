import { availableParallelism, hostname, totalmem } from 'node:os';
import path from 'node:path';
import { VERSION } from '../../base/project-root.ts';
import type { ServiceConfig } from '../read-config.ts';
import { listenTo } from '../storage/postgres/listen.ts';
import { createModeration } from '../tasks/moderation.ts';
import { CHANNELS } from '../tasks/studio/postgres-lifecycle.ts';
import { createPostgresSharedWork } from '../tasks/studio/postgres-shared-work.ts';
import { startTaskWorker, type TaskWorker } from '../tasks/studio/task-worker.ts';
import { ENGINE_LIMITS } from '../workers/engine-limits.ts';
import { startProcessEngine } from '../workers/process-engine.ts';
import { createWorkerPool } from '../workers/worker-pool.ts';
import { openGeneratorQueue } from '../generators/open-generator-queue.ts';
import { openNetworkQueue } from '../networks/open-network-queue.ts';
import { createWorkerMetrics } from './metrics.ts';
import { observeTasks } from './observe-tasks.ts';
import { openStudio } from './open-studio.ts';
import { registerWorker } from './postgres-workers.ts';

/** A running worker process of a studio. */
export interface StudioWorker {
  /** Number of tasks that it runs at the same time. */
  readonly seats: number;
  /** Port of /healthz, /readyz and /metrics; null: they are not served. */
  readonly operationsPort: number | null;
  /** Takes no further tasks, waits for those that run, and ends; those that take too long are run again by others. */
  close(): Promise<void>;
}

/** Running tasks get this much time when the worker closes. */
const DRAIN_MS = 60_000;

const ENGINE_ENTRY = new URL(
  `../workers/engine-worker${path.extname(new URL(import.meta.url).pathname)}`,
  import.meta.url,
);

/** Starts a worker of a studio, on any host that reaches its database and its storage. Throws StartupError. */
export async function startStudioWorker(config: ServiceConfig): Promise<StudioWorker> {
  const parts = await openStudio(config, 'worker', async (studio, onClose) => {
    const seats = studio.seats ?? countSeats();
    const openEngine = () => {
      const pool = { entry: ENGINE_ENTRY, start: startProcessEngine };
      const engine = createWorkerPool({ ...pool, size: seats, limits: ENGINE_LIMITS });
      return openNetworkQueue(config, engine, pool);
    };
    const { queue } = await openGeneratorQueue(config, openEngine, null);
    onClose(() => queue.close());
    return { seats, queue };
  });
  const { studio, databaseUrl, tasks, lifecycle, jobs, storage, log } = parts;
  const { seats, queue } = parts.prepared;
  try {
    await storage.outputs.sweep();
    const notifications = listenTo(
      databaseUrl,
      { [CHANNELS.jobs]: () => worker.wake(), [CHANNELS.cancelled]: (taskId) => worker.stop(taskId) },
      () => worker.wake(),
    );
    parts.onClose(() => notifications.close());
    const worker = startTaskWorker({
      ...{ tasks, lifecycle, jobs, queue, uploads: storage.uploads, outputs: storage.outputs },
      moderation: createModeration(config.blockedWords),
      queueTimeoutMs: config.queueTimeoutSeconds * 1000,
      shareWork: createPostgresSharedWork(parts.postgres),
      observer: observeTasks(log, createWorkerMetrics(parts.metrics)),
    });
    const host = hostname();
    const about = { name: studio.name ?? `${host}-${process.pid}`, host, version: VERSION, seats };
    const registering = registerWorker(parts.postgres, about, worker.countRunning);
    // It stays in the console, and hears who cancels, as long as its tasks run.
    parts.onClose(async () => {
      await drain(worker);
      await (await registering).close();
    });
    await registering;
    parts.setReady();
    log.info({ seats }, 'Ready.');
    return { seats, operationsPort: parts.operationsPort, close: parts.close };
  } catch (error) {
    await parts.close();
    throw error;
  }
}

async function drain(worker: TaskWorker): Promise<void> {
  const hurry = setTimeout(() => void worker.close(true), DRAIN_MS);
  await worker.close(false);
  clearTimeout(hurry);
}

/** One task for each processor, as far as half of the memory allows. */
function countSeats(): number {
  return Math.max(1, Math.min(availableParallelism(), Math.floor(totalmem() / 2 / ENGINE_LIMITS.maxBytes)));
}
