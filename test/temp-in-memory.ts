import { accessSync, constants, mkdirSync, rmSync, statfsSync } from 'node:fs';
import path from 'node:path';

/** Linux's file system in memory. */
const MEMORY = '/dev/shm';
/** Far more than the tests use at once; containers often have 64 MB. */
const ENOUGH_BYTES = 4 * 1024 ** 3;

/** Of this test run alone. */
const FOLDER = path.join(MEMORY, `dropforge-tests-${process.pid}`);

/**
 * Lets the temporary folders of this process and its children be in memory where there is enough: tests write thousands
 * of databases and models, and each waits for the disk to sync. Does nothing where `TMPDIR` is set.
 */
export function keepTempInMemory(): void {
  if (process.env['TMPDIR'] !== undefined || !hasRoom()) return;
  mkdirSync(FOLDER, { recursive: true });
  process.env['TMPDIR'] = FOLDER;
}

/** Removes what is left of it. */
export function removeTempInMemory(): void {
  rmSync(FOLDER, { recursive: true, force: true, maxRetries: 20 });
}

function hasRoom(): boolean {
  if (process.platform !== 'linux') return false;
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ENOUGH_BYTES;
  } catch {
    return false;
  }
}
