import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Enough for some hundred requests between two collections. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Limits the young generation of the heap to 16 MB. V8 doubles it up to 128 MB the
 * longer a process works, which looks like a memory leak and is not faster here. V8 reads
 * this flag each time it would grow. Under Electron flags may be frozen; its own limit is lower.
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
