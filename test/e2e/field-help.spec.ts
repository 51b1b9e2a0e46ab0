import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { writeSampleImage } from '../helpers/images/sample-images.ts';
import { openServedPage, type ServedPage } from '../helpers/page/served-page.ts';

let folder = '';
let served: ServedPage;
test.beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dropforge-field-help-'));
  served = await openServedPage(path.join(folder, 'home'));
});
test.afterEach(async () => {
  await served.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

const helpIn = (page: Page): Locator => page.getByRole('region', { name: 'What is this?', exact: true });

/** Asks every field for its explanation; returns those that have none. */
async function findSilent(page: Page, fields: Locator): Promise<string[]> {
  const silent: string[] = [];
  for (const field of await fields.all()) {
    await field.focus();
    await page.keyboard.press('F1');
    await expect(helpIn(page)).toBeVisible();
    if ((await helpIn(page).getByRole('status').textContent()) === '')
      silent.push(await field.evaluate((element) => element.id || element.outerHTML.slice(0, 120)));
    await page.keyboard.press('Escape');
    await expect(helpIn(page)).toHaveCount(0);
    await expect(field).toBeFocused();
  }
  return silent;
}

test('F1 explains every field of the settings, a hot folder and a recipe, and opens the guide', async () => {
  const { page, problems } = served;
  const help = helpIn(page);
  await page.keyboard.press('Control+,');
  const settings = page
    .locator('[data-setting]:has(h3)')
    .filter({ has: page.locator('[role=radio], [role=checkbox]') });
  await expect(settings.first()).toBeVisible();
  expect(await findSilent(page, settings.locator('[role=radio][tabindex="0"], [role=checkbox]'))).toEqual([]);
  expect(await findSilent(page, page.locator('#settings-spending input'))).toEqual([]);

  await page.getByRole('radio', { name: 'Light', exact: true }).focus();
  await page.keyboard.press('F1');
  await expect(help).toContainText('Colors of the window.');
  await help.getByRole('button', { name: /User guide: Change settings/ }).click();
  await expect(help).toContainText('Rehearsal mode makes this computer behave like the cloud');
  await page.keyboard.press('Escape');

  // In a dialog, neither the help nor closing it closes the dialog.
  await page.keyboard.press('Shift+Digit4');
  await page.getByRole('button', { name: 'Add folder…' }).first().click();
  const dialog = page.getByRole('dialog', { name: /hot folder/i });
  await expect(dialog).toBeVisible();
  expect(await findSilent(page, dialog.locator('input:visible, select:visible'))).toEqual([]);
  await dialog.getByLabel('Recipe').focus();
  await page.keyboard.press('F1');
  await page.keyboard.press('F1');
  await expect(help.getByRole('heading', { name: 'Add a hot folder' })).toBeVisible();
  await help.getByText('Add a hot folder').click();
  await help.getByRole('button', { name: 'Close' }).click();
  await expect(help).toHaveCount(0);
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  // Nothing is focused: the guide to the view.
  await page.keyboard.press('Shift+Digit3');
  await expect(page.locator('main.recipes')).toBeVisible();
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press('F1');
  await expect(help.getByRole('heading', { name: 'Edit a recipe in the window' }).first()).toBeVisible();
  expect(problems).toEqual([]);
});

test('F1 explains every field of the recipe editor and of the sheet, and opens a section of the guide', async () => {
  const { page, problems } = served;
  const fields = 'input:visible:enabled, select:visible:enabled, textarea:visible:enabled';
  const radios = '[role=radio][tabindex="0"]:visible, [role=checkbox]:visible';
  await page.keyboard.press('Shift+Digit3');
  await page.getByRole('navigation', { name: 'Recipes' }).getByRole('button', { name: /^Game/ }).click();
  await page.getByRole('button', { name: 'Duplicate to edit' }).click();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  await page.keyboard.type('Help');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Help' })).toBeVisible();
  const form = page.locator('#recipe-form');
  await page.locator('#chain-source').click();
  await expect(form.locator('#recipe-takes')).toBeEnabled();
  expect(await findSilent(page, page.locator('main.recipes section').locator(`${fields}, ${radios}`))).toEqual([]);
  await page.locator('#chain-0').click();
  await expect(form.locator('#step-exports')).toBeEnabled();
  const rows = form.locator('[data-help-title]:visible');
  expect(await rows.count()).toBeGreaterThan(3);
  for (const row of await rows.all())
    expect(await findSilent(page, row.locator('input, textarea, select, button, [role=radio]').first())).toEqual([]);
  expect(await findSilent(page, form.locator('#step-from, #step-exports'))).toEqual([]);

  await page.keyboard.press('Shift+Digit1');
  const files = ['one.png', 'two.png'].map((name, at) => writeSampleImage(folder, name, 256 + at));
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await Promise.all(files));
  const sheet = page.getByRole('dialog', { name: '2 jobs' });
  await expect(sheet.getByRole('button', { name: /^Add 2 jobs/ })).toBeEnabled();
  expect(await findSilent(page, sheet.locator(`${fields}, ${radios}`))).toEqual([]);
  await sheet.getByRole('spinbutton').focus();
  await page.keyboard.press('F1');
  await page.keyboard.press('F1');
  await expect(helpIn(page).getByRole('heading', { name: 'Review the plan' })).toBeVisible();
  expect(problems).toEqual([]);
});

test('F1 opens the guide in Chinese when the window is Chinese', async () => {
  const { page } = served;
  await page.keyboard.press('Control+,');
  await page.getByRole('region', { name: 'Settings' }).getByRole('radio', { name: '简体中文' }).click();
  await page.getByRole('radio', { name: '简体中文' }).focus();
  await page.keyboard.press('F1');
  await page.keyboard.press('F1');
  const help = page.getByRole('region', { name: '这是什么？', exact: true });
  await expect(help.getByRole('heading', { name: '更改设置' })).toBeVisible();
  await expect(help).toContainText('演练模式让本机像云端一样工作');
});

test('F1 explains every field of an operation', async () => {
  const { page } = served;
  await page.locator('[data-guide=source]').first().click();
  await expect(page.getByRole('row', { name: /fox|mug|rocket/ }).first()).toContainText('Done');
  await page.keyboard.press('Shift+O');
  await page.getByRole('button', { name: /^Decimate/ }).click();
  const rows = page.locator('[data-help-title]:visible');
  await expect(rows.first()).toBeVisible();
  for (const row of await rows.all())
    expect(await findSilent(page, row.locator('input, textarea, select, button, [role=radio]').first())).toEqual([]);
});
