import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FileStorage } from '../../../src-main/local-service/files/file-storage.ts';
import { createModeration } from '../../../src-main/local-service/tasks/moderation.ts';
import { openPostgresLifecycle } from '../../../src-main/local-service/tasks/studio/postgres-lifecycle.ts';
import { createPostgresTaskStore } from '../../../src-main/local-service/tasks/studio/postgres-task-store.ts';
import { createStudioTaskQueue } from '../../../src-main/local-service/tasks/studio/studio-task-queue.ts';
import { openTaskJobs } from '../../../src-main/local-service/tasks/studio/task-jobs.ts';
import type { TaskQueue } from '../../../src-main/local-service/tasks/task-queue.ts';
import { startTaskWorker, type TaskWorker } from '../../../src-main/local-service/tasks/studio/task-worker.ts';
import { openS3Storage } from '../../../src-main/local-service/files/s3/open-s3-storage.ts';
import { s3Config } from '../../../src-main/local-service/files/s3/s3-config.ts';
import { openPostgres, type Postgres } from '../../../src-main/local-service/storage/postgres/postgres.ts';
import { writeCredentials } from '../../helpers/service/file-storages.ts';
import { openNetworkLink, type NetworkLink } from '../../helpers/service/network-link.ts';
import { STRICT_BUCKET, STRICT_KEY, type StrictS3 } from '../../helpers/service/strict-s3.ts';
import type { Prng } from '../../simulation/prng.ts';
import { createChanceWork } from './chance-work.ts';

const CONNECTIONS = 4;
const SEATS = 2;

/** A host of a studio in this process: it reaches the servers through links of its own only. */
interface Host {
  readonly links: readonly NetworkLink[];
  /** Ends it as a power failure does: nothing that it still does is heard. */
  kill(): Promise<void>;
}

/** A host that answers clients. */
export interface ApiHost extends Host {
  readonly queue: TaskQueue;
}

/** A host that runs tasks. */
export interface WorkerHost extends Host {
  readonly worker: TaskWorker;
  /** Lets it finish its tasks. */
  stop(): Promise<void>;
}

async function openDatabaseHost(database: string) {
  const link = await openNetworkLink(portOf(database));
  const postgres = openPostgres({ url: throughPort(database, link.port), connections: CONNECTIONS });
  const jobs = await openTaskJobs(postgres, false);
  const lifecycle = await openPostgresLifecycle(postgres, jobs, { balanceChanged: () => Promise.resolve() });
  return { link, postgres, jobs, lifecycle };
}

/** Starts a host that answers clients. */
export async function startApiHost(database: string): Promise<ApiHost> {
  const { link, postgres, jobs, lifecycle } = await openDatabaseHost(database);
  return {
    links: [link],
    queue: createStudioTaskQueue(lifecycle),
    kill: () => end([link], jobs, postgres),
  };
}

/** Starts a host that runs tasks. */
export async function startWorkerHost(database: string, s3: StrictS3, prng: Prng): Promise<WorkerHost> {
  const { link, postgres, jobs, lifecycle } = await openDatabaseHost(database);
  const files = await openNetworkLink(portOf(s3.endpoint));
  const storage = await openDoubleStorage(s3, files.port);
  const queue = createChanceWork(prng, SEATS);
  const worker = startTaskWorker({
    ...{ jobs, lifecycle, queue, tasks: createPostgresTaskStore(postgres) },
    ...{ uploads: storage.uploads, outputs: storage.outputs },
    ...{ moderation: createModeration([]), queueTimeoutMs: 3_600_000 },
  });
  const links = [link, files];
  const finish = async (): Promise<void> => {
    await end(links, jobs, postgres);
    await storage.close();
  };
  return {
    ...{ links, worker },
    async kill() {
      await Promise.all(links.map((each) => each.close()));
      await worker.close(true);
      await finish();
    },
    async stop() {
      await worker.close(false);
      await finish();
    },
  };
}

/** The storage of a host. */
export async function openDoubleStorage({ endpoint }: StrictS3, port = portOf(endpoint)): Promise<FileStorage> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'dropforge-host-'));
  const credentialsFile = await writeCredentials(dataDir, STRICT_KEY);
  const place = { endpoint: throughPort(endpoint, port), bucket: STRICT_BUCKET, credentialsFile };
  const storage = await openS3Storage({
    ...{ config: s3Config.parse(place), dataDir: path.join(dataDir, 'data') },
    ...{ queueTimeoutSeconds: 3600, now: Date.now, pausesMs: [1, 5, 25] },
  });
  return {
    ...storage,
    async close() {
      await storage.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function end(links: readonly NetworkLink[], jobs: { close(): Promise<void> }, postgres: Postgres): Promise<void> {
  await Promise.all(links.map((link) => link.close()));
  await jobs.close().catch(() => undefined);
  await postgres.close();
}

function portOf(address: string): number {
  return Number(new URL(address).port);
}

function throughPort(address: string, port: number): string {
  const url = new URL(address);
  url.port = String(port);
  return url.href.replace(/\/$/, '');
}
