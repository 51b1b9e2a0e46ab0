import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Node's own flag would have to be passed on by every way to start a process.
setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc') as () => void;

/**
 * Frees what a work item left if this process holds more than `maxKeptBytes`: the memory limit applies to the next item
 * alone. Below, V8 frees it in passing, which takes much less time: after a full collection, code is compiled anew.
 */
export function collectGarbage(maxKeptBytes: number): void {
  if (process.memoryUsage.rss() > maxKeptBytes) gc();
}
