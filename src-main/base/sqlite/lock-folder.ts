import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartupError } from '../startup-error.ts';

/** A hold on a data folder. */
export interface FolderLock {
  release(): void;
}

/** Time an earlier service gets to let go, such as one that was just asked to stop. */
const PATIENCE_MS = 5_000;

const SQLITE_BUSY = 5;

/**
 * Takes a data folder for this process alone; throws a StartRefusal when another service holds it for 5 s, and calls
 * `onWait` before it waits for that. The lock is an open exclusive transaction on an empty database: the system releases
 * it however the process ends.
 */
export function lockFolder(dataDir: string, onWait: () => void = () => undefined): FolderLock {
  const db = new DatabaseSync(path.join(dataDir, 'lock.db'));
  try {
    if (!tryLock(db)) {
      onWait();
      db.exec(`PRAGMA busy_timeout = ${PATIENCE_MS}`);
      if (!tryLock(db))
        throw new StartupError(`Another service already works in ${dataDir}. Stop it, or choose another dataDir.`);
    }
  } catch (error) {
    db.close();
    throw error;
  }
  return { release: () => db.close() };
}

/** Whether the lock is ours; false: another has it, also after the patience of the database. */
function tryLock(db: DatabaseSync): boolean {
  try {
    db.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return false;
    throw error;
  }
}
