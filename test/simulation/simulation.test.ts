import { describe, expect, test } from 'vitest';
import { simulate } from './simulate.ts';
import { shrink, tellStory } from './story.ts';

/** Seeds of each run of the tests; many more run by `npm run test:simulation`. */
const SEEDS = 200;
const TWICE = 12;

describe('the queue in a world where everything goes wrong', () => {
  test('buys nothing twice, loses nothing, and settles', { timeout: 300_000 }, async () => {
    let tasks = 0;
    for (let seed = 1; seed <= SEEDS; seed++) {
      const outcome = await simulate(seed);
      tasks += outcome.tasks;
      if (outcome.violation) throw new Error(tellStory(await shrink(await simulate(seed, { keepStory: true }))));
    }
    // A world in which nothing is ordered would keep every promise.
    expect(tasks).toBeGreaterThan(3 * SEEDS);
  });

  test('lives the same life again from the same seed', { timeout: 120_000 }, async () => {
    const hashes = new Set<string>();
    for (let seed = 5_001; seed <= 5_000 + TWICE; seed++) {
      const first = await simulate(seed);
      const again = await simulate(seed, { keepStory: true });
      expect(again.hash).toBe(first.hash);
      hashes.add(first.hash);
    }
    expect(hashes.size).toBe(TWICE);
  });
});
