import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, expect, test, type Page } from '@playwright/test';
import { chromiumFlags, getChromium } from '../helpers/page/chromium.ts';
import { findAccessibilityViolations } from '../helpers/page/find-accessibility-violations.ts';
import { compareView, differingShare } from '../helpers/images/compare-views.ts';
import { writeSampleImage } from '../helpers/images/sample-images.ts';
import { chooseFiles, openServedPage, rowOf } from '../helpers/page/served-page.ts';
import { serveSpecimens } from '../specimens/serve.ts';

const FOLDERS = {
  keptFolder: path.join(import.meta.dirname, 'views'),
  shownFolder: path.join(import.meta.dirname, '../../test-results/views'),
};
/** Share of a view that another font, time of day or driver may change. */
const ALLOWED = 0.03;
const KEYS = { gallery: '2', recipes: '3', folders: '4', account: '5' } as const;

/** Compares the page as it is with the image that is kept of it. */
async function expectView(page: Page, name: string): Promise<Buffer> {
  let screenshot: Buffer = Buffer.alloc(0);
  let [share, shown] = [1, ''];
  const compare = async () => {
    // Nothing blinks, nothing is on its way.
    await page.evaluate(() => document.fonts.ready);
    await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
    screenshot = await page.screenshot({ animations: 'disabled', caret: 'hide' });
    ({ share, shown } = await compareView(screenshot, name, FOLDERS));
    expect(share).toBeLessThan(ALLOWED);
  };
  // The rest of a view may come late; what differs for good is said, and the other views are looked at all the same.
  await expect(compare)
    .toPass()
    .catch(() => undefined);
  expect.soft(share, `${name}: see ${shown}`).toBeLessThan(ALLOWED);
  expect.soft(await findAccessibilityViolations(page), name).toEqual([]);
  return screenshot;
}

test('every view looks as it did', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'dropforge-views-'));
  // Views show which programs a computer has: this one has none.
  const served = await openServedPage(path.join(folder, 'home'), { env: { HOME: folder, PATH: folder } });
  const { page } = served;
  try {
    await page.getByText('Drop an image, get a model').waitFor();
    await expect(page.getByText('Scanning for programs')).toHaveCount(0);
    await expectView(page, 'empty');
    await chooseFiles(page, [await writeSampleImage(folder, 'lantern.png', 256)]);
    await expect(rowOf(page, 'lantern.png')).toContainText('Done');
    await page.locator('canvas[data-ready="true"]').waitFor();
    const queue = await expectView(page, 'queue');
    for (const [view, digit] of Object.entries(KEYS)) {
      await page.keyboard.press(`Shift+Digit${digit}`);
      await page.locator(`main.${view}`).waitFor();
      if (view === 'gallery') await page.locator('canvas[data-ready="true"]').waitFor();
      if (view === 'recipes') await page.getByText('Valid').waitFor();
      if (view === 'account') await page.getByRole('table', { name: /.+/ }).first().waitFor();
      await expectView(page, view);
    }
    await page.keyboard.press('Control+,');
    await page.locator('main.settings').waitFor();
    await expectView(page, 'settings');
    await page.keyboard.press('Shift+Digit1');
    await page.setViewportSize({ width: 375, height: 800 });
    await page.locator('canvas[data-ready="true"]').waitFor();
    await expectView(page, 'queue-narrow');
    // The comparison can fail: a pane that is gone is seen.
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.locator('.inspector').evaluate((pane: HTMLElement) => (pane.style.visibility = 'hidden'));
    expect(await differingShare(queue, await page.screenshot())).toBeGreaterThan(ALLOWED);
  } finally {
    await served.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
});

test('every part looks as it did in every state', async () => {
  const [specimens, browser] = [
    await serveSpecimens(),
    await chromium.launch({ executablePath: getChromium(), args: chromiumFlags() }),
  ];
  try {
    const page = await browser.newPage({ viewport: { width: 1200, height: 1000 } });
    for (const [name, wish] of [
      ['parts-dark', ''],
      ['parts-light', '?theme=light&language=zh'],
      ['parts-contrast', '?contrast=more'],
    ] as const) {
      await page.goto(`${specimens.url}${wish}`);
      await page.getByRole('grid', { name: 'Rows' }).waitFor();
      await expectView(page, name);
    }
  } finally {
    await browser.close();
    await specimens.close();
  }
});
