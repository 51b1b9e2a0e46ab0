import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeTempFolder } from '../../helpers/temp-folder.ts';
import { runCli } from './run-cli.ts';

test('what went wrong is in the log and in the support bundle, without the names of files', async () => {
  const folder = makeTempFolder();
  const home = ['--home', path.join(folder, 'home')];
  const picture = path.join(folder, 'grandmother.png');
  writeFileSync(picture, 'no picture');
  expect((await runCli(['make', picture, ...home])).code).toBe(1);

  const log = await runCli(['log', '--level', 'warn', ...home]);
  expect(log.stdout).toMatch(/ warn queue: job [0-9a-f-]{36}, picture by draft: failed, not_a_picture\./);
  expect(log.stdout).not.toContain('grandmother');

  const file = path.join(folder, 'bundle.txt');
  const saved = await runCli(['support', '--out', file, ...home]);
  expect(saved).toMatchObject({ code: 0, stderr: '' });
  const text = readFileSync(file, 'utf8');
  for (const words of ['## Versions', 'ok Local service', '1 failed', 'not_a_picture', 'started on']) {
    expect(text).toContain(words);
  }
  expect(text).not.toContain('grandmother');
});

test('a bundle never replaces a file', async () => {
  const folder = makeTempFolder();
  const home = ['--home', path.join(folder, 'home')];
  const file = path.join(folder, 'notes.txt');
  writeFileSync(file, 'notes');
  for (const taken of [file, folder]) {
    const refused = await runCli(['support', '--out', taken, ...home]);
    expect([refused.code, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr).toContain(`${taken} exists already. Choose another name.\n`);
  }
  expect(readFileSync(file, 'utf8')).toBe('notes');
});
