import { StartupError } from '../../base/startup-error.ts';
import { openPostgresAccount } from '../account/postgres-account.ts';
import { createPostgresApiKeys } from '../account/postgres-api-keys.ts';
import { describeLimits } from '../console/describe-limits.ts';
import { createPostgresRateLimiter } from '../http/checks/postgres-rate-limiter.ts';
import { presentTask } from '../http/routes/present-task.ts';
import { createServer } from '../http/server.ts';
import { toRateLimits, type ServiceConfig } from '../read-config.ts';
import { listenTo } from '../storage/postgres/listen.ts';
import { CHANNELS } from '../tasks/studio/postgres-lifecycle.ts';
import { findUploadsInUse } from '../tasks/find-uploads-in-use.ts';
import { sweepLostFiles } from '../tasks/studio/remove-lost-files.ts';
import { createRetirementLog } from '../tasks/retirement-log.ts';
import { createStudioTaskQueue } from '../tasks/studio/studio-task-queue.ts';
import type { TaskQueue } from '../tasks/task-queue.ts';
import { createPostgresDeliveryStore } from '../webhooks/postgres-delivery-store.ts';
import { createPostgresWebhookStore } from '../webhooks/postgres-webhook-store.ts';
import { createWebhooks } from '../webhooks/webhooks.ts';
import { drainOnClose } from './drain-on-close.ts';
import { logRequests } from './log-requests.ts';
import { measureRequests } from './metrics.ts';
import { openStudio } from './open-studio.ts';
import { openStudioConsole, readConsoleSecrets } from './open-studio-console.ts';
import { addLogContext } from './studio-log.ts';

/** A running API process of a studio. */
export interface StudioService {
  /** Base URL for clients. */
  readonly baseUrl: string;
  /** Port of /healthz, /readyz and /metrics; null: they are not served. */
  readonly operationsPort: number | null;
  /** Secrets of the webhooks of the configuration, by their URLs. */
  readonly webhookSecrets: Readonly<Record<string, string>>;
  /** Answers what has begun, then ends. */
  close(): Promise<void>;
}

const SWEEP_EVERY_MS = 60 * 60 * 1000;

/** Interval of the search for tasks that have waited too long, which also end where no worker runs. */
const LATE_EVERY_MS = 2_000;

/** Starts an API process of a studio; any number of them answer the same clients. Throws StartupError. */
export async function startStudioService(config: ServiceConfig): Promise<StudioService> {
  const parts = await openStudio(config, 'api', readConsoleSecrets);
  const { studio, databaseUrl, postgres, tasks, lifecycle, listener, storage, log } = parts;
  try {
    const account = await openPostgresAccount(postgres, listener, config.credits);
    const endpoints = createPostgresWebhookStore(postgres);
    const webhookSecrets = await endpoints.configure(config.webhooks.map(({ url }) => url));
    const deliveries = createPostgresDeliveryStore(postgres, Date.now);
    const webhooks = createWebhooks({ endpoints, deliveries, tasks, now: Date.now });
    parts.onClose(() => webhooks.close());
    const events = listenTo(databaseUrl, { [CHANNELS.events]: () => webhooks.wake() }, () => webhooks.wake());
    parts.onClose(() => events.close());
    const keys = createPostgresApiKeys(postgres);
    const queue = nameTasksInLog(createStudioTaskQueue(lifecycle));
    const studioConsole = openStudioConsole(parts, keys, parts.prepared);
    const rateLimits = toRateLimits(config);
    let baseUrl = studio.publicUrl ?? '';
    const context = {
      findKey: (key: string) => keys.find(key),
      rateLimits,
      countRequest: createPostgresRateLimiter(postgres, rateLimits),
      lifetimes: { presignSeconds: config.presignTtlSeconds, outputUrlSeconds: config.outputUrlTtlSeconds },
      free: account.isFree,
      rules: { deployment: config.region, entitlements: config.entitlements },
      ...{ tasks, queue, account, generators: [], estimateMask: null },
      ...{ uploads: storage.uploads, outputs: storage.outputs, urls: storage.urls },
      addFileRoutes: storage.addFileRoutes,
      retirements: createRetirementLog(Date.now, console.warn),
      now: Date.now,
      baseUrl: () => baseUrl,
      console: { ...studioConsole, webhooks, queue, account, limits: describeLimits(config), baseUrl: () => baseUrl },
    };
    const server = createServer(context, (app) => {
      logRequests(app, log, postgres);
      measureRequests(app, parts.metrics);
    });
    drainOnClose(server, studio.drainSeconds);
    parts.onClose(() => server.close());
    const sweep = async (): Promise<void> => {
      await webhooks.sweep();
      await storage.uploads.sweep(await findUploadsInUse(postgres));
      await sweepLostFiles(postgres, { tasks, outputs: storage.outputs });
    };
    const sweeper = setInterval(() => void sweep().catch(console.error), SWEEP_EVERY_MS).unref();
    parts.onClose(() => clearInterval(sweeper));
    // An outage of the database passes: the next search finds them.
    const endLate = () => void lifecycle.endLate(config.queueTimeoutSeconds).catch(() => undefined);
    const ending = setInterval(endLate, LATE_EVERY_MS).unref();
    parts.onClose(() => clearInterval(ending));
    await server.listen({ host: studio.host, port: config.port });
    const address = server.server.address();
    const port = typeof address === 'object' && address ? address.port : config.port;
    if (studio.publicUrl === undefined) baseUrl = `http://${studio.host}:${port}`;
    webhooks.start((task) => presentTask(task, context)['output'] as Record<string, unknown> | undefined);
    parts.setReady();
    log.info({ baseUrl }, 'Ready.');
    return { baseUrl, operationsPort: parts.operationsPort, webhookSecrets, close: parts.close };
  } catch (error) {
    await parts.close();
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE' || code === 'EADDRNOTAVAIL' || code === 'EACCES') {
      throw new StartupError(
        `This process cannot listen on ${studio.host}:${config.port} (${code}). Correct studio.host or port.`,
      );
    }
    throw error;
  }
}

/** The lines of a request that creates a task have its id. */
function nameTasksInLog(queue: TaskQueue): TaskQueue {
  return {
    ...queue,
    async create(...task) {
      const taskId = await queue.create(...task);
      addLogContext({ taskId });
      return taskId;
    },
  };
}
