import { closeSync, constants, copyFileSync, fsyncSync, linkSync, openSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makePrivateFileSync } from '../../base/files/private-files.ts';
import { renamePatientlySync } from '../../base/files/rename-patiently.ts';
import { copyTables } from './copy-tables.ts';
import { isIntact, openQueueDatabase, QUEUE_FILE, toDatabaseError } from './queue-database.ts';

/** File name of the database that is built to replace a damaged one. */
const REPLACEMENT = `${QUEUE_FILE}.repaired`;
/** Locked while a database is replaced: a damaged one cannot always be locked itself, and its lock does not apply to the new one. */
const LOCK_FILE = `${QUEUE_FILE}.lock`;
const LOG = '-wal';

/** Runs a function while no other process replaces the database of a home; throws `home_locked` if one does. */
export function withReplacementLock<T>(home: string, run: () => T): T {
  let lock: DatabaseSync | null = null;
  try {
    const file = path.join(home, LOCK_FILE);
    makePrivateFileSync(file);
    lock = new DatabaseSync(file);
    lock.exec('begin exclusive');
    return run();
  } catch (error) {
    throw toDatabaseError(error, home);
  } finally {
    lock?.close();
  }
}

/**
 * Replaces the database of a home by a copy with new indexes and derived tables, if it is damaged. Throws if another table
 * cannot be read; nothing is changed then.
 */
export function repairDatabase(home: string, backup: string): void {
  const database = openQueueDatabase(home);
  try {
    // Another process may have repaired it.
    if (isIntact(database)) return;
    removeReplacement(home);
    copyTables(database, path.join(home, REPLACEMENT));
    emptyLog(database);
  } finally {
    database.close();
  }
  replaceDatabase(home, backup);
}

/** Replaces the database of a home, damaged or missing, by a new one that `fill` fills; nothing is changed if it throws. */
export function rebuildDatabase(home: string, backup: string, fill: (database: DatabaseSync) => void): void {
  removeReplacement(home);
  const database = openQueueDatabase(home, REPLACEMENT);
  try {
    // Thousands of short transactions are synced once, at the end.
    database.exec('pragma synchronous = off');
    fill(database);
    database.exec('pragma synchronous = full');
    emptyLog(database);
  } finally {
    database.close();
  }
  replaceDatabase(home, backup);
}

/** Moves all commits into the file. A database does the same when it is closed, but does not report that it failed. */
function emptyLog(database: DatabaseSync): void {
  database.exec('pragma wal_checkpoint(truncate)');
}

function removeReplacement(home: string): void {
  for (const ending of ['', LOG]) rmSync(path.join(home, REPLACEMENT + ending), { force: true });
}

/** One rename, so that the database is never missing; the damaged one keeps its content under another name. */
function replaceDatabase(home: string, backup: string): void {
  for (const ending of ['', LOG]) keepAside(path.join(home, QUEUE_FILE + ending), path.join(home, backup + ending));
  // SQLite would apply the log to the new file.
  rmSync(path.join(home, QUEUE_FILE + LOG), { force: true });
  renamePatientlySync(path.join(home, REPLACEMENT), path.join(home, QUEUE_FILE));
  syncFolder(home);
}

/** Gives a file another name, or copies it on a disk without hard links; does nothing if it is missing or empty. */
function keepAside(file: string, name: string): void {
  if (!statSync(file, { throwIfNoEntry: false })?.size) return;
  try {
    linkSync(file, name);
  } catch {
    copyFileSync(file, name, constants.COPYFILE_EXCL);
  }
}

/** Returns when the names in a folder survive a power failure; Windows does so itself. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
