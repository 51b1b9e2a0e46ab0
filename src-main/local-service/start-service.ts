import { availableParallelism, totalmem } from 'node:os';
import path from 'node:path';
import type { ApiKeys } from './account/api-keys.ts';
import type { CreditAccount } from './account/credit-account.ts';
import { openSqliteAccount } from './account/sqlite-account.ts';
import { createSqliteApiKeys } from './account/sqlite-api-keys.ts';
import { describeLimits } from './console/describe-limits.ts';
import { openFolderStorage } from './files/open-folder-storage.ts';
import { openS3Storage } from './files/s3/open-s3-storage.ts';
import { presentTask } from './http/routes/present-task.ts';
import { createRateLimiter } from './http/checks/rate-limiter.ts';
import { createServer } from './http/server.ts';
import { readOrCreateApiKey, readOrCreateConsoleToken } from './account/stored-secrets.ts';
import { createSqliteLedger } from './account/sqlite-ledger.ts';
import { toAsynchronous } from '../base/synchronous.ts';
import { makePrivateFolderSync } from '../base/files/private-files.ts';
import { lockFolder } from '../base/sqlite/lock-folder.ts';
import { createModeration } from './tasks/moderation.ts';
import { toConcurrency, toRateLimits, type ServiceConfig } from './read-config.ts';
import { createRetirementLog } from './tasks/retirement-log.ts';
import { createTaskRunner } from './tasks/embedded/task-runner.ts';
import { StartupError } from '../base/startup-error.ts';
import { openDatabase } from './storage/database.ts';
import { createLocalTaskQueue } from './tasks/embedded/local-task-queue.ts';
import { createTaskLifecycle } from './tasks/embedded/task-lifecycle.ts';
import { listUploads } from './tasks/find-uploads-in-use.ts';
import type { TaskStore } from './tasks/task-store.ts';
import { createSqliteTaskTable } from './tasks/embedded/sqlite-task-table.ts';
import type { DeliveryStore } from './webhooks/delivery-store.ts';
import { createEventWriter } from './webhooks/event-writer.ts';
import { createSqliteDeliveryStore } from './webhooks/sqlite-delivery-store.ts';
import { createSqliteWebhookStore } from './webhooks/sqlite-webhook-store.ts';
import type { WebhookStore } from './webhooks/webhook-store.ts';
import { createWebhooks } from './webhooks/webhooks.ts';
import { generatorFolder, openGeneratorQueue } from './generators/open-generator-queue.ts';
import { hasHandle } from './generators/task-folder.ts';
import { openMaskEstimator } from './generators/mask-estimator.ts';
import { openNetworkQueue } from './networks/open-network-queue.ts';
import { createUtilityProcessEngines } from './workers/utility-process-engine.ts';
import { findParentPort } from '../base/parent-port.ts';
import { startProcessEngine } from './workers/process-engine.ts';
import { createWorkerPool } from './workers/worker-pool.ts';
import type { StartEngine } from './workers/engine.ts';
import { ENGINE_LIMITS } from './workers/engine-limits.ts';

/** A running service. */
export interface RunningService {
  /** Base URL for clients, such as `http://127.0.0.1:49152`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Opens the console; API keys do not. */
  readonly consoleToken: string;
  /** Signing secrets of the configuration's webhooks by URL. */
  readonly webhookSecrets: Readonly<Record<string, string>>;
  /** Stops everything in order; unfinished tasks resume at the next start. */
  close(): Promise<void>;
}

const HOST = '127.0.0.1';

/** Pending responses get this much time when the service closes. */
const CLOSE_GRACE_MS = 2_000;

const SWEEP_EVERY_MS = 60 * 60 * 1000;

/** The sibling module with this file's extension, for TypeScript sources and for a build. */
const WORKER_ENTRY = new URL(
  `./workers/engine-worker${path.extname(new URL(import.meta.url).pathname)}`,
  import.meta.url,
);

