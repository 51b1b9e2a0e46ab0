import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { openQueueDatabase } from '../../src-main/queue/store/queue-database.ts';
import { RunDied } from './kernel.ts';
import type { Machine, Run } from './machine.ts';

/** What makes the tables of the real queue. */
let schema: readonly string[] | null = null;
/** Databases that worlds before have left, empty: making one, and its statements, takes longer than what a short life asks of it. */
const left: DatabaseSync[] = [];
const statements = new WeakMap<DatabaseSync, Map<string, StatementSync>>();

/** An empty database in memory with the tables every migration made. */
export function createTables(): DatabaseSync {
  const empty = left.pop();
  if (empty) return empty;
  schema ??= readSchema();
  const database = new DatabaseSync(':memory:');
  for (const sql of schema) database.exec(sql);
  return database;
}

/** Empties the tables for another world. */
export function leaveTables(tables: DatabaseSync): void {
  if (tables.isTransaction) tables.exec('rollback');
  const names = prepare(tables, "select name from sqlite_master where type = 'table'").all();
  for (const { name } of names) prepare(tables, `delete from "${String(name)}"`).run();
  left.push(tables);
}

/** A statement of a database, prepared once. */
function prepare(tables: DatabaseSync, sql: string): StatementSync {
  const known = statements.get(tables) ?? new Map<string, StatementSync>();
  statements.set(tables, known);
  const statement = known.get(sql) ?? tables.prepare(sql);
  known.set(sql, statement);
  return statement;
}

/**
 * The database as one run sees it: every commit is durable when its call returns, as the real one promises; but the run
 * may die just before or just after it, and the disk may be full.
 */
export function createSimDatabase(tables: DatabaseSync, machine: Machine, run: Run, die: () => void): DatabaseSync {
  const assertAlive = (): void => {
    if (!run.alive) throw new RunDied();
  };
  const kill = (moment: string): never => {
    machine.kernel.trace(`killed ${moment} a commit`);
    if (tables.isTransaction) tables.exec('rollback');
    die();
    throw new RunDied();
  };
  const commit = <T>(write: () => T): T => {
    assertAlive();
    const trouble = machine.commitTrouble.shift();
    if (trouble === 'before') kill('before');
    if (trouble === 'full') throw fullError();
    const result = write();
    if (trouble === 'after') kill('after');
    return result;
  };
  const watch = (sql: string): unknown => {
    const statement = prepare(tables, sql);
    return {
      get: (...values: SQLInputValue[]) => (assertAlive(), statement.get(...values)),
      all: (...values: SQLInputValue[]) => (assertAlive(), statement.all(...values)),
      iterate: (...values: SQLInputValue[]) => (assertAlive(), statement.iterate(...values)),
      run: (...values: SQLInputValue[]) => {
        const write = () => statement.run(...values);
        return tables.isTransaction ? (assertAlive(), write()) : commit(write);
      },
    };
  };
  const exec = (sql: string): void => {
    assertAlive();
    if (/^\s*(begin|rollback)/i.test(sql) || (tables.isTransaction && !/^\s*commit/i.test(sql))) tables.exec(sql);
    else commit(() => tables.exec(sql));
  };
  return {
    prepare: watch,
    exec,
    isOpen: true,
    get isTransaction() {
      return tables.isTransaction;
    },
    close: () => undefined,
  } as unknown as DatabaseSync;
}

/** What `node:sqlite` throws when the disk is full (SQLITE_FULL). */
function fullError(): Error {
  return Object.assign(new Error('database or disk is full'), {
    code: 'ERR_SQLITE_ERROR',
    errcode: 13,
    errstr: 'database or disk is full',
  });
}

function readSchema(): readonly string[] {
  const home = mkdtempSync(path.join(os.tmpdir(), 'dropforge-tables-'));
  const database = openQueueDatabase(home);
  const rows = database.prepare('select sql from sqlite_master where sql is not null order by rowid').all();
  database.close();
  rmSync(home, { recursive: true, force: true });
  return rows.map((row) => row['sql'] as string).filter((sql) => !sql.includes('sqlite_sequence'));
}
