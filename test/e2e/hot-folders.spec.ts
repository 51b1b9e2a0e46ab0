import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { writePicture } from '../helpers/pictures.ts';
import { openServedPage, rowOf, type ServedPage } from '../helpers/served-page.ts';
import { answerAsset, beat } from '../dcc/delivery-folder.ts';

let folder = '';
let served: ServedPage;
test.beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dropforge-hot-'));
  served = await openServedPage(path.join(folder, 'home'));
});
test.afterEach(async () => {
  await served.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

test('a folder added by its path makes jobs of what is put there, asks before it spends, and shows where models arrived', async () => {
  const { page, problems } = served;
  const exportFolder = path.join(folder, 'home/export');
  const props = path.join(folder, 'Props inbox');
  await page.keyboard.press('Shift+Digit4');
  await expect(page.getByRole('heading', { name: 'A hot folder makes jobs by itself' })).toBeVisible();
  await addFolder(page, exportFolder);
  const dialog = page.getByRole('dialog', { name: 'Add a hot folder' });
  await expect(dialog.getByRole('alert')).toContainText('it would feed itself');
  await dialog.getByRole('textbox', { name: 'Folder on this computer' }).fill(props);
  await dialog.getByRole('button', { name: 'Add folder' }).click();
  const item = folderOf(page, 'Props inbox');
  await expect(item).toContainText('Watching');
  const targets = page.getByRole('region', { name: 'Targets' });
  await expect(targets.getByText(/not found on this computer/)).toBeVisible();
  await expect(targets.getByText('Cinema 4D')).toBeHidden();

  await putPicture(props, 'oak_chair.png');
  await page.keyboard.press('Escape');
  const row = rowOf(page, 'oak_chair.png');
  await expect(row).toContainText('Done');
  await expect.poll(() => existsSync(path.join(props, 'done/oak_chair.png'))).toBe(true);
  await row.click();
  const details = page.getByRole('complementary', { name: 'Details' });
  await expect(details).toContainText('No program takes models from the export folder yet.');

  const asset = await readAssetId(exportFolder);
  beat(exportFolder, 'blender@studio-7');
  const answer = { file: null, dimensions: null, seconds: 0.42, warnings: ['One material was made anew.'] };
  answerAsset(exportFolder, asset, 'blender@studio-7', answer);
  await expect(row).toContainText('Delivered');
  await expect(row).toContainText('Blender 4.2');
  await expect(details).toContainText('Imported in 0.4 s, 1 warning');
  await expect(details).toContainText('One material was made anew.');
  await expectDownload(page, details.getByRole('listitem').filter({ hasText: 'oak_chair.glb' }), 'oak_chair.glb');
  await expectDownload(page, row, 'oak_chair.fbx');

  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('checkbox', { name: 'Rehearsal mode' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByText('1,000.00 credits')).toBeVisible();
  await putPicture(props, 'iron_door.png');
  const bar = page.getByRole('status').filter({ hasText: 'Props inbox: 1 job waits for your yes.' });
  await expect(bar).toBeVisible();
  await bar.getByRole('button', { name: 'Show folders' }).click();
  await expect(item).toContainText('Waits for your yes');
  await expect(item).toContainText('About 120.00 credits.');
  await expect(targets.getByRole('listitem', { name: /^Blender/ })).toContainText('Live');
  await item.getByRole('button', { name: 'Start 1, 120.00' }).click();
  await expect(item).toContainText('Watching');
  await page.keyboard.press('Shift+Digit1');
  await expect(rowOf(page, 'iron_door.png')).toBeVisible();
  await expect(bar).toHaveCount(0);

  await page.getByRole('button', { name: /^Folders/ }).click();
  await item.getByRole('button', { name: 'Pause: Props inbox' }).click();
  await expect(item).toContainText('Paused');
  await item.getByRole('button', { name: 'Settings of Props inbox' }).click();
  const settings = page.getByRole('dialog', { name: 'Settings of Props inbox' });
  await settings.getByRole('combobox', { name: 'Hours' }).selectOption('Only at these hours');
  await settings.getByRole('button', { name: 'Save' }).click();
  await expect(item).toContainText('Mo–Fr 20:00 to 07:00');
  await item.getByRole('button', { name: 'Remove…: Props inbox' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove folder' }).click();
  await expect(item).toHaveCount(0);
  expect(await readdir(path.join(props, 'done'))).toContain('oak_chair.png');
  expect(problems).toEqual([]);
});

/** Adds a hot folder as a person does. */
async function addFolder(page: Page, at: string): Promise<void> {
  await page.getByRole('button', { name: 'Add folder…' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add a hot folder' });
  await dialog.getByRole('textbox', { name: 'Folder on this computer' }).fill(at);
  await dialog.getByRole('button', { name: 'Add folder' }).click();
}

function folderOf(page: Page, name: string): Locator {
  return page.getByRole('region', { name: 'Hot folders' }).getByRole('listitem', { name, exact: true });
}

/** Writes it beside the folder first: it appears there whole. */
async function putPicture(into: string, name: string): Promise<void> {
  await rename(await writePicture(folder, name, 256), path.join(into, name));
}

async function readAssetId(exportFolder: string): Promise<string> {
  const [name = ''] = (await readdir(exportFolder)).filter((entry) => !entry.startsWith('.'));
  return (JSON.parse(await readFile(path.join(exportFolder, name, 'dropforge.json'), 'utf8')) as { id: string }).id;
}

/** What a drag of an element would hand to another program: a file that the browser can fetch by itself. */
async function expectDownload(page: Page, from: Locator, name: string): Promise<void> {
  await from.hover();
  await page.mouse.down();
  const drag = () =>
    from.evaluate((element) => {
      const dataTransfer = new DataTransfer();
      element.dispatchEvent(new DragEvent('dragstart', { dataTransfer, bubbles: true, cancelable: true }));
      return dataTransfer.getData('DownloadURL');
    });
  await expect.poll(drag).toContain(`:${name}:http`);
  await page.mouse.up();
  const url = (await drag()).split(`:${name}:`)[1] ?? '';
  // Another program has neither the page's headers nor its cookies.
  expect((await (await fetch(url)).arrayBuffer()).byteLength).toBeGreaterThan(1000);
  expect((await fetch(url.replace(/key=.{4}/, 'key=AAAA'))).status).toBe(401);
}
