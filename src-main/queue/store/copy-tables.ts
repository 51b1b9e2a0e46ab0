import { rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { fillJobKeys } from './job-keys.ts';

/** Tables that the rows of others determine, each with the statement that fills it. */
const DERIVED: Readonly<Record<string, string | undefined>> = { job_keys: fillJobKeys('copy') };

/**
 * Writes the rows of a database to a new file, replacing it, and rebuilds the indexes and derived tables: if only these
 * are damaged, nothing is lost. Flushed when it returns. Throws if another table cannot be read.
 */
export function copyTables(database: DatabaseSync, into: string): void {
  rmSync(into, { force: true });
  const version = Number(database.prepare('pragma user_version').get()?.['user_version']);
  const list = database.prepare('select name, sql from sqlite_master where type = ? and sql is not null');
  const listSql = (type: 'table' | 'index') =>
    list.all(type).map(({ name, sql }) => ({
      name: String(name),
      sql: String(sql).replace(/^create (table|index) /i, 'create $1 copy.'),
    }));
  database.prepare('attach ? as copy').run(into);
  const tables = listSql('table');
  for (const { name, sql } of tables) {
    database.exec(sql);
    if (DERIVED[name] !== undefined) continue;
    // Without a condition SQLite copies the pages of tables and indexes unchanged.
    database.exec(`insert into copy.${name} select * from main.${name} not indexed where rowid is not null`);
  }
  for (const { name } of tables) if (DERIVED[name]) database.exec(DERIVED[name]);
  for (const { sql } of listSql('index')) database.exec(sql);
  database.exec(`pragma copy.user_version = ${version}; detach copy`);
}
