import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { writeSampleImage } from '../helpers/images/sample-images.ts';
import { electronExecutable, firstPage, launchApp } from '../helpers/page/electron.ts';

const root = path.resolve(import.meta.dirname, '../..');

let folder = '';
test.beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'open-'));
});
test.afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));

/** Starts the app a second time, as the system does for a link or a file; it tells the first one and ends. */
const startAgain = (home: string, ...words: string[]) =>
  promisify(execFile)(electronExecutable(), [root, `--user-data-dir=${home}`, ...words], { cwd: folder });

test('files, recipes and links that are opened are shown and proposed; nothing is added before the user agrees', async () => {
  const home = path.join(folder, 'home');
  const fox = await writeSampleImage(folder, 'fox.png', 256);
  const recipe = path.join(folder, 'props.dropforge-recipe');
  await writeFile(
    recipe,
    JSON.stringify({
      ...{ dropforge_recipe: 1, id: 'props', version: 1, name: 'Props', help: '', takes: 'picture' },
      steps: [{ operation: 'image_to_model', params: { model: 'P1-20260311' }, exports: 'glb' }],
    }),
  );
  const app = await launchApp({ home, args: [fox] });
  const page = await firstPage(app);
  const sheet = page.getByRole('dialog').filter({ hasText: 'fox.png' });
  await expect(sheet).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasText: 'fox.png' })).toHaveCount(0);

  await startAgain(home, 'dropforge:gallery');
  await expect(page.locator('main.gallery')).toBeVisible();
  await startAgain(home, 'dropforge:job/unknown', 'dropforge:settings/x', 'dropforge:recipe?file=/etc/passwd');

  await startAgain(home, pathToFileURL(recipe).href.replace('file://', 'dropforge:recipe?file='));
  const question = page.getByRole('dialog', { name: 'Import a recipe…' });
  await expect(question).toContainText('Props');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(existsSync(path.join(home, 'recipes'))).toBe(false);

  await startAgain(home, 'props.dropforge-recipe', 'missing.dropforge-recipe');
  await question.getByRole('button', { name: 'Import', exact: true }).click();
  await expect.poll(() => readdir(path.join(home, 'recipes')).catch(() => [])).toEqual(['props.json']);
  await expect(page.getByText('missing.dropforge-recipe')).toBeVisible();
  await app.close();
});

test('the installed app runs the command line, with its own processes', async () => {
  const fox = await writeSampleImage(folder, 'fox.png', 256);
  const out = path.join(folder, 'out');
  const run = (...args: string[]) =>
    promisify(execFile)(electronExecutable(), [root, '--command', '--', ...args], {
      cwd: folder,
      env: { ...process.env, DROPFORGE_HOME: path.join(folder, 'home') },
    });
  await run('make', fox, '--out', out);
  expect((await readdir(out, { recursive: true })).some((name) => name.endsWith('.glb'))).toBe(true);
  const unit = (await run('watch', '--print-service', 'systemd', '--folder', folder)).stdout;
  expect(unit).toContain('"--command" "--" "watch"');
  const failure: unknown = await run('service', 'run', '--config', 'x.json').catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 2, stderr: expect.stringContaining('docs/studio.md') });
});
