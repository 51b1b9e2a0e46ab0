import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { writeSampleImage } from '../helpers/images/sample-images.ts';
import { openServedPage, type ServedPage } from '../helpers/page/served-page.ts';

const CONTROLS = 'input, textarea, select, button, [role=radio]';
const EDITOR = 'Edit a recipe in the window';
const OPERATION = 'Run an operation on a finished model';

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

/** What F1 says of the focused field: its title, its text, and the section of the guide that explains it. */
interface Explanation {
  readonly title: string;
  readonly text: string;
  readonly section: string;
}

/** Asks for the explanation of a field, and closes it. */
async function explain(page: Page, field: Locator): Promise<Explanation> {
  const help = helpIn(page);
  await field.focus();
  await page.keyboard.press('F1');
  await expect(help).toBeVisible();
  const said = await help.evaluate((box) => ({
    title: box.querySelector('h3')?.textContent ?? '',
    text: box.querySelector('[role=status]')?.textContent ?? '',
    // Of a field without a text of its own, the guide is open at once.
    section: (box.querySelector('.link') ?? box.querySelector('h4'))?.firstChild?.textContent?.trim() ?? '',
  }));
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);
  await expect(field).toBeFocused();
  return { ...said, section: said.section.replace('User guide: ', '') };
}

/** Asks every field for its explanation; returns those without a title or text, or with another section of the guide. */
async function findUnexplained(page: Page, fields: Locator, section: string): Promise<string[]> {
  const unexplained: string[] = [];
  for (const field of await fields.all()) {
    const said = await explain(page, field);
    if (said.title.length > 1 && said.text !== '' && said.section === section) continue;
    const name = await field.evaluate((element) => element.id || element.outerHTML.slice(0, 120));
    unexplained.push(`${name}: ${JSON.stringify(said)}`);
  }
  return unexplained;
}

