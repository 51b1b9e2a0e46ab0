import { StartupError } from '../../base/startup-error.ts';
import { createPostgresApiKeys, type NewStudioKey, type StudioKey } from '../account/postgres-api-keys.ts';
import { readUsage, type StudioUsage, type UsageQuery } from '../account/postgres-usage.ts';
import type { ServiceConfig } from '../read-config.ts';
import { describeDatabaseProblem } from '../storage/postgres/describe-database-problem.ts';
import { migratePostgres } from '../storage/postgres/migrate-postgres.ts';
import { openPostgres, type Postgres, type PostgresOptions } from '../storage/postgres/postgres.ts';
import { takePassword } from '../storage/postgres/take-password.ts';
import { buildJobIndexes, prepareTaskJobs } from '../tasks/studio/prepare-task-jobs.ts';

const CONNECTIONS = 4;

/** Prepares the database of a studio for this version; safe while processes of the version before run. */
export async function migrateStudio(config: ServiceConfig): Promise<void> {
  const address = takeAddress(config);
  await useDatabase(address, (postgres) => migratePostgres(postgres), { isUnlimited: true });
  // The tables of the queue are small, and it waits up to 30 s for them: with the usual limits that ends sooner.
  await useDatabase(address, prepareTaskJobs);
  await useDatabase(address, buildJobIndexes, { isUnlimited: true });
}

/** Creates an API key for a person or a computer; it is shown only now. */
export function addStudioKey(
  config: ServiceConfig,
  key: NewStudioKey,
): Promise<{ readonly id: string; readonly key: string }> {
  return withDatabase(config, (postgres) => createPostgresApiKeys(postgres).add(key));
}

/** The valid keys of a studio, oldest first. */
export function listStudioKeys(config: ServiceConfig): Promise<StudioKey[]> {
  return withDatabase(config, (postgres) => createPostgresApiKeys(postgres).list());
}

/** Revokes a key of a studio; all processes refuse it within 5 seconds. */
export async function revokeStudioKey(config: ServiceConfig, id: string): Promise<void> {
  const isRevoked = await withDatabase(config, (postgres) => createPostgresApiKeys(postgres).revoke(id));
  if (!isRevoked) throw new StartupError(`The key ${id} does not exist. List the keys: dropforge service keys list`);
}

/** The usage of a studio. */
export function readStudioUsage(config: ServiceConfig, query: UsageQuery): Promise<StudioUsage[]> {
  return withDatabase(config, (postgres) => readUsage(postgres, query));
}

/** The configured address of a database, and the same with the password of the environment. */
interface Address {
  readonly configured: string;
  readonly url: string;
}

/** Once for a process: the password is taken out of its environment. */
function takeAddress({ studio }: ServiceConfig): Address {
  if (!studio) throw new StartupError('The configuration has no key "studio".');
  return { configured: studio.database, url: takePassword(studio.database, process.env) };
}

function withDatabase<T>(config: ServiceConfig, work: (postgres: Postgres) => Promise<T>): Promise<T> {
  return useDatabase(takeAddress(config), work);
}

async function useDatabase<T>(
  { configured, url }: Address,
  work: (postgres: Postgres) => Promise<T>,
  limits: Pick<PostgresOptions, 'isUnlimited'> = {},
): Promise<T> {
  const postgres = openPostgres({ url, connections: CONNECTIONS, ...limits });
  try {
    return await work(postgres);
  } catch (error) {
    throw describeDatabaseProblem(error, configured) ?? error;
  } finally {
    await postgres.close();
  }
}
