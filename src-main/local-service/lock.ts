import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartRefusal } from './start-refusal.ts';

/** A hold on a data folder. */
export interface FolderLock {
  release(): void;
}

/** Time an earlier service gets to let go, such as one that was just asked to stop. */
const PATIENCE_MS = 5_000;

const SQLITE_BUSY = 5;

/**
 * Takes a data folder for this process alone; throws a StartRefusal when another service holds it for 5 s. The lock is
 * an open exclusive transaction on an empty database: the system releases it however the process ends.
 */
export function lockFolder(dataDir: string, patienceMs = PATIENCE_MS): FolderLock {
  const db = new DatabaseSync(path.join(dataDir, 'lock.db'), { timeout: patienceMs });
  try {
    db.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    db.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
    throw new StartRefusal(`Another service already works in ${dataDir}. Stop it, or choose another dataDir.`);
  }
  return { release: () => db.close() };
}
