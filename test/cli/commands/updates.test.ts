import { expect, test } from 'vitest';
import { makeTempFolder } from '../../helpers/temp-folder.ts';
import { runCli } from './run-cli.ts';

test('a check for updates that fails ends with 1; a changed setting is saved all the same', async () => {
  const home = ['--home', makeTempFolder()];
  expect((await runCli(['updates', ...home])).code).toBe(0);
  const set = await runCli(['updates', 'address', 'http://127.0.0.1:9/', ...home]);
  expect([set.code, set.stdout]).toEqual([0, expect.stringContaining('Could not check for updates.')]);
  const failed = await runCli(['updates', '--json', ...home]);
  expect([failed.code, failed.last]).toMatchObject([1, { status: 'failed', page: 'http://127.0.0.1:9/' }]);
  expect((await runCli(['updates', 'off', ...home])).code).toBe(0);
});
