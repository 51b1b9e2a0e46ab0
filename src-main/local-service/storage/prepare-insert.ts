import type { DatabaseSync, SQLInputValue } from 'node:sqlite';

/** Rows of one statement: what a statement costs by itself is half of what a row costs, and with more it hardly shows. */
const ROWS = 16;

/** Prepares the insertion of rows of a table, many in one statement; each row has a value for each of the columns. */
export function prepareInsert(
  db: DatabaseSync,
  table: string,
  columns: readonly string[],
): (rows: readonly (readonly SQLInputValue[])[]) => void {
  const row = `(${columns.map(() => '?').join(', ')})`;
  const prepare = (rows: number) =>
    db.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES ${Array<string>(rows).fill(row).join(', ')}`);
  const one = prepare(1);
  const many = prepare(ROWS);
  return (rows) => {
    let next = 0;
    for (; next + ROWS <= rows.length; next += ROWS) many.run(...rows.slice(next, next + ROWS).flat());
    for (const last of rows.slice(next)) one.run(...last);
  };
}
