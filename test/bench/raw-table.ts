import { DatabaseSync } from 'node:sqlite';

/** The least SQLite can do for a durable row: one table, `synchronous=FULL`. */
export function openRawTable(file: string) {
  const db = new DatabaseSync(file);
  db.exec('pragma journal_mode = wal; pragma synchronous = full; create table rows (id integer primary key, doc text)');
  const insert = db.prepare('insert into rows (doc) values (?)');
  return {
    /** Rows a second, each a transaction of its own. */
    measure(row: string, count: number): number {
      const start = performance.now();
      for (let i = 0; i < count; i++) insert.run(row);
      return count / ((performance.now() - start) / 1000);
    },
    /** All rows in one transaction. */
    insertTogether(rows: readonly string[]): void {
      db.exec('begin immediate');
      for (const row of rows) insert.run(row);
      db.exec('commit');
    },
    close: () => db.close(),
  };
}
