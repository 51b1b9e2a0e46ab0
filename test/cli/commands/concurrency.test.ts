import { expect, test } from 'vitest';
import { makeTempFolder } from '../../helpers/temp-folder.ts';
import { runCli, type Said } from './run-cli.ts';

// Each command is a process of its own, on a machine that may be busy with other things.

test('dropforge concurrency sets the size of a pool, shows all, and takes only pools and sizes there are', async () => {
  const home = makeTempFolder();
  const run = (...words: string[]): Promise<Said> => runCli(['concurrency', ...words, '--home', home]);
  expect((await run('set', 'image', '12')).stdout).toMatch(/^generation_p +5\n/m);
  expect((await run()).stdout).toMatch(/^image +12 {2}set by you\n/m);
  expect((await run('set', 'image', 'default')).stdout).toMatch(/^image +1\n/m);
  for (const [pool, size] of [
    ['image', '0'],
    ['image', '1e3'],
    ['images', '5'],
  ] as const) {
    expect((await run('set', pool, size)).code).toBe(2);
  }
});
