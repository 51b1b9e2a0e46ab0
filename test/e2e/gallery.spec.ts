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
  await pointAtToasts(page);
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
  // An image may still be on its way when its model is removed.
  expect(problems.filter((problem) => !problem.includes('404 (Not Found)'))).toEqual([]);
});

test('the list shows the same models and selection as the grid, is sorted by its headings and filtered by several filters', async () => {
  const { page, problems } = served;
  const names = ['lamp.png', 'chair.png', 'mug.png'];
  await chooseFiles(page, await Promise.all(names.map((name, at) => writeSampleImage(folder, name, 256 + at))));
  for (const name of names) await expect(rowOf(page, name)).toContainText('Done');
  await page.keyboard.press('Shift+Digit2');
  await page.getByRole('option', { name: 'lamp.png' }).click();
  await page.keyboard.press('f');

  await page.getByRole('button', { name: 'List', exact: true }).click();
  const list = page.getByRole('grid', { name: 'Models' });
  const rows = list.locator('[id^=made-]');
  await expect(list.getByRole('row', { selected: true })).toContainText('lamp.png');
  await expect(rows.first()).toContainText('Draft');
  const order = async (): Promise<string[]> =>
    (await rows.locator('.name').allTextContents()).map((name) => name.trim());
  await list.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
  await expect(list.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
  expect(await order()).toEqual(['chair.png', 'lamp.png', 'mug.png']);
  await list.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
  await expect(list.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending');
  expect(await order()).toEqual(['mug.png', 'lamp.png', 'chair.png']);
  await rows.first().click();
  await page.keyboard.press('ArrowDown');
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByRole('toolbar', { name: 'Actions for selected jobs' })).toContainText('2 selected');

  await page.getByRole('button', { name: 'Favorites 1' }).click();
  await page.getByRole('button', { name: 'Image 1' }).click();
  await expect(rows).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Favorites 1' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'All 3' }).click();
  await expect(rows).toHaveCount(3);

  await page.reload();
  await page.keyboard.press('Shift+Digit2');
  await expect(rows).toHaveCount(3);
  expect(await order()).toEqual(['mug.png', 'lamp.png', 'chair.png']);
  expect(problems).toEqual([]);
});

test('several models are tagged together with undo, and put into a collection that filters the gallery', async () => {
  const { page, problems } = served;
  const names = ['lamp.png', 'chair.png', 'mug.png'];
  await chooseFiles(page, await Promise.all(names.map((name, at) => writeSampleImage(folder, name, 256 + at))));
  for (const name of names) await expect(rowOf(page, name)).toContainText('Done');
  await page.keyboard.press('Shift+Digit2');
  const cards = page.getByRole('listbox', { name: 'Models' }).getByRole('option');
  const bar = page.getByRole('toolbar', { name: 'Actions for selected jobs' });
  await page.getByRole('option', { name: 'lamp.png' }).click();
  await page.getByRole('option', { name: 'chair.png' }).click({ modifiers: ['ControlOrMeta'] });
  // At once, while the second model still loads; the first one is A.
  await bar.getByRole('button', { name: 'Compare' }).click();
  const viewer = page.getByRole('region', { name: 'Viewer' });
  await expect(viewer.getByRole('slider', { name: 'Divider between A and B' })).toBeVisible();
  await expect(viewer).toContainText(/A\s*lamp\.png\s*B\s*chair\.png/);
  await expect(page.getByRole('region', { name: 'Compare two' })).toContainText(/A\s*lamp\.png\s*B\s*chair\.png/);
  await page.keyboard.press('c');

  // Of three, the app does not choose two.
  await page.getByRole('option', { name: 'mug.png' }).click({ modifiers: ['ControlOrMeta'] });
  await expect(bar).toContainText('3 selected');
  await page.keyboard.press('c');
  await expect(page.getByText('Select two models to compare.')).toBeVisible();
  await expect(viewer.getByRole('slider')).toHaveCount(0);
  await page.getByRole('option', { name: 'mug.png' }).click({ modifiers: ['ControlOrMeta'] });

  await bar.getByRole('button', { name: 'Tags…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Add tag' }).fill('hero');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('checkbox', { name: 'hero 2 of 2' })).toBeChecked();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await pointAtToasts(page);
  await expect(page.getByRole('button', { name: 'hero 2' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: 'hero 2' })).toBeHidden();

  await bar.getByRole('button', { name: 'Collections…' }).click();
  await dialog.getByRole('textbox', { name: 'New collection' }).fill('Props');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('button', { name: 'Props 2' }).click();
  await expect(cards).toHaveCount(2);
  await page.getByRole('searchbox').fill('chair');
  await expect(cards).toHaveCount(1);
  await page.reload();
  await page.keyboard.press('Shift+Digit2');
  await page.getByRole('button', { name: 'Props 2' }).click();
  await expect(cards).toHaveCount(2);
  await page.getByRole('button', { name: 'Actions for Props' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await pointAtToasts(page);
  await expect(cards).toHaveCount(3);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: 'Props 2' })).toBeVisible();

  // A card that is not selected is dragged alone, from the grid and from the list.
  const option = (name: string) => page.getByRole('option', { name });
  await page.getByRole('button', { name: 'All 3' }).click();
  await option('lamp.png').click();
  await option('mug.png').dragTo(page.getByRole('button', { name: 'Props 2' }));
  await pointAtToasts(page);
  await expect(page.getByText('Added 1 model to “Props”.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Props 3' })).toBeVisible();
  await expect(option('lamp.png')).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: 'Props 2' })).toBeVisible();
  await page.getByRole('button', { name: 'New collection' }).click();
  await dialog.getByRole('textbox').fill('Hero');
  await page.keyboard.press('Enter');
  const hero = page.getByRole('button', { name: /^Hero \d$/ });
  await option('mug.png').click({ modifiers: ['ControlOrMeta'] });
  await option('lamp.png').dragTo(hero);
  await expect(hero).toHaveText(/Hero\s*2/);
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await page.getByRole('row', { name: /^mug\.png/ }).dragTo(hero);
  await expect(page.getByText('Already in “Hero”.')).toBeVisible();
  await page.getByRole('row', { name: /^chair\.png/ }).dragTo(hero);
  await expect(hero).toHaveText(/Hero\s*3/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(problems).toEqual([]);
});

