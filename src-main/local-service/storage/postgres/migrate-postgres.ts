import { setTimeout as sleep } from 'node:timers/promises';
import { StartupError } from '../../../base/startup-error.ts';
import { MIGRATIONS, type Migration } from './migrations.ts';
import { statement, type Postgres } from './postgres.ts';

/** Names the advisory lock of migrations: processes that start at the same time take turns. */
const LOCK = 0x64726f70;

/** A step that waits longer for a lock is given up: everybody else would wait behind it. */
const LOCK_TIMEOUT = '3s';

/** Codes of a step that gave way to running processes (deadlock, lock timeout): it is undone, and taken again. */
const BUSY: readonly string[] = ['40P01', '55P03'];

/** How often a step that gave way is taken again, and after which pause. */
interface Retries {
  readonly count: number;
  readonly pauseMs: number;
}

/** Those who waited behind the step have their turn in the pause; it is given up after a minute and more. */
const RETRIES: Retries = { count: 20, pauseMs: 1_000 };

/** Ends a change of the schema that other transactions prevent. */
export const TOO_BUSY =
  'Other transactions keep tables of the database locked, so its schema could not be changed. Wait until they end, or end them (pg_stat_activity lists them), then run: dropforge service migrate --config FILE';

/** Ends a process that needs more than `service migrate` has prepared. */
export const NOT_PREPARED = 'The database is not prepared. Run: dropforge service migrate --config FILE';

const HAS_STEPS = statement(
  'migrate-has-steps',
  `SELECT EXISTS (SELECT FROM pg_attribute WHERE attrelid = to_regclass('migrations') AND attname = 'oldest')`,
);
const NEWEST = statement(
  'migrate-newest',
  'SELECT coalesce(max(step), 0)::int, coalesce(max(oldest), 0)::int FROM migrations',
);

/**
 * Brings the schema to this version's step; each step is one transaction, and takes as long as the connection allows.
 * Does not change a newer schema. Throws a StartupError if this version does not work with it, or if a step cannot
 * have its tables.
 */
export async function migratePostgres(
  postgres: Postgres,
  migrations = MIGRATIONS,
  { count, pauseMs } = RETRIES,
): Promise<void> {
  let refusals = 0;
  for (let isDone = false; !isDone;) {
    try {
      isDone = await takeStep(postgres, migrations);
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (++refusals > count) throw new StartupError(TOO_BUSY);
      await sleep(pauseMs);
    }
  }
}

/** True if other transactions prevented a change of the schema: it is undone, and can be repeated. */
export function isBusy(error: unknown): boolean {
  return BUSY.includes((error as { readonly code?: string }).code ?? '');
}

/** Throws a StartupError unless this version works with the schema. */
export async function assertMigrated(postgres: Postgres, migrations = MIGRATIONS): Promise<void> {
  const { rows } = await postgres.query<[hasSteps: boolean]>(HAS_STEPS);
  const step = rows[0]?.[0] === true ? await readStep(postgres, migrations.length) : 0;
  if (step < migrations.length) throw new StartupError(NOT_PREPARED);
}

/** True if there was none left. */
async function takeStep(postgres: Postgres, migrations: readonly Migration[]): Promise<boolean> {
  return postgres.transaction(async (sql) => {
    await sql.executeSql('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    await sql.executeSql(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
    await sql.executeSql(
      'CREATE TABLE IF NOT EXISTS migrations (step int PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())',
    );
    await sql.executeSql('ALTER TABLE migrations ADD COLUMN IF NOT EXISTS oldest int NOT NULL DEFAULT 1');
    const step = await readStep(sql, migrations.length);
    const next = migrations[step];
    if (next === undefined) return true;
    await sql.executeSql(next.sql);
    await sql.executeSql('INSERT INTO migrations (step, oldest) VALUES ($1, $2)', [step + 1, next.oldest]);
    return false;
  });
}

/** The step of the schema. Throws a StartupError if a version with `own` steps does not work with it. */
async function readStep(sql: Pick<Postgres, 'query'>, own: number): Promise<number> {
  const { rows } = await sql.query<[step: number, oldest: number]>(NEWEST);
  const [step = 0, oldest = 0] = rows[0] ?? [];
  if (oldest <= own) return step;
  throw new StartupError(`A newer Dropforge prepared this database (schema ${step}). Update Dropforge.`);
}
