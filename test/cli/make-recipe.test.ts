import path from 'node:path';
import { expect, test } from 'vitest';
import { runJson } from '../helpers/cli.ts';
import { listExported } from '../helpers/exported-assets.ts';
import { writeSampleImage } from '../helpers/images/sample-images.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';
import { runCli } from './commands/run-cli.ts';

test('make takes a recipe by name and makes variants', async () => {
  const folder = makeTempFolder();
  const [home, out] = [path.join(folder, 'home'), path.join(folder, 'out')];
  const picture = await writeSampleImage(folder, 'shape.png', 96);
  const { code, jobs, stderr } = await runJson(
    ['make', picture, '--recipe', 'print', '--variants', '2', '--home', home, '--out', out],
    {},
  );
  expect([code, stderr.includes('rror')]).toEqual([0, false]);
  expect(jobs.map(({ status, artifacts }) => [status, artifacts.map(({ format }) => format)])).toEqual([
    ['done', ['stl', '3mf']],
    ['done', ['stl', '3mf']],
  ]);
  const names = ['1', '2'].map((n) => `shape (${n} of 2)`);
  expect(listExported(out)).toEqual(names.flatMap((name) => [`${name}/${name}.3mf`, `${name}/${name}.stl`]));
});

test('make refuses what does not go together before anything is made', async () => {
  const folder = makeTempFolder();
  const make = (...args: string[]) => runCli(['make', 'x.png', '--home', path.join(folder, 'home'), ...args]);
  expect((await make('--recipe', 'nope')).stderr).toMatch(
    /^Recipe “nope” cannot be used\. There is no recipe with this name/,
  );
  expect(await make('--recipe', 'game', '--format', 'glb')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/with the draft only/) as string,
  });
  expect((await make('--variants', '0')).stderr).toMatch(
    /^“0” is not valid for --variants\. Use a whole number from 1 to 16\./,
  );
});
