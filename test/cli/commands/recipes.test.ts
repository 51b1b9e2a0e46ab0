import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeTempFolder } from '../../helpers/temp-folder.ts';
import { runCli } from './run-cli.ts';

test('recipes are listed, copied, written out, brought in changed, and removed', async () => {
  const home = makeTempFolder();
  const recipes = (...args: string[]) => runCli(['recipes', ...args, '--home', home]);
  const listed = await recipes('list', '--json');
  expect(listed.last).toMatchObject({
    recipes: [{ id: 'draft', takes: ['picture', 'views', 'prompt', 'model'] }, { id: 'game' }, {}, {}, {}, {}, {}],
  });
  expect((await recipes('duplicate', 'game', 'my-game')).code).toBe(0);
  const file = path.join(home, 'mine.json');
  expect(await recipes('export', 'my-game', '--out', file)).toMatchObject({ code: 0, stdout: `${file}\n` });
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace('8000,', '5000,'));
  expect(await recipes('import', file)).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(
      /nothing was changed[^]*~ Step 1 \(Image to model\), face_limit: 8000 → 5000/,
    ) as string,
  });
  expect((await recipes('import', file, '--replace', '--json')).last).toMatchObject({
    outcome: 'replaced',
    id: 'my-game',
  });
  expect((await recipes('show', 'my-game')).stdout).toMatch(/1\. image_to_model of the image .*"face_limit":5000/);
  expect((await recipes('rename', 'my-game', 'Kiln props')).code).toBe(0);
  expect((await recipes('show', 'my-game')).stdout).toMatch(/^my-game \(Kiln props\), version 3/);
  // What the shipped one does alike for other sources, its copy does, too.
  const verdict = 'Valid for an image, a set of views, a prompt.\n';
  expect(await recipes('check', 'my-game')).toMatchObject({ code: 0, stdout: verdict });
  writeFileSync(file, text.replace('8000,', '900000,'));
  expect(await recipes('check', file)).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/face_limit must be 48 to 20,000/) as string,
  });
  writeFileSync(file, text.replace('convert_model', 'melt_model'));
  expect(await recipes('import', file, '--replace')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(
      /^mine\.json cannot be used\. step 2, operation: Unknown operation “melt_model”/,
    ) as string,
  });
  expect((await recipes('remove', 'my-game')).code).toBe(0);
  expect((await recipes('remove', 'game')).stderr).toMatch(/It is built-in and read-only/);
});

test('the words of a recipe and of a file control no terminal', async () => {
  const home = makeTempFolder();
  const recipes = (...args: string[]) => runCli(['recipes', ...args, '--home', home]);
  const file = path.join(home, 'their.json');
  const their = JSON.parse((await recipes('export', 'game')).stdout) as Record<string, unknown>;
  writeFileSync(file, JSON.stringify({ ...their, id: 'their', help: 'For \u001b[31mgames.\u009b2J\nTwo lines.' }));
  expect((await recipes('import', file)).code).toBe(0);
  const { stdout } = await recipes('show', 'their');
  expect(stdout).toContain('  For ·[31mgames.·2J\nTwo lines.\n');
  // The recipe itself stays as it is.
  expect(JSON.parse((await recipes('export', 'their')).stdout)).toMatchObject({
    help: 'For \u001b[31mgames.\u009b2J\nTwo lines.',
  });
  const gone = await recipes('import', path.join(home, 'a\u001b[31m.json'));
  expect([gone.code, gone.stderr]).toEqual([1, expect.stringContaining('a·[31m.json was not found.')]);
  const picture = path.join(home, 'a\u001b[31m\n.png');
  for (const option of [['--dry-run'], []]) {
    const { stderr } = await runCli(['make', picture, ...option, '--home', home]);
    expect(stderr).toContain('a·[31m·.png was not found.');
  }
});

test('a wrong call is told what there is', async () => {
  const home = makeTempFolder();
  expect(await runCli(['recipes', 'fry', 'x', '--home', home])).toMatchObject({ code: 2 });
  expect((await runCli(['recipes', 'show', '--home', home])).stderr).toMatch(/^The argument ID is missing\./);
});
