import { parentPort } from 'node:worker_threads';
import { mergeCoverage, type Coverage } from './coverage.ts';
import { pairOf } from './faults.ts';
import { simulate } from './simulate.ts';

/** Seeds to simulate, from the first on. */
export interface SeedRange {
  readonly first: number;
  readonly count: number;
  /** Each seed has the faults of `pairOf` in any case, and often. */
  readonly hasPairs: boolean;
}

/** What became of a range. */
export interface RangeResult extends SeedRange {
  readonly broken: readonly { readonly seed: number; readonly invariant: string; readonly detail: string }[];
  readonly tasks: number;
  readonly events: number;
  readonly coverage: Coverage;
}

// Most errors are part of life here, and a stack costs more than all that comes of one; who tells the story of a broken
// seed lives it again with stacks.
Error.stackTraceLimit = 0;

parentPort?.on('message', (range: SeedRange) => {
  void simulateRange(range).then((result) => parentPort?.postMessage(result));
});

async function simulateRange({ first, count, hasPairs }: SeedRange): Promise<RangeResult> {
  const broken: { seed: number; invariant: string; detail: string }[] = [];
  let tasks = 0;
  let events = 0;
  const coverages: Coverage[] = [];
  for (let seed = first; seed < first + count; seed++) {
    const outcome = await simulate(seed, { force: hasPairs ? pairOf(seed) : [] });
    tasks += outcome.tasks;
    events += outcome.events;
    coverages.push(outcome.coverage);
    if (outcome.violation) broken.push({ seed, ...outcome.violation });
  }
  return { first, count, hasPairs, broken, tasks, events, coverage: mergeCoverage(coverages) };
}
