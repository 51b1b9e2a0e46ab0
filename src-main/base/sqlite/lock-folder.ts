import { existsSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makePrivateFileSync } from '../files/private-files.ts';
import { StartupError } from '../startup-error.ts';
import { SQLITE, sqliteCode } from './sqlite-errors.ts';

/** An exclusive lock on a data folder. */
export interface FolderLock {
  release(): void;
}

/** Maximum wait for another process to release the folder, such as one that is shutting down. */
const LOCK_TIMEOUT_MS = 5_000;

/**
 * Locks a data folder for this process. If another process has it, calls `onWait` and waits up to 5 s, then throws a
 * StartupError. The lock is an open exclusive transaction on an empty database, so the operating system releases it
 * however the process ends.
 */
export function lockFolder(dataDir: string, onWait: () => void = () => undefined): FolderLock {
  const file = path.join(dataDir, 'lock.db');
  makePrivateFileSync(file);
  const db = new DatabaseSync(file);
  try {
    if (!tryLock(db)) {
      onWait();
      db.exec(`PRAGMA busy_timeout = ${LOCK_TIMEOUT_MS}`);
      if (!tryLock(db))
        throw new StartupError(`Another local service is using ${dataDir}. Stop it, or choose another dataDir.`);
    }
  } catch (error) {
    db.close();
    throw error;
  }
  return { release: () => db.close() };
}

/** True if a process has locked a data folder. */
export function isFolderLocked(dataDir: string): boolean {
  const file = path.join(dataDir, 'lock.db');
  if (!existsSync(file)) return false;
  const db = new DatabaseSync(file);
  try {
    return !tryLock(db);
  } finally {
    db.close();
  }
}

/** False if another process still has the lock after the database's busy timeout. */
function tryLock(db: DatabaseSync): boolean {
  try {
    db.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (sqliteCode(error) === SQLITE.BUSY) return false;
    throw error;
  }
}