test('F1 explains every field of the settings, a hot folder and a recipe, and opens the guide', async () => {
  const { page, problems } = served;
  const help = helpIn(page);
  await page.keyboard.press('Control+,');
  const settings = page
    .locator('[data-setting]:has(h3)')
    .filter({ has: page.locator('[role=radio], [role=checkbox]') });
  await expect(settings.first()).toBeVisible();
  for (const [part, section] of [
    ['general', 'Change settings'],
    ['making', 'Choose a recipe and output formats'],
    ['service', 'Use a cloud service'],
    ['app', 'Change settings'],
  ] as const) {
    const choices = page
      .locator(`#settings-${part}`)
      .locator('[data-setting]:has(h3) :is([role=radio][tabindex="0"], [role=checkbox])');
    expect(await choices.count(), part).toBeGreaterThan(0);
    expect(await findUnexplained(page, choices, section)).toEqual([]);
  }
  expect(await findUnexplained(page, page.locator('#settings-spending input'), 'Limit spending')).toEqual([]);

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
  expect(await findUnexplained(page, dialog.locator('input:visible, select:visible'), 'Add a hot folder')).toEqual([]);
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
  expect(
    await findUnexplained(page, page.locator('main.recipes section').locator(`${fields}, ${radios}`), EDITOR),
  ).toEqual([]);
  await page.locator('#chain-0').click();
  await expect(form.locator('#step-exports')).toBeEnabled();
  await expect(form.locator('#step-field-face_limit')).toBeVisible();
  const rows = form.locator('[data-help-title]:visible');
  expect(await rows.count()).toBeGreaterThan(3);
  for (const row of await rows.all())
    expect(await findUnexplained(page, row.locator(CONTROLS).first(), EDITOR)).toEqual([]);
  expect(await findUnexplained(page, form.locator('#step-from, #step-exports'), EDITOR)).toEqual([]);

  await page.keyboard.press('Shift+Digit1');
  const files = ['one.png', 'two.png'].map((name, at) => writeSampleImage(folder, name, 256 + at));
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await Promise.all(files));
  const sheet = page.getByRole('dialog', { name: '2 jobs' });
  await expect(sheet.getByRole('button', { name: /^Add 2 jobs/ })).toBeEnabled();
  expect(await findUnexplained(page, sheet.locator(`${fields}, ${radios}`), 'Review the plan')).toEqual([]);
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

test('F1 explains the start page, a new service, the composer, the viewer, the gallery and an operation', async () => {
  const { page, problems } = served;
  const create = 'Add images, prompts and models';
  const choose = 'Choose a recipe and output formats';
  const prompt = page.getByRole('textbox', { name: 'Describe a model or paste a link' });
  const said = { title: 'Describe a model or paste a link', section: create };
  expect(await explain(page, prompt)).toMatchObject({ ...said, text: /^A prompt generates a model/ });
  await prompt.fill('https://example.com/fox.png');
  expect((await explain(page, prompt)).text).toBe((await page.locator('[id$="-link"]:visible').textContent())?.trim());
  await prompt.fill('');

  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await page.getByRole('button', { name: 'Add service…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add service' });
  await dialog.getByText('Studio in the local network').click();
  const form = dialog.locator('input, [role=radio][tabindex="0"]');
  expect(await findUnexplained(page, form, 'Use a cloud service')).toEqual([]);
  expect(await explain(page, dialog.getByLabel('Region address'))).toMatchObject({ title: 'Region address' });
  expect(await explain(page, dialog.getByRole('radio', { name: 'International' }))).toMatchObject({
    title: 'Deployment',
    text: 'As the service states for the region. Some of its rules differ between the two.',
  });
  await page.keyboard.press('Escape');
  expect(await findUnexplained(page, page.locator('#confirm-above, #per-day'), 'Limit spending')).toEqual([]);

  await page.getByRole('button', { name: 'Queue', exact: true }).click();
  await page.locator('[data-guide=source]').first().click();
  const row = page.getByRole('row', { name: /fox|mug|rocket/ }).first();
  await expect(row).toContainText('Done');
  expect(await explain(page, row)).toMatchObject({ section: 'Follow jobs' });
  expect(await explain(page, prompt)).toMatchObject(said);
  const recipe = page.getByRole('button', { name: /^Recipe: Draft/ });
  expect(await explain(page, recipe)).toMatchObject({ title: 'Recipe: Draft', section: choose });
  await recipe.click();
  expect(await explain(page, page.getByRole('radio', { name: 'Draft' }))).toEqual({
    title: 'Draft',
    text: (await page.locator('.recipe-popover .about p').first().textContent())?.trim(),
    section: choose,
  });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Output formats/ }).click();
  expect(await explain(page, page.getByRole('checkbox', { name: 'GLB' }))).toMatchObject({
    title: 'GLB',
    section: choose,
  });
  await page.keyboard.press('Escape');

  const fitTool = page.getByRole('toolbar', { name: 'View' }).getByRole('button', { name: 'Fit to view' });
  const fit = { title: 'Fit to view', section: 'Inspect a model' };
  expect(await explain(page, fitTool)).toMatchObject(fit);

  await page.keyboard.press('Shift+Digit2');
  await page.locator('canvas[data-ready="true"]').waitFor();
  const search = page.locator('#gallery-search');
  expect(await explain(page, search)).toMatchObject({
    title: 'Search by name, tag, recipe or task ID',
    section: 'Use the gallery',
  });
  expect(await explain(page, fitTool)).toMatchObject(fit);

  await page.keyboard.press('Shift+O');
  await page.getByRole('button', { name: /^Decimate/ }).click();
  const rows = page.locator('[data-help-title]:visible');
  await expect(rows.first()).toBeVisible();
  for (const each of await rows.all())
    expect(await findUnexplained(page, each.locator(CONTROLS).first(), OPERATION)).toEqual([]);
  expect(problems).toEqual([]);
});
