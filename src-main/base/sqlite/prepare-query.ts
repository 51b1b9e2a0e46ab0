import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';

/** A prepared statement that returns rows as tuples, with the columns in the order of the statement. */
export interface Query<Row extends readonly SQLOutputValue[]> {
  get(...values: SQLInputValue[]): Row | undefined;
  all(...values: SQLInputValue[]): Row[];
}

/**
 * Prepares a statement for rows as tuples. Row objects would each get a hidden class, which takes 72
 * bytes that only a full collection frees: with thousands of rows a second, memory would seem to grow with the tasks.
 */
export function prepareQuery<Row extends readonly SQLOutputValue[]>(db: DatabaseSync, sql: string): Query<Row> {
  const statement = db.prepare(sql);
  statement.setReturnArrays(true);
  return statement as unknown as Query<Row>;
}
