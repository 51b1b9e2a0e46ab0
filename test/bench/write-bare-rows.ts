import { DatabaseSync } from 'node:sqlite';
import { timed } from './harness/clock.ts';

/** Milliseconds that SQLite needs for rows in one durable transaction, the database opened before. */
export async function writeBareRows(file: string, rows: readonly string[]): Promise<number> {
  const database = new DatabaseSync(file);
  database.exec('pragma journal_mode = wal; pragma synchronous = full; create table rows (doc text)');
  const insert = database.prepare('insert into rows values (?)');
  const ms = await timed(() => {
    database.exec('begin');
    for (const row of rows) insert.run(row);
    database.exec('commit');
  });
  database.close();
  return ms;
}
