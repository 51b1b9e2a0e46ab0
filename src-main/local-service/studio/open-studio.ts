import { makePrivateFolderSync } from '../../base/files/private-files.ts';
import { lockFolder } from '../../base/sqlite/lock-folder.ts';
import { StartupError } from '../../base/startup-error.ts';
import type { FileStorage } from '../files/file-storage.ts';
import { openS3Storage } from '../files/s3/open-s3-storage.ts';
import { toConcurrency, type ServiceConfig } from '../read-config.ts';
import { describeDatabaseProblem } from '../storage/postgres/describe-database-problem.ts';
import { assertMigrated } from '../storage/postgres/migrate-postgres.ts';
import { takePassword } from '../storage/postgres/take-password.ts';
import { openPostgres, statement, type Postgres } from '../storage/postgres/postgres.ts';
import {
  openPostgresLifecycle,
  type AccountListener,
  type PostgresLifecycle,
} from '../tasks/studio/postgres-lifecycle.ts';
import { createPostgresTaskStore } from '../tasks/studio/postgres-task-store.ts';
import { openTaskJobs, type TaskJobs } from '../tasks/studio/task-jobs.ts';
import type { TaskStore } from '../tasks/task-store.ts';
import { NO_BALANCE_ALERT, openBalanceAlert } from '../webhooks/postgres-balance-alert.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { startOperationsServer, type OperationsServer } from './operations-server.ts';
import type { StudioConfig } from './studio-config.ts';
import { captureConsole, openStudioLog, type StudioLog } from './studio-log.ts';

/** What every process of a studio opens. */
export interface Studio {
  readonly config: ServiceConfig;
  readonly studio: StudioConfig;
  /** Address of the database with its password. */
  readonly databaseUrl: string;
  readonly postgres: Postgres;
  readonly jobs: TaskJobs;
  readonly tasks: TaskStore;
  readonly listener: AccountListener;
  readonly lifecycle: PostgresLifecycle;
  readonly storage: FileStorage;
  readonly metrics: Metrics;
  readonly log: StudioLog;
  /** Port of the server for operators; null: there is none. */
  readonly operationsPort: number | null;
  /** From now on /readyz says that the process is ready; to be called when it serves clients or takes tasks. */
  setReady(): void;
  /** From now on /readyz says that the process is not ready; then ends what was opened, in reverse order. */
  close(): Promise<void>;
  /** Adds to what `close` ends. */
  onClose(close: () => unknown): void;
}

/**
 * Opens the shared parts of a studio for one process. `prepare` reads what the configuration of this kind of process names:
 * after the secrets of the database and the storage were taken out of the environment, which processes that it starts
 * inherit, and before anything listens. Throws a StartupError that names the key of the configuration that cannot be used.
 */
export async function openStudio<T>(
  config: ServiceConfig,
  name: 'api' | 'worker',
  prepare: (studio: StudioConfig, onClose: Studio['onClose']) => Promise<T>,
): Promise<Studio & { readonly prepared: T }> {
  const { studio, storage: s3, dataDir, queueTimeoutSeconds, balanceAlert } = config;
  if (!studio) throw new StartupError('The configuration has no key "studio".');
  if (!s3) throw new StartupError('A studio needs an object storage. Set storage.');
  const log = openStudioLog(name, studio.logLevel);
  const opened: (() => unknown)[] = [captureConsole(log)];
  makePrivateFolderSync(dataDir);
  const lock = lockFolder(dataDir, () => {
    console.error(`Another process is still using ${dataDir}. Waiting for it to stop…`);
  });
  opened.push(() => lock.release());
  let state: 'starting' | 'ready' | 'stopping' = 'starting';
  const close = async (): Promise<void> => {
    if (state !== 'stopping') log.info({}, 'Stopping.');
    state = 'stopping';
    for (const end of opened.splice(0).reverse()) await end();
  };
  try {
    const databaseUrl = takePassword(studio.database, process.env);
    const postgres = openPostgres({ url: databaseUrl, connections: studio.connections });
    opened.push(() => postgres.close());
    await assertMigrated(postgres);
    const jobs = await openTaskJobs(postgres, true);
    opened.push(() => jobs.close());
    const listener = balanceAlert === undefined ? NO_BALANCE_ALERT : await openBalanceAlert(postgres, balanceAlert);
    const lifecycle = await openPostgresLifecycle(postgres, jobs, listener, toConcurrency(config));
    const tasks = createPostgresTaskStore(postgres);
    const storage = await openS3Storage({ config: s3, dataDir, queueTimeoutSeconds, now: Date.now });
    opened.push(() => storage.close());
    const prepared = await prepare(studio, (end) => void opened.push(end));
    const metrics = createMetrics(postgres);
    const operations = await startOperations(studio, metrics, async () => {
      if (state !== 'ready') throw new Error(`This process is ${state}.`);
      await postgres.query(PING);
    });
    if (operations) opened.push(() => operations.close());
    return {
      ...{ config, studio, databaseUrl, postgres, jobs, tasks, listener, lifecycle, storage, metrics, log, close },
      ...{ prepared, operationsPort: operations?.port ?? null },
      setReady: () => void (state = 'ready'),
      onClose: (end) => void opened.push(end),
    };
  } catch (error) {
    await close();
    throw describeDatabaseProblem(error, studio.database) ?? error;
  }
}

const PING = statement('ping', 'SELECT 1');

async function startOperations(
  { host, operationsPort: port }: StudioConfig,
  metrics: Metrics,
  checkReady: () => Promise<void>,
): Promise<OperationsServer | null> {
  if (port === undefined) return null;
  return startOperationsServer({ host, port, metrics, checkReady });
}