test('one operation runs on all selected models', async () => {
  const { page, problems } = served;
  const names = ['lamp.png', 'chair.png'];
  await chooseFiles(page, await Promise.all(names.map((name, at) => writeSampleImage(folder, name, 256 + at))));
  for (const name of names) await expect(rowOf(page, name)).toContainText('Done');
  await page.keyboard.press('Shift+Digit2');
  await page.getByRole('option', { name: 'lamp.png' }).click();
  await page.getByRole('option', { name: 'chair.png' }).click({ modifiers: ['ControlOrMeta'] });
  await page
    .getByRole('toolbar', { name: 'Actions for selected jobs' })
    .getByRole('button', { name: 'Operations…' })
    .click();
  await page.getByRole('button', { name: /^Convert/ }).click();
  await page.getByRole('button', { name: 'For 3D printing, 100 mm' }).click();
  await expect(page.getByText('Runs on 2 models. Free.')).toBeVisible();
  await page.getByRole('button', { name: 'Run, free' }).click();
  await expect(page.getByText(/started on 2 models/)).toBeVisible();
  // It is left for where it was opened.
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(page.getByRole('option', { name: 'lamp.png' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^(STL|3MF) 2$/ })).toBeVisible();
  expect(problems).toEqual([]);
});

test('the model of a command or a duplicate is shown and selected, whatever the gallery and the queue showed before', async () => {
  const { page, problems } = served;
  const mug = await writeSampleImage(folder, 'mug.png', 256);
  const vase = await writeSampleImage(folder, 'vase.png', 257);
  await chooseFiles(page, [mug, vase]);
  for (const name of ['mug.png', 'vase.png']) await expect(rowOf(page, name)).toContainText('Done');
  const goToMug = async (): Promise<void> => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('mug');
    await page.getByRole('option', { name: 'mug.png' }).waitFor();
    await page.keyboard.press('Enter');
  };

  // In the queue: hidden by a search, or in a folded group.
  const search = page.getByRole('searchbox', { name: 'Search jobs' });
  const searchForVase = async (): Promise<void> => {
    await page.keyboard.press('/');
    await search.fill('vase');
    await expect(rowOf(page, 'mug.png')).toHaveCount(0);
  };
  await searchForVase();
  await goToMug();
  await expect(rowOf(page, 'mug.png')).toHaveAttribute('aria-selected', 'true');
  await rowOf(page, 'vase.png').click();
  await page.getByRole('button', { name: /^Finished/ }).click();
  await expect(rowOf(page, 'mug.png')).toHaveCount(0);
  await goToMug();
  await expect(rowOf(page, 'mug.png')).toHaveAttribute('aria-selected', 'true');
  await searchForVase();
  await page.locator('input[type=file]').first().setInputFiles([mug, vase]);
  const duplicate = page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'same as mug.png' });
  await duplicate.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(rowOf(page, 'mug.png')).toHaveAttribute('aria-selected', 'true');

  // In the gallery: hidden by a search, or by the trash.
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.keyboard.press('Shift+Digit2');
  const card = page.getByRole('listbox', { name: 'Models' }).getByRole('option', { name: 'mug.png' });
  await page.getByRole('searchbox', { name: 'Search by name, tag, recipe or task ID' }).fill('vase');
  await expect(card).toHaveCount(0);
  await page.keyboard.press('Shift+Digit4');
  await goToMug();
  await expect(card).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('option', { name: 'vase.png' }).click();
  await page.keyboard.press('Delete');
  await page.getByRole('button', { name: 'Trash 1' }).click();
  await expect(page.getByRole('button', { name: 'Restore vase.png' })).toBeVisible();
  await goToMug();
  await expect(card).toHaveAttribute('aria-selected', 'true');
  expect(problems).toEqual([]);
});

test('a library above its limit is reported also when its models were cleared from the queue', async () => {
  const { page, problems } = served;
  await chooseFiles(page, [await writeSampleImage(folder, 'statue.png', 1_024)]);
  await expect(rowOf(page, 'statue.png')).toContainText('Done');
  await page.keyboard.press('Control+,');
  const limit = page.getByRole('textbox', { name: /^Warn when the library exceeds/ });
  await limit.fill('0.001');
  await limit.press('Tab');
  await page.keyboard.press('Shift+Digit2');
  const warning = page.getByText('which is more than the limit of');
  await expect(warning).toBeVisible();
  await page.keyboard.press('Shift+Digit1');
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(rowOf(page, 'statue.png')).toHaveCount(0);
  await page.keyboard.press('Shift+Digit2');
  await expect(page.getByRole('option', { name: 'statue.png' })).toBeVisible();
  await expect(warning).toBeVisible();
  await page.getByRole('button', { name: 'Clean up…' }).first().click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Remove/ })
    .click();
  await expect(warning).toHaveCount(0);
  expect(problems).toEqual([]);
});
