import type { DatabaseSync } from 'node:sqlite';

/**
 * Runs `work` as a part of the open transaction. Null: it was applied; an error: it was rolled back, the rest remains.
 * Throws when the whole transaction is lost, for example if the disk is full.
 */
export function inSavepoint(db: DatabaseSync, work: () => unknown): Error | null {
  db.exec('SAVEPOINT part');
  try {
    work();
    db.exec('RELEASE part');
    return null;
  } catch (error) {
    if (!db.isTransaction) throw error;
    db.exec('ROLLBACK TO part; RELEASE part');
    return error as Error;
  }
}
