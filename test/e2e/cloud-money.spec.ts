import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { writeSampleImage } from '../helpers/images/sample-images.ts';
import { enterCode, openServedPage, rowOf, type ServedPage } from '../helpers/page/served-page.ts';
import { startHoldingProxy, type HoldingProxy } from '../helpers/service/holding-proxy.ts';
import { startLocalService, type LocalService } from '../helpers/service/local-service.ts';

let folder = '';
let cloud: LocalService;
let proxy: HoldingProxy;
let served: ServedPage;
test.beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dropforge-cloud-money-'));
  cloud = await startLocalService({ credits: '400' });
  proxy = await startHoldingProxy(cloud.baseUrl);
  served = await openServedPage(path.join(folder, 'home'));
});
test.afterEach(async () => {
  await served.close();
  await proxy.close();
  await cloud.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

/** Adds the cloud as a service and uses it. */
async function connectToCloud(): Promise<void> {
  const { page } = served;
  await page.keyboard.press('Shift+Digit5');
  await page.getByRole('button', { name: 'Add service…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add service' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('studio');
  await dialog.getByRole('textbox', { name: 'Region address' }).fill(proxy.baseUrl);
  await dialog.getByLabel('API key').fill(cloud.apiKey);
  await dialog.getByRole('button', { name: 'Check and add' }).click();
  await enterCode(served);
  await useService('studio');
  await page.keyboard.press('Shift+Digit1');
  await expect(page.getByText('400.00 credits')).toBeVisible();
}

async function useService(name: string): Promise<void> {
  const card = served.page.getByRole('list', { name: 'Services' }).getByRole('listitem').filter({ hasText: name });
  const use = card.getByRole('button', { name: 'Use this service' });
  await card.getByText('in use').or(use).waitFor();
  if (await use.isVisible()) await use.click();
  await expect(card.getByText('in use')).toBeVisible();
}

/** Adds images through the sheet; `act`: the name of the button that adds them. */
async function add(page: Page, files: readonly string[], act: RegExp): Promise<void> {
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([...files]);
  await page.getByRole('dialog').getByRole('button', { name: act }).click();
}

async function toggleRehearsal(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search or run a command' })).toBeFocused();
  await page.keyboard.type('Toggle rehearsal');
  await page.keyboard.press('Enter');
}

test('test credits have books and labels of their own, also after the rehearsal', async () => {
  const { page, problems } = served;
  await connectToCloud();
  await add(page, [await writeSampleImage(folder, 'real.png', 256)], /^Add 1 job 120\.00/);
  await expect(rowOf(page, 'real.png')).toContainText('Done');
  await expect(rowOf(page, 'real.png')).not.toContainText('test');
  const today = page.getByRole('contentinfo').getByRole('button', { name: /^Today/ });
  await expect(today).toHaveText(/120\.00\s*charged/);

  await page.keyboard.press('Shift+Digit5');
  await useService('This computer');
  await page.keyboard.press('Shift+Digit1');
  await toggleRehearsal(page);
  await expect(page.getByText('1,000.00 test credits')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Service: Rehearsal, ready' })).toBeVisible();
  await expect(page.getByRole('contentinfo')).toContainText('Rehearsal');
  await expect(today).toHaveText(/0\.00\s*test credits/);
  await add(page, [await writeSampleImage(folder, 'play.png', 257)], /^Add 1 job 120\.00/);
  await expect(rowOf(page, 'play.png')).toContainText('120.00 charged (test)');
  await expect(today).toHaveText(/120\.00\s*test credits/);

  await toggleRehearsal(page);
  await expect(today).toHaveText(/120\.00\s*charged/);
  await expect(page.getByRole('button', { name: 'Service: This computer, ready' })).toBeVisible();
  await rowOf(page, 'play.png').click();
  await expect(rowOf(page, 'play.png')).toContainText('120.00 charged (test)');
  await expect(page.getByRole('complementary', { name: 'Details' })).toContainText('110.00 charged (test)');
  const steps = page.getByRole('list', { name: 'Made from' });
  await expect(steps).toContainText('110.00 (test)');
  await expect(steps).toContainText('120.00 (test)');
  await rowOf(page, 'real.png').click();
  await expect(steps).toContainText('110.00');
  await expect(steps).not.toContainText('test');
  expect(problems).toEqual([]);
});

test('while a result downloads, its step is charged and no longer held, in every place', async () => {
  const { page } = served;
  await connectToCloud();
  proxy.hold();
  await add(page, [await writeSampleImage(folder, 'slow.png', 256)], /^Add 1 job 120\.00/);
  await proxy.whenHeld;
  await expect(rowOf(page, 'slow.png')).toContainText('110.00 charged');
  await expect(rowOf(page, 'slow.png')).not.toContainText('held');
  await expect(page.getByText('290.00 credits')).toBeVisible();
  await expect(page.getByRole('banner').getByText('0.00 held')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toContainText(/Today\s*110\.00/);
  await expect(page.getByRole('contentinfo')).not.toContainText('held');
  proxy.release();
  await expect(rowOf(page, 'slow.png')).toContainText('120.00 charged');
});

test('a short balance finishes what was begun, and leaves the rest untouched', async () => {
  const { page } = served;
  await connectToCloud();
  const names = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}-thing.png`);
  const files = await Promise.all(names.map((name, at) => writeSampleImage(folder, name, 200 + at)));
  await page.locator('input[type=file]').first().setInputFiles(files);
  const sheet = page.getByRole('dialog');
  await expect(sheet).toContainText('Available credits: 400.00. This plan needs 600.00. It covers 3 of 5 jobs.');
  await expect(sheet.getByRole('button', { name: /^Add 5 jobs/ })).toBeDisabled();
  await sheet.getByRole('button', { name: 'Add all anyway 600.00' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Done' })).toHaveCount(3);
  await expect(page.getByText('40.00 credits', { exact: true })).toBeVisible();
  const rows = names.map((name) => rowOf(page, name));
  await expect(page.getByRole('row').filter({ hasText: /120\.00\s*charged/ })).toHaveCount(3);
  await expect(page.getByRole('row').filter({ hasText: /120\.00\s*estimate/ })).toHaveCount(2);

  // The credits of one service say nothing about another.
  const shortage = page.getByText(/^Not enough credits/).filter({ hasText: 'Top up, then resume.' });
  await expect(shortage).toBeVisible();
  await page.keyboard.press('Shift+Digit5');
  await useService('This computer');
  await page.keyboard.press('Shift+Digit1');
  await expect(rows[0]!).toBeVisible();
  await expect(shortage).toHaveCount(0);
  await page.keyboard.press('Shift+Digit5');
  await useService('studio');
  await page.keyboard.press('Shift+Digit1');
  await expect(shortage).toBeVisible();
});
