import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { writeSampleImage } from '../helpers/images/sample-images.ts';
import { openServedPage, pointAtToasts, rowOf, type ServedPage } from '../helpers/page/served-page.ts';

// One page and one queue: each goes on with what the one before left there.
test.describe.configure({ mode: 'serial' });

let folder = '';
let served: ServedPage;
test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dropforge-sheet-'));
  served = await openServedPage(path.join(folder, 'home'));
});
test.afterAll(async () => {
  await served.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

/** Chooses files; what they become is for the sheet to show. */
async function choose(page: Page, files: readonly string[]): Promise<void> {
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([...files]);
}

async function isWithinWindow(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
}

test('a dropped model has a thumbnail of what is in its file', async () => {
  const { page, problems } = served;
  const corners = ['0 0 0', '1 0 0', '0 1 0', '0 0 1'].map((point) => `v ${point}`).join('\n');
  await writeFile(path.join(folder, 'corner.obj'), `${corners}\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n`);
  await choose(page, [path.join(folder, 'corner.obj'), await writeSampleImage(folder, 'beside.png', 80)]);
  const sheet = page.getByRole('dialog');
  const thumbnail = sheet.getByRole('listitem').filter({ hasText: 'corner.obj' }).locator('img');
  await expect(thumbnail).toBeVisible();
  await expect.poll(() => thumbnail.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(160);
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  expect(problems).toEqual([]);
});

test('what is given is shown before it is sent: sets, duplicates, refusals, and how images are regrouped', async () => {
  const { page, problems } = served;
  const views = ['fox_front', 'fox_left', 'fox_back', 'fox_right'];
  const files = await Promise.all(views.map((name, at) => writeSampleImage(folder, `${name}.png`, 64 + at)));
  const boat = await writeSampleImage(folder, 'boat.png', 96);
  const copy = await writeSampleImage(folder, 'boat copy.png', 96);
  const notes = path.join(folder, 'notes.xyz');
  await writeFile(notes, 'words');
  const half = path.join(folder, 'half.png');
  await writeFile(half, (await readFile(boat)).subarray(0, 1_000));
  const tiny = await writeSampleImage(folder, 'tiny.png', 8);
  await choose(page, [tiny]);
  // An image that may disappoint is shown first even if it is the only one.
  await expect(page.getByRole('dialog')).toContainText('8 × 8 px');
  await expect(page.getByRole('dialog')).toContainText('Too small for details.');
  await page.keyboard.press('Escape');
  await choose(page, [...files, boat, copy, notes, half]);

  await expect(page.getByRole('dialog', { name: '6 files, 2 jobs' })).toBeVisible();
  // Its name counts what is in it, which changes.
  const sheet = page.getByRole('dialog');
  const set = sheet.getByRole('region', { name: 'fox' });
  await expect(set).toContainText('one model from 4 views');
  await expect(sheet.getByRole('region', { name: /^1 duplicate skipped/ })).toContainText('boat copy.png');
  const refused = sheet.getByRole('region', { name: '2 files can’t be used' });
  await expect(refused).toContainText('notes.xyz');
  await expect(refused).toContainText('half.png is truncated.');
  const slots = set.getByRole('listitem');
  await expect(slots.nth(1)).toContainText('fox_left.png');
  await expect(slots.nth(1)).toContainText('65 × 65 px');
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}-sheet.png` });
  await set.getByRole('button', { name: 'Move fox_left.png', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Move to Right' }).click();
  await expect(slots.nth(1)).toContainText('fox_right.png');
  await slots.nth(3).dragTo(slots.nth(1));
  await expect(slots.nth(1)).toContainText('fox_left.png');
  await set.getByRole('button', { name: 'Move fox_front.png', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Make a separate job' }).click();
  await expect(set.getByRole('alert')).toContainText('A set needs a front view and at least one more view.');
  await expect(page.getByRole('button', { name: /^Add 3 jobs/ })).toBeDisabled();
  await page.getByRole('button', { name: 'Move fox_front.png', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Add to fox as Front' }).click();
  await expect(slots.nth(0)).toContainText('fox_front.png');

  await page.setViewportSize({ width: 375, height: 760 });
  await expect(page.getByRole('button', { name: /^Add 2 jobs/ })).toBeInViewport();
  await expect.poll(() => isWithinWindow(page)).toBe(true);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByRole('button', { name: /^Add 2 jobs/ })).toBeEnabled();
  await page.keyboard.press('Control+Enter');
  await expect(rowOf(page, 'fox')).toContainText('4 views');
  await expect(rowOf(page, 'boat.png')).toContainText('Done');
  await expect(rowOf(page, 'fox')).toContainText('Done');

  await choose(page, [copy, await writeSampleImage(folder, 'tree.png', 80)]);
  await expect(page.getByText('same as boat.png, made with Draft')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('[role=row][id^=job-]')).toHaveCount(2);

  const formats = page.getByRole('button', { name: /^Output formats/ });
  const formatsBefore = (await formats.textContent()) ?? '';
  await choose(page, [boat, copy, path.join(folder, 'tree.png')]);
  await sheet.getByRole('button', { name: 'Add all anyway' }).click();
  await expect(sheet.getByRole('region', { name: /duplicates? skipped/ })).toHaveCount(0);
  await sheet.getByRole('button', { name: /^Output formats/ }).click();
  await page.getByRole('checkbox', { name: 'STL' }).click();
  await page.keyboard.press('Escape');
  await sheet.getByRole('radio', { name: 'AR', exact: true }).click();
  await sheet.getByRole('button', { name: 'More variants' }).click();
  await expect(page.getByRole('dialog', { name: '3 files, 6 jobs' })).toBeVisible();
  await sheet.getByRole('button', { name: 'Cancel' }).click();
  // What was chosen for a drop ends with it.
  const picker = page.getByRole('button', { name: 'Recipe: Draft' });
  await expect(picker).not.toContainText('×');
  await expect(formats).toHaveText(formatsBefore);
  await choose(page, [copy]);
  await expect(rowOf(page, 'boat copy.png')).toContainText('Done');
  expect(problems).toEqual([]);
});

test('the queue is grouped, searched and renamed by keyboard', async () => {
  const { page, problems } = served;
  await page.getByRole('button', { name: 'Group by: State' }).click();
  await page.getByRole('menuitemradio', { name: 'Recipe' }).click();
  await expect(page.getByRole('button', { name: /^Draft 3$/ })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Group by: Recipe' })).toBeVisible();

  await rowOf(page, 'boat.png').click();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: /^Rename/ }).click();
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused();
  await page.keyboard.type('ark');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'ark.png')).toContainText('Done');
  await expect(page.getByRole('complementary', { name: 'Details' })).toContainText('boat.glb');

  await page.keyboard.press('/');
  await page.keyboard.type('ark');
  await expect(page.locator('[role=row][id^=job-]')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+a');
  await expect(page.getByRole('toolbar', { name: 'Actions for selected jobs' })).toContainText('3 selected');
  await pointAtToasts(page);
  await page.keyboard.press('Delete');
  await expect(page.locator('[role=row][id^=job-]')).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(page.locator('[role=row][id^=job-]')).toHaveCount(3);

  await page.keyboard.press('a');
  await page.keyboard.type('https://example.com/a.png');
  await expect(page.getByText('Dropforge downloads the image or model from this link.')).toBeVisible();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('a red chair');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'a red chair')).toContainText('Done');
  expect(problems).toEqual([]);
});

test('the gallery tells what came from what, compares two, and a clean-up keeps every only copy', async () => {
  const { page, problems } = served;
  const library = path.join(folder, 'home/library');
  const models = async () => (await readdir(library, { recursive: true })).filter((name) => name.endsWith('.glb'));
  await rowOf(page, 'ark.png').click();
  await page.keyboard.press('Shift+R');
  await expect(rowOf(page, 'ark.png')).toHaveCount(2);
  await expect(rowOf(page, 'ark.png').first()).toContainText('Done');
  await expect(rowOf(page, 'ark.png').last()).toContainText('Done');

  await page.keyboard.press('Shift+Digit2');
  const cards = page.getByRole('listbox', { name: 'Models' }).getByRole('option');
  const arks = cards.filter({ hasText: 'ark.png' });
  await expect(arks).toHaveCount(2);
  await arks.last().click();
  await page.getByRole('button', { name: 'Show 1 job based on this' }).click();
  await expect(cards).toHaveCount(1);
  await expect(page.getByRole('list', { name: 'Based on, oldest first' })).toContainText('ark.png');
  await page.getByRole('button', { name: /^All/ }).click();
  await arks.first().click();
  await arks.last().click({ modifiers: ['Control'] });
  const table = page.getByRole('region', { name: 'Compare two' });
  await expect(table.getByRole('row', { name: /^Triangles/ })).toContainText('same');
  const actions = page.getByRole('toolbar', { name: 'Actions for selected jobs' });
  await expect(actions).toContainText('2 selected');
  await expect(actions.getByRole('button', { name: /^Export/ })).toBeEnabled();
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}-gallery.png` });
  await expect(table.getByRole('row', { name: /^Model: Model seed/ })).toBeVisible();
  await arks.last().click({ button: 'right' });
  await expect(page.getByRole('menuitem', { name: /^Add to favorites/ })).toBeVisible();
  await page.keyboard.press('Escape');

  await expect.poll(models).toHaveLength(5);
  const exported = path.join(folder, 'home/export/fox/fox.glb');
  await writeFile(exported, 'somebody changed it');
  await page.getByRole('button', { name: 'Clean up…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Clean up the library' });
  await dialog.getByRole('button', { name: /^Remove 14 files/ }).click();
  await expect(page.getByText(/^Removed 14 files/)).toBeVisible();
  await expect.poll(models).toHaveLength(1);
  await page.reload();
  await page.keyboard.press('Shift+Digit2');
  await arks.first().click();
  await expect(page.locator('canvas[data-ready="true"]').first()).toBeVisible();

  await page.setViewportSize({ width: 375, height: 760 });
  await expect.poll(() => isWithinWindow(page)).toBe(true);
  expect(problems).toEqual([]);
});

