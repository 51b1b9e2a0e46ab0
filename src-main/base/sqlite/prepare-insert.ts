import type { DatabaseSync, SQLInputValue } from 'node:sqlite';

/** Rows per statement: the overhead of a statement is half the cost of a row, and negligible with 16 rows. */
const ROWS = [16, 4, 1] as const;

/** Prepares inserting rows into a table, several per statement; each row has a value for each of the columns. */
export function prepareInsert(
  db: DatabaseSync,
  table: string,
  columns: readonly string[],
): (rows: readonly (readonly SQLInputValue[])[]) => void {
  const row = `(${columns.map(() => '?').join(', ')})`;
  const statements = ROWS.map((count) => {
    const all = Array<string>(count).fill(row).join(', ');
    return { count, insert: db.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES ${all}`) };
  });
  return (rows) => {
    let next = 0;
    for (const { count, insert } of statements) {
      for (; next + count <= rows.length; next += count) insert.run(...rows.slice(next, next + count).flat());
    }
  };
}
