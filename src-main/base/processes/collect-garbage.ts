import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Node's own flag would have to be passed on by every way to start a process.
setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc') as () => void;

/**
 * Frees what a work item left if this process holds more than `maxKeptBytes`: the memory limit applies to the next item
 * alone. Below, it is left to V8, because a full collection takes up to a fifth of the time of a usual task.
 */
export function collectGarbage(maxKeptBytes: number): void {
  if (process.memoryUsage.rss() > maxKeptBytes) gc();
}
