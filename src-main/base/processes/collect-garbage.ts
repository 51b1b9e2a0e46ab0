import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Node's own flag would have to be passed on by every way to start a process.
setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc') as () => void;

/** Resident memory in bytes below which nothing is collected. */
const RSS_WITHOUT_GC = 200 * 1024 ** 2;

/** Frees what a work item left: the memory limit applies to the next one alone. */
export function collectGarbage(): void {
  if (process.memoryUsage.rss() > RSS_WITHOUT_GC) gc();
}
