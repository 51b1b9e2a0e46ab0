import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { writeSampleImage } from '../helpers/images/sample-images.ts';
import { chooseFiles, openServedPage, pointAtToasts, rowOf, type ServedPage } from '../helpers/page/served-page.ts';

let folder = '';
let served: ServedPage;
test.beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dropforge-gallery-'));
  served = await openServedPage(path.join(folder, 'home'));
});
test.afterEach(async () => {
  await served.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

test('what is cleared from the queue stays in the gallery, is marked, found and thrown away there', async () => {
  const { page, problems } = served;
  await expect(page.getByText('Drop an image, get a model')).toBeVisible();
  const names = ['lamp.png', 'chair.png'];
  await chooseFiles(page, await Promise.all(names.map((name, at) => writeSampleImage(folder, name, 256 + at))));
  for (const name of names) await expect(rowOf(page, name)).toContainText('Done');

  await pointAtToasts(page);
  await page.getByRole('button', { name: 'Clear' }).press('Enter');
  await expect(page.getByText('2 models cleared from the queue and kept in the gallery.')).toBeVisible();
  await expect(page.getByText('Drop an image, get a model')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rowOf(page, 'lamp.png')).toBeVisible();
  await page.getByRole('button', { name: 'Clear' }).click();

  await page.keyboard.press('Shift+Digit2');
  const cards = page.getByRole('listbox', { name: 'Models' }).getByRole('option');
  await expect(cards).toHaveCount(2);
  await page.getByRole('option', { name: 'chair.png' }).click();
  await page.keyboard.press('f');
  await expect(page.getByRole('option', { name: /chair\.png.*favorite/ })).toBeVisible();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await expect(cards.nth(1)).toBeFocused();
  await page.getByRole('option', { name: 'chair.png' }).click();
  await page.getByRole('combobox', { name: 'Add tag' }).fill('client a');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Remove tag client a' })).toBeVisible();

  await page.getByRole('button', { name: 'Favorites 1' }).click();
  await expect(cards).toHaveCount(1);
  await page.getByRole('button', { name: 'All 2' }).click();
  await page.keyboard.press('/');
  await page.keyboard.type('client');
  await expect(cards).toHaveCount(1);
  await page.reload();
  await page.keyboard.press('Shift+Digit2');
  await page.getByRole('button', { name: 'client a 1' }).click();
  await expect(cards).toHaveCount(1);
  await page.getByRole('button', { name: 'All 2' }).click();

  await page.getByRole('option', { name: 'lamp.png' }).click();
  await page.keyboard.press('Delete');
  await expect(cards).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(cards).toHaveCount(2);
  await page.getByRole('option', { name: 'lamp.png' }).click();
  await page.keyboard.press('Delete');
  await expect(cards).toHaveCount(1);
  await page.reload();
  await page.keyboard.press('Shift+Digit2');
  await expect(page.getByRole('option', { name: /chair\.png/ })).toBeVisible();
  await expect(cards).toHaveCount(1);
  await page.getByRole('button', { name: 'Trash 1' }).click();
  await page.getByRole('button', { name: 'Restore lamp.png' }).click();
  await expect(page.getByText('The trash is empty.')).toBeVisible();
  await page.getByRole('button', { name: 'All 2' }).click();
  await page.getByRole('option', { name: 'lamp.png' }).click();
  await page.keyboard.press('Delete');
  await page.getByRole('button', { name: 'Trash 1' }).click();
  await page.getByRole('button', { name: 'Empty trash…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Empty trash' }).click();
  await expect(page.getByText('The trash is empty.')).toBeVisible();
  expect(problems).toEqual([]);
});
