import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, expect, test, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { chromiumFlags, getChromium } from '../helpers/page/chromium.ts';
import { dropFiles, firstPage, launchApp } from '../helpers/page/electron.ts';
import { listExported } from '../helpers/exported-assets.ts';
import { writeSampleImage } from '../helpers/images/sample-images.ts';
import { collectProblems } from '../helpers/page/served-page.ts';
import { startServe } from '../helpers/serve.ts';

const ROOT = path.join(import.meta.dirname, '../..');
/** Where the images of the README lie; written only when asked for, so that a test run leaves the clone as it was. */
const SIZE = { width: 1440, height: 900 };

declare global {
  /** How often progress bars were seen. */
  var progressBars: number;
}

let folder = '';
test.beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dropforge-way-'));
});
test.afterEach(async () => {
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

test('an image dropped on the window becomes a model in the output folder, and the queue outlives a restart', async () => {
  const home = path.join(folder, 'home');
  const picture = await writeSampleImage(folder, 'blue shape.png', 512);
  const app = await launchApp({ home });
  const page = await firstPage(app);
  await page.setViewportSize(SIZE);
  await expect(page.getByText('Drop an image, get a model')).toBeVisible();
  await expect(page.locator('img').first()).toBeVisible();

  await dropFiles(page, 'body', [picture]);
  await expectDone(page, 'blue shape.png');
  await expectModel(page);
  expect(listExported(path.join(home, 'export'))).toEqual([
    'blue shape/blue shape.fbx',
    'blue shape/blue shape.glb',
    'blue shape/blue shape.usdz',
  ]);
  await app.close();

  const again = await launchApp({ home });
  const next = await firstPage(again);
  await next.setViewportSize(SIZE);
  await expectDone(next, 'blue shape.png');
  await again.close();
});

test('the same page does the same in a browser through serve', async () => {
  const home = path.join(folder, 'home');
  const pictures = path.join(folder, 'pictures');
  await mkdir(pictures);
  for (const name of ['mug', 'rocket', 'fox']) {
    await copyFile(path.join(ROOT, `assets/samples/${name}.png`), path.join(pictures, `${name}.png`));
  }
  const extra = await writeSampleImage(pictures, 'wooden_shape.png', 512);
  const damaged = path.join(ROOT, 'README.md');
  await copyFile(damaged, path.join(pictures, 'notes.png'));

  const server = await startServe(home);
  const browser = await chromium.launch({ executablePath: getChromium(), args: chromiumFlags() });
  const page = await browser.newPage({ viewport: SIZE });
  const { problems, warnings } = collectProblems(page);
  await page.addInitScript(recordProgressBars);
  await page.goto(server.url);
  await expect(page.getByText('Drop an image, get a model')).toBeVisible();
  expect(page.url()).not.toContain('ticket');

  const names = ['fox.png', 'mug.png', 'rocket.png', 'notes.png'];
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([...names.map((name) => path.join(pictures, name)), extra]);
  await expect(page.getByRole('region', { name: '1 file can’t be used' })).toContainText('notes.png is not an image.');
  await page.getByRole('button', { name: 'Add 4 jobs' }).click();
  await expect(row(page, 'mug.png')).toBeVisible();
  await expect.poll(() => page.evaluate(() => progressBars)).toBeGreaterThan(0);

  for (const name of ['fox.png', 'mug.png', 'rocket.png', 'wooden_shape.png']) await expectDone(page, name);
  await row(page, 'fox.png').click();
  await expectModel(page);
  expect(listExported(path.join(home, 'export'))).toHaveLength(12);

  await page.reload();
  await expectDone(page, 'rocket.png');
  expect([...problems, ...warnings]).toEqual([]);
  await browser.close();
  expect(await server.stop()).toBe(0);
});

function row(page: Page, name: string): Locator {
  return page.getByRole('row').filter({ hasText: name });
}

async function expectDone(page: Page, name: string): Promise<void> {
  await expect(row(page, name)).toContainText('Done', { timeout: 240_000 });
}

/** The canvas says it drew a model, and what it drew is more than a ground. */
async function expectModel(page: Page): Promise<void> {
  const canvas = page.locator('canvas[data-ready="true"]').first();
  await expect(canvas).toBeVisible();
  const { channels } = await sharp(await canvas.screenshot()).stats();
  expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(15);
}

/** Runs in the page before anything else: a bar is there for seconds only, and a look now and then could miss it. */
function recordProgressBars(): void {
  globalThis.progressBars = 0;
  new MutationObserver(() => {
    const bars = document.querySelectorAll('[role="progressbar"]');
    progressBars += [...bars].filter((bar) => bar.checkVisibility()).length;
  }).observe(document, { childList: true, subtree: true });
}
