import { createRequire } from 'node:module';
import { PgBoss, type ConstructorOptions } from 'pg-boss';
import { CATEGORY_NAMES } from '../../../../src-shared/api/models/categories.ts';
import { statement, type Postgres } from '../../storage/postgres/postgres.ts';

/** Jobs of this queue used up their attempts. */
export const EXHAUSTED = 'exhausted';

/** The queues of a studio: each category has one. */
export const JOB_QUEUES: readonly string[] = [EXHAUSTED, ...CATEGORY_NAMES];

/** The tables of the work queue in a database. */
export interface JobTables {
  /** Version of their schema; 0: there are none. */
  readonly version: number;
  /** Queues that exist. */
  readonly queues: readonly string[];
}

/** The version that the installed queue works with. */
const OWN_VERSION = (
  createRequire(import.meta.url)('pg-boss/package.json') as { readonly pgboss: { readonly schema: number } }
).pgboss.schema;

const EXIST = statement('job-tables-exist', `SELECT to_regclass('pgboss.version') IS NOT NULL`);
const READ = statement('job-tables', 'SELECT version, ARRAY(SELECT name FROM pgboss.queue) FROM pgboss.version');

/** Reads what `service migrate` has prepared. */
export async function readJobTables(postgres: Postgres): Promise<JobTables> {
  const { rows: found } = await postgres.query<[exist: boolean]>(EXIST);
  if (found[0]?.[0] !== true) return { version: 0, queues: [] };
  const { rows } = await postgres.query<[version: number, queues: string[]]>(READ);
  const [version = 0, queues = []] = rows[0] ?? [];
  return { version, queues };
}

/** True if this version works with the tables: they are its own, or those of a later version. */
export function arePrepared({ version, queues }: JobTables): boolean {
  return version >= OWN_VERSION && JOB_QUEUES.every((name) => queues.includes(name));
}

/** Connects to the queue; it is not started yet. */
export function connectJobs(postgres: Postgres, { version }: JobTables, options: ConstructorOptions): PgBoss {
  const boss = new PgBoss({
    // The pool of this process: the queue's own would wait for ever on a connection that fell silent.
    db: postgres,
    ...{ schedule: false, supervise: false },
    // Tables of this version are only checked. Those of a later version would be refused then; this way they are used as
    // they are.
    migrate: version !== OWN_VERSION,
    ...options,
  });
  // Without listeners an outage of the database would end the process.
  boss.on('error', (error) => console.error(`The queue: ${error.message}`));
  boss.on('warning', () => undefined);
  return boss;
}
