import os from 'node:os';
import { Worker } from 'node:worker_threads';
import { formatCoverage, listUnreachedStates, mergeCoverage } from './coverage.ts';
import { pairOf } from './faults.ts';
import { readArguments, readNumber } from '../run/read-arguments.ts';
import type { RangeResult, SeedRange } from './seed-worker.ts';
import { simulate } from './simulate.ts';
import { shrink, tellStory } from './story.ts';

/** Seeds a worker is given at once. */
const RANGE = 20;
/** Seeds after which a run says how far it is: one that is interrupted has still shown something. */
const PROGRESS = 10_000;
/** Broken seeds after which more of them teach nothing. */
const MAX_BROKEN = 10;
/** Tasks per seed below which a run proves nothing: an app that creates no tasks breaks no invariant. */
const MIN_TASKS = 3;
/** Seeds from which on a run must reach every state and create enough tasks. */
const MANY = 100;

const USAGE = `npm run test:simulation -- [options]

Simulates the queue in worlds with faults, one for each seed, and prints the smallest history of the first that breaks a
promise. The exit code is 1 then, and when a run of many seeds reaches too few states.
  --seeds N    number of worlds; 1000 by default
  --seed N     first seed; 1 by default
  --pairs      give each world a pair of faults, and often
  --workers N  threads; as many as processors, at most 4, by default`;

const { values } = readArguments(USAGE, {
  options: {
    seeds: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    pairs: { type: 'boolean', default: false },
    workers: { type: 'string', default: String(Math.min(4, os.availableParallelism())) },
  },
});
process.exitCode = await runSeeds(
  readNumber('--seed', values.seed, { min: 0, isInteger: true }),
  readNumber('--seeds', values.seeds, { min: 1, isInteger: true }),
  readNumber('--workers', values.workers, { min: 1, max: 256, isInteger: true }),
);

/** Simulates seeds on several threads and prints the smallest history of the first that fails; returns the exit code. */
async function runSeeds(first: number, count: number, workers: number): Promise<number> {
  const startedAt = performance.now();
  const results = await shareOut(first, count, Math.min(workers, Math.ceil(count / RANGE)), startedAt);
  const sum = (of: (result: RangeResult) => number): number => sumUp(results, of);
  const seeds = sum((result) => result.count);
  const coverage = mergeCoverage(results.map((result) => result.coverage));
  const unreached = seeds < MANY ? [] : listUnreachedStates(coverage);
  console.log(`Transitions and errors:\n${formatCoverage(coverage)}`);
  const broken = results.flatMap((result) => result.broken).sort((a, b) => a.seed - b.seed);
  if (broken[0]) {
    const { seed } = broken[0];
    const force = values.pairs ? pairOf(seed) : [];
    const worst = await simulate(seed, { force, keepStory: true });
    console.log(`\n${tellStory(await shrink(worst, { force }))}\n`);
    console.log(`Repeat it with --seeds 1 --seed ${seed}${values.pairs ? ' --pairs' : ''}`);
  }
  const isIdle = seeds >= MANY && sum(({ tasks }) => tasks) < MIN_TASKS * seeds;
  if (isIdle) console.log('Too few tasks were created.');
  if (unreached.length > 0) console.log(`Never reached: ${unreached.join(', ')}`);
  console.log(describe(results, first, startedAt));
  return broken.length > 0 || isIdle || unreached.length > 0 ? 1 : 0;
}

function sumUp(results: readonly RangeResult[], of: (result: RangeResult) => number): number {
  return results.reduce((total, each) => total + of(each), 0);
}

/** The figures of a run in one line. */
function describe(results: readonly RangeResult[], first: number, startedAt: number): string {
  const seconds = (performance.now() - startedAt) / 1000;
  const seeds = sumUp(results, ({ count }) => count);
  const kinds = mergeCoverage(results.map(({ coverage }) => coverage)).size;
  return (
    `${seeds} seeds from ${first} in ${seconds.toFixed(1)} s (${(seeds / seconds).toFixed(1)}/s): ` +
    `${sumUp(results, ({ tasks }) => tasks)} tasks, ${sumUp(results, ({ events }) => events)} events, ` +
    `${kinds} kinds of transitions and errors, ${sumUp(results, ({ broken }) => broken.length)} failed`
  );
}

/** Gives ranges to whoever is free. */
function shareOut(first: number, count: number, workers: number, startedAt: number): Promise<RangeResult[]> {
  const results: RangeResult[] = [];
  const end = first + count;
  let next = first;
  const take = (): SeedRange | null => {
    const brokenSoFar = results.reduce((total, { broken }) => total + broken.length, 0);
    if (next >= end || brokenSoFar >= MAX_BROKEN) return null;
    const range = { first: next, count: Math.min(RANGE, end - next), hasPairs: values.pairs };
    next += range.count;
    return range;
  };
  const work = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const worker = new Worker(new URL('./seed-worker.ts', import.meta.url), {
        resourceLimits: { maxYoungGenerationSizeMb: 64 },
      });
      const hand = (): void => {
        const range = take();
        if (range) worker.postMessage(range);
        else void worker.terminate().then(() => resolve());
      };
      worker.on('message', (result: RangeResult) => {
        const before = sumUp(results, (each) => each.count);
        results.push(result);
        if (Math.floor((before + result.count) / PROGRESS) > Math.floor(before / PROGRESS)) {
          console.log(`So far: ${describe(results, first, startedAt)}`);
        }
        for (const { seed, invariant, detail } of result.broken) {
          console.log(`seed ${seed}: ${invariant}: ${detail.slice(0, 300)}`);
        }
        hand();
      });
      worker.on('error', reject);
      hand();
    });
  return Promise.all(Array.from({ length: workers }, work)).then(() => results);
}
