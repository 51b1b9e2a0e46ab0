import { expect, test } from 'vitest';
import { simulate } from './simulate.ts';
import { shrink, tellStory } from './story.ts';

/** Many more run by `npm run test:simulation`, a part of `npm test` of its own. */
const SEEDS = 12;

test('a seed keeps every promise, and lives the same life again', async () => {
  const hashes = new Set<string>();
  for (let seed = 5_001; seed <= 5_000 + SEEDS; seed++) {
    const first = await simulate(seed, { keepStory: true });
    if (first.violation) throw new Error(tellStory(await shrink(first)));
    expect((await simulate(seed)).hash).toBe(first.hash);
    hashes.add(first.hash);
  }
  expect(hashes.size).toBe(SEEDS);
});
