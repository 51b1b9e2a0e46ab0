import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Enough for some hundred requests between two collections. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Keeps the part of the heap where objects are made from growing beyond 16 MB. The engine doubles it up to 128 MB the
 * longer a process works, which looks as if memory grew with the number of tasks and makes nothing faster here. It reads
 * this flag each time it would grow. Under Electron flags may be frozen, and the limit of its own is lower.
 */
export function limitYoungGeneration(): void {
  if (process.versions['electron'] !== undefined) return;
  let factor = 2;
  new PerformanceObserver(() => {
    const { space_size: bytes = 0 } = getHeapSpaceStatistics().find((space) => space.space_name === 'new_space') ?? {};
    // After an idle time it is small again, and may grow again.
    const allowed = bytes < MAX_BYTES ? 2 : 1;
    if (allowed !== factor) setFlagsFromString(`--semi-space-growth-factor=${allowed}`);
    factor = allowed;
  }).observe({ entryTypes: ['gc'] });
}
