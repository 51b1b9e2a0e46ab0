import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { enterCode, openServedPage, type ServedPage } from '../helpers/page/served-page.ts';

const CANARY = 'sk_CANARY_0123456789abcdef';

let folder = '';
let served: ServedPage;
let region: Server | null = null;
test.beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dropforge-settings-'));
  served = await openServedPage(path.join(folder, 'home'));
});
test.afterEach(async () => {
  await served.close();
  region?.closeAllConnections();
  region?.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

test('settings are searched, gone through by their parts, and left with Esc', async () => {
  const { page, problems } = served;
  await page.keyboard.press('Control+,');
  const settings = page.getByRole('region', { name: 'Settings' });
  await settings.waitFor();
  await page.keyboard.press('/');
  const search = settings.getByRole('searchbox', { name: 'Search settings' });
  await expect(search).toBeFocused();
  await page.keyboard.type('REHEARSAL mode');
  await expect(settings.getByRole('checkbox', { name: 'Rehearsal mode' })).toBeVisible();
  await expect(settings.getByRole('heading', { name: 'General' })).toBeHidden();
  await expect(settings.getByRole('radiogroup', { name: 'Theme' })).toBeHidden();
  await expect.poll(() => page.evaluate(() => CSS.highlights.get('found')?.size ?? 0)).toBeGreaterThan(1);
  await search.fill('xylophone');
  await expect(settings.getByText('No settings match “xylophone”.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(search).toHaveValue('');
  await expect(settings.getByRole('heading', { name: 'General' })).toBeVisible();

  await page.getByRole('navigation', { name: 'Settings sections' }).getByRole('button', { name: 'About' }).click();
  await expect(settings.getByRole('heading', { name: 'About' })).toBeFocused();
  await expect(settings.getByText('The images, prompt or model file that a job starts from.')).toBeInViewport();
  await expect.poll(() => page.evaluate(() => document.scrollingElement?.scrollTop)).toBe(0);
  await settings.getByText('Dropforge uses these open-source libraries:').click();
  await expect(settings.getByText(/^zod /)).toBeVisible();
  await page.setViewportSize({ width: 375, height: 740 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
  await page.keyboard.press('Escape');
  await expect(settings).toHaveCount(0);
  expect(problems).toEqual([]);
});

test('the doctor reports, the log shows what failed without secrets, and a bundle is read before it is saved', async () => {
  const { page, problems } = served;
  region = await startEchoingRegion();
  const { port } = region.address() as AddressInfo;
  await page.getByRole('button', { name: 'Add API key…' }).click();
  const key = page.getByRole('dialog');
  await key.getByRole('textbox', { name: /address/i }).fill(`http://127.0.0.1:${port}`);
  await key.getByLabel('API key').fill(CANARY);
  await key.getByRole('button', { name: 'Check and save' }).click();
  await enterCode(served);
  await expect(key.getByRole('alert')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.keyboard.press('Control+,');
  const settings = page.getByRole('region', { name: 'Settings' });
  await settings.getByRole('button', { name: 'Check now' }).click();
  const report = settings.getByRole('list', { name: 'Diagnostics' });
  await expect(report.getByRole('listitem').filter({ hasText: 'Local service' }).first()).toContainText('Running.');
  await expect(report.getByRole('listitem').filter({ hasText: '3D view' })).toContainText('OK');
  await report.getByRole('button', { name: /^Show 3D programs/ }).click();
  await expect(page.getByRole('region', { name: '3D programs' })).toBeVisible();
  await page.keyboard.press('Control+,');

  const log = settings.getByRole('list', { name: 'Log' });
  await expect(log).toContainText('Dropforge');
  await settings.getByRole('searchbox', { name: 'Filter the log' }).fill('key:set');
  await expect(log.getByRole('listitem').first()).toContainText('service_error');
  await expect(log).toContainText('[hidden]');
  await expect(log).not.toContainText('CANARY');

  await settings.getByRole('button', { name: 'Support bundle…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Support bundle' });
  const text = dialog.getByRole('textbox', { name: 'Contents of the bundle' });
  await expect(text).toHaveValue(/## Log[^]*service_error/);
  const shown = await text.inputValue();
  expect(shown).not.toContain('CANARY');
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save as text file' }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toMatch(/^dropforge-support-\d{4}-\d\d-\d\d\.txt$/);
  expect(await readFile(await download.path(), 'utf8')).toBe(shown);
  expect(problems).toEqual([]);
});

/** A region that fails, and repeats the key it was sent. */
async function startEchoingRegion(): Promise<Server> {
  const server = createServer((request, response) => {
    const message = `No ${request.headers.authorization ?? ''} today`;
    response.writeHead(500, { 'content-type': 'application/json' }).end(JSON.stringify({ code: 1000, message }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
