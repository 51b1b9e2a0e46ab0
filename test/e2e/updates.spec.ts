import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { findAccessibilityViolations } from '../helpers/page/find-accessibility-violations.ts';
import { enterCode, openServedPage, rowOf, type ServedPage } from '../helpers/page/served-page.ts';

let folder = '';
let served: ServedPage;
let feed: Server;
let address = '';
test.beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dropforge-updates-'));
  feed = createServer((_, response) =>
    response.end('version: 9.9.9\nreleaseDate: 2026-11-21T12:00:00.000Z\nreleaseNotes: |\n  Faster lists.\n'),
  );
  await new Promise<void>((resolve) => feed.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(feed.address() as AddressInfo).port}/feed/`;
  served = await openServedPage(path.join(folder, 'home'));
});
test.afterEach(async () => {
  await served.close();
  feed.closeAllConnections();
  feed.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

test('a newer version is told in one line, shown in the settings, and never fetched', async () => {
  const { page, problems } = served;
  await page.keyboard.press('Control+,');
  const settings = page.getByRole('region', { name: 'Settings' });
  await expect(settings.getByText('No update feed is set.')).toBeVisible();
  const field = settings.getByRole('textbox', { name: 'Update feed' });
  await field.fill('http://files.example/');
  await field.press('Enter');
  await expect(page.getByText('The update feed address cannot be used. It must begin with https://')).toBeVisible();
  await expect(field).toHaveValue('http://files.example/');
  await page
    .getByRole('button', { name: 'Dismiss' })
    .or(page.getByRole('button', { name: 'Close' }))
    .first()
    .click();
  await field.fill(address);
  await field.press('Enter');
  await enterCode(served);
  await expect(settings.getByText('Version 9.9.9 is available. Released 21 Nov. ', { exact: false })).toBeVisible();
  await settings.getByText('What’s new in 9.9.9').click();
  await expect(settings.getByText('Faster lists.')).toBeVisible();
  const bar = page.getByRole('status').filter({ hasText: 'Version 9.9.9 (21 Nov) is available.' });
  const link = bar.getByRole('link', { name: 'Open download page' });
  await expect(link).toHaveAttribute('href', address);
  await expect(link).toHaveAttribute('target', '_blank');
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await settings.getByRole('heading', { name: 'Desktop app' }).scrollIntoViewIfNeeded();
  await page.screenshot({ path: test.info().outputPath('updates.png') });

  await page.setViewportSize({ width: 320, height: 700 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.setViewportSize({ width: 1440, height: 900 });
  await bar.getByRole('button', { name: 'Not now' }).click();
  await expect(bar).toHaveCount(0);
  await page.reload();
  await page.locator('main.empty').waitFor();
  await expect(bar).toHaveCount(0);
  await page.keyboard.press('Control+,');
  await expect(settings.getByText('You dismissed version 9.9.9. It is shown only here.')).toBeVisible();
  await settings.getByRole('checkbox', { name: 'Check for updates daily' }).click();
  await expect(settings.getByText('Update checks are off.')).toBeVisible();
  expect(problems).toEqual([]);
});

test('what the engine notes of a job is said in Chinese, the person’s own words as they are', async () => {
  const { page, problems } = served;
  await page.getByRole('textbox', { name: 'Describe a model' }).fill('a red chair with a quux');
  await page.keyboard.press('Enter');
  await rowOf(page, 'red chair').click();
  await expect(rowOf(page, 'red chair')).toContainText('Done', { timeout: 60_000 });
  const details = page.getByRole('complementary');
  await expect(details.getByText('Not understood and ignored: “quux”.')).toBeVisible();
  await page.keyboard.press('Control+,');
  await page.getByRole('radio', { name: '简体中文' }).click();
  await page.keyboard.press('Escape');
  const note = details.getByText('没有理解，已忽略：“quux”。');
  await expect(note).toBeVisible();
  await expect(note).not.toHaveAttribute('lang', 'en');
  await page.screenshot({ path: test.info().outputPath('notes-zh.png') });
  expect(problems).toEqual([]);
});
