import path from 'node:path';
import { expect, test } from 'vitest';
import { makeTempFolder } from '../../helpers/temp-folder.ts';
import { runCli } from './run-cli.ts';

// Each command is a process of its own, on a machine that may be busy with other things.

test('folders that a page may use are allowed, listed and disallowed', async () => {
  const root = makeTempFolder();
  const folders = (...args: string[]) => runCli(['folders', ...args, '--home', path.join(root, 'home')]);
  const renders = path.join(root, 'renders');
  expect((await folders('allow', '--json')).last).toEqual({ allowedFolders: [] });
  expect((await folders('allow', path.relative(process.cwd(), renders))).stdout).toBe(`${renders}\n`);
  expect((await folders('allow', `${renders}${path.sep}`)).stdout).toBe(`${renders}\n`);
  const refused = await folders('disallow', path.join(root, 'other'));
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('is not an allowed folder');
  expect((await folders('disallow', renders, '--json')).last).toEqual({ allowedFolders: [] });
});
