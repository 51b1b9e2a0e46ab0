import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { writeSampleImage } from '../helpers/images/sample-images.ts';
import { openServedPage } from '../helpers/page/served-page.ts';

// `npm run screenshots`: takes the screenshots of README and docs from the running app, into assets/screenshots.
const FOLDER = path.resolve(import.meta.dirname, '../../assets/screenshots');
const SIZE = { width: 1440, height: 900 };

const folder = await mkdtemp(path.join(os.tmpdir(), 'dropforge-screenshots-'));
const home = path.join(folder, 'me');
// The screenshots name no program of this computer.
const served = await openServedPage(home, { env: { HOME: folder, PATH: folder } });
try {
  await mkdir(FOLDER, { recursive: true });
  await served.page.setViewportSize(SIZE);
  await takeAll(served.page);
} finally {
  await served.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}

async function takeAll(page: Page): Promise<void> {
  await page.getByText('Drop an image, get a model').waitFor();
  await page.getByText('Scanning for programs').waitFor({ state: 'detached' });
  await take(page, 'empty');

  for (const sample of ['sample rocket', 'sample mug', 'sample fox']) await run(page, sample);
  await page.getByText('3 done').waitFor();
  await page.locator('canvas[data-ready="true"]').waitFor();
  await take(page, 'finished');

  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await writeViews());
  await page.getByRole('dialog').waitFor();
  await take(page, 'sheet');
  await page.keyboard.press('Escape');

  await page.keyboard.press('Shift+O');
  await page
    .getByRole('region', { name: 'Operations', exact: true })
    .getByRole('button', { name: /^Decimate/ })
    .click();
  await take(page, 'operations');
  await page.keyboard.press('Escape');

  for (const [name, digit] of [
    ['gallery', 2],
    ['recipes', 3],
    ['hot-folders', 4],
    ['account', 5],
  ] as const) {
    await page.keyboard.press(`Shift+Digit${digit}`);
    await page.locator(`main.${name === 'hot-folders' ? 'folders' : name}`).waitFor();
    if (name === 'recipes') await page.getByText('Valid').waitFor();
    await take(page, name);
  }
}

/** Four views of one thing, which the sheet joins, and a single image. */
async function writeViews(): Promise<string[]> {
  const names = ['lamp_front.png', 'lamp_left.png', 'lamp_back.png', 'lamp_right.png', 'vase.png'];
  return Promise.all(names.map((name) => writeSampleImage(folder, name, 256)));
}

async function take(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
  await page.locator('canvas[data-still="false"]').waitFor({ state: 'detached' });
  await page.screenshot({ path: path.join(FOLDER, `${name}.png`), animations: 'disabled', caret: 'hide' });
  console.log(`${name}.png`);
}

/** Runs a command of the palette. */
async function run(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  const search = page.getByRole('combobox', { name: 'Search or run a command' });
  await search.fill(words);
  await page.getByRole('option').first().click();
  await search.waitFor({ state: 'detached' });
}
