import type { DatabaseSync } from 'node:sqlite';

/** Runs `work` as one transaction: all of it is durable when this returns, none of it when it throws. */
export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    // A failed COMMIT, or a full disk, may have rolled back already.
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}
