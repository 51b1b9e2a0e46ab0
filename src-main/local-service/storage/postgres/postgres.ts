import pg from 'pg';

/** A statement and the name under which each connection prepares it once. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** Makes a statement; its name is unique in the program. */
export const statement = (name: string, text: string): Statement => ({ name, text });

/** Rows in the order of the statement's columns, and the number of rows that were written or read. */
interface Answer<Row extends readonly unknown[]> {
  readonly rows: readonly Row[];
  readonly count: number;
}

/** Runs statements: each on its own, or as parts of a transaction. */
export interface Sql {
  query<Row extends readonly unknown[]>(statement: Statement, ...values: readonly unknown[]): Promise<Answer<Row>>;
  /** How the work queue runs its statements: the result of the driver, a list of them for several statements. */
  executeSql(text: string, values?: unknown[]): Promise<pg.QueryResult>;
}

/** A PostgreSQL database. */
export interface Postgres extends Sql {
  /** Runs `work` as one transaction: durable when this resolves, undone when it rejects. */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Where the database is, and how many connections this process may have. */
export interface PostgresOptions {
  readonly url: string;
  readonly connections: number;
  /** Statements may take any time, and nobody gives up a silent connection: to change the schema. */
  readonly isUnlimited?: boolean;
}

/** The server ends a statement after this time; the client gives up a silent connection a little later. */
const STATEMENT_MS = 8_000;
const SILENCE_MS = STATEMENT_MS + 2_000;
const CONNECT_MS = 3_000;
const KEEP_ALIVE_MS = 2_000;

/** 64-bit integers as numbers, for this pool only: the driver's own setting would change every user of the driver. */
const TYPES = new pg.TypeOverrides();
TYPES.setTypeParser(pg.types.builtins.INT8, toSafeInteger);

/** Every value has the same plan; making one costs more than running it. */
const ONE_PLAN = '-c plan_cache_mode=force_generic_plan';

/** Opens a pool of connections; the first one is made by the first statement. */
export function openPostgres({ url, connections, isUnlimited = false }: PostgresOptions): Postgres {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    types: TYPES,
    // Statements of a transaction that do not need each other's answers are sent together.
    pipeline: true,
    ...(!isUnlimited && { query_timeout: SILENCE_MS, statement_timeout: STATEMENT_MS }),
    idle_in_transaction_session_timeout: STATEMENT_MS,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    // The server or the role may have a limit of its own.
    options: isUnlimited ? `${ONE_PLAN} -c statement_timeout=0` : ONE_PLAN,
  });
  // Lost connections are replaced. Without listeners they would end the process: the pool hears of idle ones only.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const prepare = createPreparation();
  return {
    ...toSql(pool, prepare),
    async transaction(work) {
      const client = await pool.connect();
      let lost: Error | undefined;
      try {
        // Sent together with the first statements: if it fails, the connection is lost, and they fail as well.
        const begun = client.query('BEGIN');
        begun.catch(() => undefined);
        const result = await work(toSql(client, prepare));
        await begun;
        await client.query('COMMIT');
        return result;
      } catch (error) {
        await client.query('ROLLBACK').catch((broken: Error) => (lost = broken));
        throw error;
      } finally {
        client.release(lost);
      }
    },
    close: () => pool.end(),
  };
}

function toSql(client: pg.Pool | pg.PoolClient, prepare: Preparation): Sql {
  return {
    async query(statement, ...values) {
      const { rows, rowCount } = await client.query({ ...statement, values: [...values], rowMode: 'array' });
      return { rows: rows as never, count: rowCount ?? 0 };
    },
    // Several statements in one text have no values, and cannot be prepared: those that find lost jobs, for example.
    executeSql: async (text, values = []) =>
      values.length > 0 ? client.query({ ...prepare(text), values }) : client.query(text),
  };
}

/** Gives a text the name under which each connection prepares it. */
type Preparation = (text: string) => { readonly text: string; readonly name?: string };

/** The texts of the queue repeat for each queue; beyond so many they contain values. */
const MAX_PREPARED = 200;

/** The queue’s statements are long: to plan one takes longer than to run it. */
function createPreparation(): Preparation {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined) return { text, name: known };
    if (names.size >= MAX_PREPARED) return { text };
    const name = `queue-${names.size}`;
    names.set(text, name);
    return { text, name };
  };
}

function toSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a number`);
  return value;
}
