import type { TestProject } from 'vitest/node';
import { migratePostgres } from '../../src-main/local-service/storage/postgres/migrate-postgres.ts';
import { openPostgres } from '../../src-main/local-service/storage/postgres/postgres.ts';
import { prepareTaskJobs } from '../../src-main/local-service/tasks/studio/prepare-task-jobs.ts';
import { findPostgres, startPostgres } from '../helpers/service/postgres-server.ts';
import { startStrictS3, STRICT_BUCKET, STRICT_KEY } from '../helpers/service/strict-s3.ts';

/** The servers of all studios of a test run. */
interface StudioServers {
  /** A prepared database to copy. */
  readonly template: string;
  readonly endpoint: string;
  readonly bucket: string;
  readonly key: typeof STRICT_KEY;
}

declare module 'vitest' {
  interface ProvidedContext {
    studioServers: StudioServers;
  }
}

const closers: (() => Promise<void>)[] = [];

/** Starts a database server and a storage for the tests of the interface that run against a studio. */
export async function setup(project: TestProject): Promise<void> {
  const server = await startPostgres(findPostgres() ?? '');
  const template = server.createDatabase('template_service');
  const postgres = openPostgres({ url: template, connections: 4 });
  await migratePostgres(postgres);
  await prepareTaskJobs(postgres);
  await postgres.close();
  const { endpoint, close } = await startStrictS3();
  project.provide('studioServers', { template, endpoint, bucket: STRICT_BUCKET, key: STRICT_KEY });
  closers.push(close, () => server.stop());
}

/** Ends them. */
export async function teardown(): Promise<void> {
  for (const close of closers) await close();
}
