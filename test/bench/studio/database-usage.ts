import type pg from 'pg';
import { listProcesses, selectTree, sumCpuSeconds } from '../harness/process-tree.ts';

/** What a database server has done up to now, without the questions of this file. */
export interface DatabaseUsage {
  readonly statements: number;
  /** Rows that statements returned or wrote. */
  readonly rows: number;
  readonly walBytes: number;
  readonly cpuSeconds: number;
}

/** Reads it; needs `pg_stat_statements`. */
export async function readDatabaseUsage(client: pg.Client): Promise<DatabaseUsage> {
  const { rows } = await client.query<{ statements: number; rows: number; wal: number }>(
    `SELECT sum(calls)::float8 AS statements, sum(rows)::float8 AS rows,
       pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS wal
     FROM pg_stat_statements WHERE query NOT LIKE '%pg_stat_statements%'`,
  );
  const [row] = rows;
  if (!row) throw new Error('pg_stat_statements is empty.');
  return { statements: row.statements, rows: row.rows, walBytes: row.wal, cpuSeconds: readServerSeconds() };
}

/** What was done since `before`, for each of `count` pieces of work. */
export function toUsageOfEach(before: DatabaseUsage, after: DatabaseUsage, count: number): DatabaseUsage {
  const each = (key: keyof DatabaseUsage): number => (after[key] - before[key]) / count;
  return {
    statements: each('statements'),
    rows: each('rows'),
    walBytes: each('walBytes'),
    cpuSeconds: each('cpuSeconds'),
  };
}

/** Processor time of the servers that this process started. */
function readServerSeconds(): number {
  const all = listProcesses();
  const servers = all.filter(({ name, parent }) => name === 'postgres' && parent === process.pid);
  return servers.reduce((sum, { pid }) => sum + sumCpuSeconds(selectTree(all, pid)), 0);
}
