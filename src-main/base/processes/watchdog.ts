import { writeSync } from 'node:fs';
import { setInterval } from 'node:timers';
import { OUT_OF_MEMORY } from './out-of-memory.ts';

const INTERVAL_MS = 250;

/**
 * Kills this process when its parent has ended or its resident memory exceeds `maxBytes`. Call it on a thread that does
 * not do the work: a busy thread notices neither. The parent polls the memory too, except on Windows.
 */
export function startWatchdog(maxBytes: number, parent: number): void {
  setInterval(() => {
    if (!isParentAlive(parent)) die();
    if (process.memoryUsage.rss() <= maxBytes) return;
    // The parent reads the reason from standard error.
    writeSync(2, `${OUT_OF_MEMORY}\n`);
    die();
  }, INTERVAL_MS);
}

/** Ends this process at once: a regular exit would wait for native code in its threads. */
export function die(): void {
  process.kill(process.pid, 'SIGKILL');
}

function isParentAlive(parent: number): boolean {
  // Unix gives an orphan another parent; Windows keeps the number of the one that has ended.
  if (process.ppid !== parent) return false;
  try {
    return process.kill(parent, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
