import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { startWatchdog } from '../../../src-main/base/processes/watchdog.ts';

// Arguments: how much memory its watchdog allows above what it has at the start, how much it takes, both in MB, and the id
// of its parent. It takes the memory, says so, and then loops for ever.
const MB = 1024 ** 2;
const [allowed = 0, needed = 0, parent = 0] = process.argv.slice(2).map(Number);
if (isMainThread) {
  new Worker(new URL(import.meta.url), { argv: process.argv.slice(2), workerData: process.memoryUsage.rss() });
  const taken: Buffer[] = [];
  while (taken.length < needed) taken.push(Buffer.alloc(MB, 1));
  process.send?.('ready', () => setImmediate(() => loop(taken)));
} else {
  startWatchdog((workerData as number) + allowed * MB, parent);
}

function loop(taken: readonly Buffer[]): void {
  while (taken.length === needed);
}
