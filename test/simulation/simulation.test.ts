import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { simulate } from './simulate.ts';
import { shrink, tellStory } from './story.ts';

/** Many more run by `npm run test:simulation`, a part of `npm test` of its own. */
const SEEDS = 12;
/** Seed with unfinished exports in its history, and the process in their names. */
const UNFINISHED_EXPORT = 900_000_006;

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

test('a seed lives the same life in another process', async () => {
  const here = await simulate(UNFINISHED_EXPORT, { keepStory: true });
  expect(here.story.join('\n')).toContain('.part');
  const module = new URL('./simulate.ts', import.meta.url).href;
  const code = `const { simulate } = await import('${module}'); console.log((await simulate(${UNFINISHED_EXPORT})).hash);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code]);
  expect(stdout.trim()).toBe(here.hash);
});
