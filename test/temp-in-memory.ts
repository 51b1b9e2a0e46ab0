import { accessSync, constants, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import path from 'node:path';

/** Linux's file system in memory. */
const MEMORY = '/dev/shm';
/** Far more than the tests use at once; containers often have 64 MB. */
const ENOUGH_BYTES = 4 * 1024 ** 3;

const PREFIX = 'dropforge-tests-';
/** Of this test run alone. */
const FOLDER = path.join(MEMORY, `${PREFIX}${process.pid}`);

/**
 * Lets the temporary folders of this process and its children be in memory where there is enough: tests write thousands
 * of databases and models, and each waits for the disk to sync. Does nothing where `TMPDIR` is set.
 */
export function keepTempInMemory(): void {
  if (process.env['TMPDIR'] !== undefined || !hasRoom()) return;
  removeAbandoned();
  mkdirSync(FOLDER, { recursive: true });
  process.env['TMPDIR'] = FOLDER;
}

/** Removes what is left of it. */
export function removeTempInMemory(): void {
  rmSync(FOLDER, { recursive: true, force: true, maxRetries: 20 });
}

/** Removes what test runs that were killed left in memory. */
function removeAbandoned(): void {
  for (const name of readdirSync(MEMORY).filter((each) => each.startsWith(PREFIX))) {
    if (isRunning(Number(name.slice(PREFIX.length)))) continue;
    rmSync(path.join(MEMORY, name), { recursive: true, force: true, maxRetries: 20 });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
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
