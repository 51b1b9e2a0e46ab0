import { writeSync } from 'node:fs';
import { setInterval } from 'node:timers';
import { workerData } from 'node:worker_threads';
import { HEAP_EXHAUSTED } from './reader-process.ts';

// A thread of a reader process. Its main thread may be busy in one loop for ever: then it neither notices that the parent
// has ended nor that its memory grows.

const { maxBytes, parent } = workerData as { readonly maxBytes: number; readonly parent: number };
const INTERVAL_MS = 250;

const die = (): boolean => process.kill(process.pid, 'SIGKILL');

function isParentAlive(): boolean {
  // Unix gives an orphan another parent; Windows keeps the number of the one that has ended.
  if (process.ppid !== parent) return false;
  try {
    return process.kill(parent, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

setInterval(() => {
  if (!isParentAlive()) die();
  if (process.memoryUsage.rss() <= maxBytes) return;
  // The parent reads the reason from standard error.
  writeSync(2, `${HEAP_EXHAUSTED}\n`);
  die();
}, INTERVAL_MS);
