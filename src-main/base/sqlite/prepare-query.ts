import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';

/** A prepared statement that answers rows, each a tuple of its columns in the order the statement names them. */
export interface Query<Row extends readonly SQLOutputValue[]> {
  get(...values: SQLInputValue[]): Row | undefined;
  all(...values: SQLInputValue[]): Row[];
}

/**
 * Prepares a statement for rows as tuples. As an object each row would bring a hidden class of its own, which takes 72
 * bytes that only a full collection gives back: with thousands of rows a second memory would seem to grow with the tasks.
 */
export function prepareQuery<Row extends readonly SQLOutputValue[]>(db: DatabaseSync, sql: string): Query<Row> {
  const statement = db.prepare(sql);
  statement.setReturnArrays(true);
  return statement as unknown as Query<Row>;
}
