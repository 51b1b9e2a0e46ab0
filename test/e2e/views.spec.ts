import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, expect, test, type Page } from '@playwright/test';
import { chromiumFlags, getChromium } from '../helpers/chromium.ts';
import { findAccessFaults } from '../helpers/find-access-faults.ts';
import { compareView, differingShare } from '../helpers/compare-views.ts';
import { writePicture } from '../helpers/pictures.ts';
import { chooseFiles, openServedPage, rowOf } from '../helpers/served-page.ts';
import { serveSpecimens } from '../specimens/serve.ts';

const FOLDERS = {
  keptFolder: path.join(import.meta.dirname, 'views'),
  shownFolder: path.join(import.meta.dirname, '../../test-results/views'),
};
/** Share of a view that another font, time of day or driver may change. */
const ALLOWED = 0.03;
/** What does not show which programs this computer has. */
const PARTS = { empty: 'main > :first-child', folders: 'main > :first-child' } as const;
const KEYS = { gallery: '2', recipes: '3', folders: '4', account: '5' } as const;

/** Compares the page as it is, or one part of it, with the picture that is kept of it. */
async function expectView(page: Page, name: string, part?: string): Promise<Buffer> {
  // Nothing blinks, nothing is on its way.
  await page.evaluate(() => document.fonts.ready);
  const shot = part === undefined ? page : page.locator(part);
  const screenshot = await shot.screenshot({ animations: 'disabled', caret: 'hide' });
  const { share, shown } = await compareView(screenshot, name, FOLDERS);
  expect.soft(share, `${name}: see ${shown}`).toBeLessThan(ALLOWED);
  expect.soft(await findAccessFaults(page), name).toEqual([]);
  return screenshot;
}

test('every view looks as it did', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'dropforge-views-'));
  const served = await openServedPage(path.join(folder, 'home'));
  const { page } = served;
  try {
    await page.getByText('Drop a picture, get a model').waitFor();
    await expectView(page, 'empty', PARTS.empty);
    await chooseFiles(page, [await writePicture(folder, 'lantern.png', 256)]);
    await expect(rowOf(page, 'lantern.png')).toContainText('Done');
    await page.locator('canvas[data-ready="true"]').waitFor();
    const queue = await expectView(page, 'queue');
    for (const [view, digit] of Object.entries(KEYS)) {
      await page.keyboard.press(`Shift+Digit${digit}`);
      await page.locator(`main.${view}`).waitFor();
      if (view === 'gallery') await page.locator('canvas[data-ready="true"]').waitFor();
      if (view === 'recipes') await page.getByText('All rules hold').waitFor();
      if (view === 'account') await page.getByRole('table', { name: /.+/ }).first().waitFor();
      await expectView(page, view, view === 'folders' ? PARTS.folders : undefined);
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