test('a recipe that is chosen while duplicates are looked for leaves a sheet that can be confirmed', async () => {
  const page = (await served.page.context().browser()?.newPage()) as Page;
  const compared = new Set<unknown>();
  const late: (() => void)[] = [];
  await page.routeWebSocket('**/*', (socket) => {
    const server = socket.connectToServer();
    const read = (message: string | Buffer) => JSON.parse(String(message)) as { id?: number; channel?: string };
    socket.onMessage((message) => {
      const { id, channel } = read(message);
      if (channel === 'sources:compare') compared.add(id);
      server.send(message);
    });
    server.onMessage((message) => {
      if (compared.has(read(message).id)) late.push(() => socket.send(message));
      else socket.send(message);
    });
  });
  await page.goto(await served.newLink());
  await choose(page, [await writeSampleImage(folder, 'one.png', 90), await writeSampleImage(folder, 'two.png', 92)]);
  const sheet = page.getByRole('dialog');
  await expect.poll(() => late.length).toBe(1);
  const add = sheet.getByRole('button', { name: 'Add 2 jobs' });
  await expect(add).toBeDisabled();
  await sheet.getByRole('radio', { name: 'AR', exact: true }).click();
  late.forEach((send) => send());
  await expect(add).toBeEnabled();
  await page.close();
});
