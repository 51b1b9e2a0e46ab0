import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { beforeAll, expect, test } from 'vitest';
import { LONG_RUN_TEXTS } from './long-run-texts.ts';

/** Steps for each character that a parser may take; with the square of the length they would be a hundred thousand. */
const MAX_STEPS = 100;
let steps: readonly number[] = [];

beforeAll(async () => {
  const worker = new Worker(new URL('./long-run-worker.ts', import.meta.url));
  [steps] = (await once(worker, 'message')) as [readonly number[]];
});

test.each(LONG_RUN_TEXTS.map(([format, what], index) => ({ format, what, index })))(
  '$format: many $what take linear time',
  ({ index }) => {
    expect(steps[index]).toBeGreaterThan(0.1);
    expect(steps[index]).toBeLessThan(MAX_STEPS);
  },
);