/** Starts the service on a data folder; throws a StartupError if the folder or the port is in use. */
export async function startService(config: ServiceConfig): Promise<RunningService> {
  const { dataDir } = config;
  const now = Date.now;
  const inFolder = (name: string) => path.join(dataDir, name);
  makePrivateFolderSync(dataDir);

  const lock = lockFolder(dataDir, () => {
    console.error(`Another local service is still using ${dataDir}. Waiting for it to stop…`);
  });
  // Everything opened so far; closed in reverse order if a later step fails.
  const opened: (() => unknown)[] = [() => lock.release()];
  const closeAll = async () => {
    for (const close of opened.reverse()) await close();
  };
  try {
    const apiKey = await readOrCreateApiKey(dataDir);
    const consoleToken = await readOrCreateConsoleToken(dataDir);
    const db = openDatabase(inFolder('service.db'));
    opened.push(() => db.close());
    const table = createSqliteTaskTable(db);
    const tasks = toAsynchronous<TaskStore>(table);
    const ledger = createSqliteLedger(db, now);
    const deliveryRows = createSqliteDeliveryStore(db, now);
    const endpoints = createSqliteWebhookStore(db, now);
    const webhookSecrets = endpoints.configure(config.webhooks.map(({ url }) => url));
    const webhooks = createWebhooks({
      endpoints: toAsynchronous<WebhookStore>(endpoints),
      deliveries: toAsynchronous<DeliveryStore>(deliveryRows),
      tasks,
      now,
    });
    opened.push(() => webhooks.close());
    const alert = { threshold: config.balanceAlert, balance: ledger.balance().balance };
    const events = createEventWriter(db, deliveryRows, now, alert, () => webhooks.wake());
    const lifecycle = createTaskLifecycle(db, table, ledger, now, {
      concurrency: toConcurrency(config),
      events,
      hasHandle: (id) => hasHandle(generatorFolder(dataDir), id),
    });
    const account = toAsynchronous<CreditAccount>(
      openSqliteAccount({ db, ledger, events, credits: config.credits, now }),
    );
    let baseUrl = '';
    const { storage: s3, queueTimeoutSeconds } = config;
    const storage = s3
      ? await openS3Storage({ config: s3, dataDir, queueTimeoutSeconds, now })
      : await openFolderStorage({ dataDir, apiKey, baseUrl: () => baseUrl, now });
    opened.push(() => storage.close());
    const { uploads, outputs, urls, addFileRoutes } = storage;

    const openEngine = () => {
      const engine = { entry: WORKER_ENTRY, start: chooseEngine() };
      const pool = createWorkerPool({ ...engine, size: poolSize(), limits: ENGINE_LIMITS });
      return openNetworkQueue(config, pool, engine);
    };
    const unfinished = new Set(table.unfinished().map(({ id }) => id));
    const { queue: workQueue, generators } = await openGeneratorQueue(config, openEngine, unfinished);
    const runner = createTaskRunner({
      tasks: table,
      lifecycle,
      uploads,
      outputs,
      queue: workQueue,
      moderation: createModeration(config.blockedWords),
      queueTimeoutMs: queueTimeoutSeconds * 1000,
    });
    opened.push(() => runner.close());

    const queue = createLocalTaskQueue(lifecycle, runner);
    const estimateMask = await openMaskEstimator({
      ...{ generation: config.generation, queue: workQueue, uploads, folder: inFolder('masks') },
    });
    const keys = toAsynchronous<ApiKeys>(createSqliteApiKeys(db, apiKey, now));
    const rateLimits = toRateLimits(config);
    const limiter = createRateLimiter(rateLimits, now);
    const retirements = createRetirementLog(now, console.warn);
    const parts = {
      findKey: (key: string) => keys.find(key),
      rateLimits,
      countRequest: async (...request: Parameters<typeof limiter>) => limiter(...request),
      lifetimes: { presignSeconds: config.presignTtlSeconds, outputUrlSeconds: config.outputUrlTtlSeconds },
      free: account.isFree,
      rules: { deployment: config.region, entitlements: config.entitlements },
      tasks,
      queue,
      account,
      generators,
      estimateMask,
      uploads,
      outputs,
      urls,
      addFileRoutes,
      retirements,
      now,
      baseUrl: () => baseUrl,
      console: {
        token: consoleToken,
        baseUrl: () => baseUrl,
        keys,
        webhooks,
        tasks,
        queue,
        account,
        generators,
        limits: describeLimits(config),
      },
    };
    const server = createServer(parts);
    opened.push(() => {
      setTimeout(() => server.server.closeAllConnections(), CLOSE_GRACE_MS).unref();
      return server.close();
    });

    const sweep = async () => {
      await webhooks.sweep();
      await uploads.sweep(listUploads(table.unfinishedSources()));
    };
    await outputs.sweep();
    await sweep();
    const sweeper = setInterval(() => void sweep().catch(console.error), SWEEP_EVERY_MS).unref();
    opened.push(() => clearInterval(sweeper));

    const waiting = lifecycle.recover();
    await server.listen({ host: HOST, port: config.port });
    const address = server.server.address();
    baseUrl = `http://${HOST}:${typeof address === 'object' && address ? address.port : config.port}`;
    for (const task of waiting) runner.enqueue(task);
    webhooks.start((task) => presentTask(task, parts)['output'] as Record<string, unknown> | undefined);
    return { baseUrl, apiKey, consoleToken, webhookSecrets, close: closeAll };
  } catch (error) {
    await closeAll();
    throw toRefusal(error, config.port);
  }
}

/**
 * One engine per core, with one core kept free for responses and the user, but at least two engines: while one waits for
 * the disk the other works. More than two of them stay within half of the memory even if each needs all it may.
 */
function poolSize(): number {
  const fitting = Math.floor(totalmem() / 2 / ENGINE_LIMITS.maxBytes);
  return Math.max(2, Math.min(availableParallelism() - 1, fitting));
}

function toRefusal(error: unknown, port: number): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return new StartupError(`Port ${port} is in use. Choose another, or 0 for any free one.`);
  if (code === 'EACCES') return new StartupError(`Port ${port} or the data folder may not be used by this account.`);
  return error;
}

/** Under Electron its main process starts processes; under plain Node this process does. */
function chooseEngine(): StartEngine {
  const port = findParentPort();
  return port ? createUtilityProcessEngines(port) : startProcessEngine;
}
