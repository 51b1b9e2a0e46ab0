import { StartupError } from '../../../base/startup-error.ts';
import { MIGRATIONS } from './migrations.ts';
import { statement, type Postgres } from './postgres.ts';

/** Names the advisory lock of migrations: processes that start at the same time take turns. */
const LOCK = 0x64726f70;

/** A step that waits longer for a lock is given up: everybody else would wait behind it. */
const LOCK_TIMEOUT = '3s';

const TABLE = statement('migrate-table', `SELECT to_regclass('migrations')::text`);
const NEWEST = statement('migrate-newest', 'SELECT coalesce(max(step), 0)::int FROM migrations');

/** Brings the schema to this version's step; each step is one transaction. Throws a StartupError if it is newer. */
export async function migratePostgres(postgres: Postgres): Promise<void> {
  while (!(await takeStep(postgres)));
}

/** Throws a StartupError unless the schema is that of this version. */
export async function assertMigrated(postgres: Postgres): Promise<void> {
  const { rows } = await postgres.query<[table: string | null]>(TABLE);
  const step = rows[0]?.[0] === null ? 0 : await readStep(postgres);
  if (step < MIGRATIONS.length) {
    throw new StartupError('The database is not prepared. Run: dropforge service migrate --config FILE');
  }
}

/** True if there was none left. */
async function takeStep(postgres: Postgres): Promise<boolean> {
  return postgres.transaction(async (sql) => {
    await sql.executeSql('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    await sql.executeSql(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
    await sql.executeSql(
      'CREATE TABLE IF NOT EXISTS migrations (step int PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())',
    );
    const step = await readStep(sql);
    const next = MIGRATIONS[step];
    if (next === undefined) return true;
    await sql.executeSql(next);
    await sql.executeSql('INSERT INTO migrations (step) VALUES ($1)', [step + 1]);
    return false;
  });
}

async function readStep(sql: Pick<Postgres, 'query'>): Promise<number> {
  const { rows } = await sql.query<[step: number]>(NEWEST);
  const step = rows[0]?.[0] ?? 0;
  if (step <= MIGRATIONS.length) return step;
  throw new StartupError(`A newer Dropforge prepared this database (schema ${step}). Update Dropforge.`);
}
