import { StartupError } from '../../base/startup-error.ts';
import { createPostgresApiKeys, type NewStudioKey } from '../account/postgres-api-keys.ts';
import type { ServiceConfig } from '../read-config.ts';
import { describeDatabaseProblem } from '../storage/postgres/describe-database-problem.ts';
import { migratePostgres } from '../storage/postgres/migrate-postgres.ts';
import { openPostgres, type Postgres } from '../storage/postgres/postgres.ts';
import { takePassword } from '../storage/postgres/take-password.ts';
import { openTaskJobs } from '../tasks/task-jobs.ts';

const CONNECTIONS = 4;

/** Prepares the database of a studio for this version; safe while processes of the version before run. */
export function migrateStudio(config: ServiceConfig): Promise<void> {
  return withDatabase(config, async (postgres) => {
    await migratePostgres(postgres);
    // The queue prepares its own tables when it is opened.
    const jobs = await openTaskJobs(postgres, false);
    await jobs.close();
  });
}

/** Creates an API key for a person or a computer; it is shown only now. */
export function addStudioKey(
  config: ServiceConfig,
  key: NewStudioKey,
): Promise<{ readonly id: string; readonly key: string }> {
  return withDatabase(config, (postgres) => createPostgresApiKeys(postgres).add(key));
}

async function withDatabase<T>({ studio }: ServiceConfig, work: (postgres: Postgres) => Promise<T>): Promise<T> {
  if (!studio) throw new StartupError('The configuration has no key "studio".');
  const url = takePassword(studio.database, process.env);
  const postgres = openPostgres({ url, connections: CONNECTIONS });
  try {
    return await work(postgres);
  } catch (error) {
    throw describeDatabaseProblem(error, studio.database) ?? error;
  } finally {
    await postgres.close();
  }
}
