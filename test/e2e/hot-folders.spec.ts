import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { drawShape, writeSampleImage } from '../helpers/images/sample-images.ts';
import { chooseFiles, openServedPage, rowOf, type ServedPage } from '../helpers/page/served-page.ts';
import { answerAsset, beat } from '../dcc/receipts/delivery-folder.ts';

/** Where Godot keeps the list of its projects, as far as that can be another place than the person's own. */
const isGodotMovable = process.platform === 'linux';

let folder = '';
let served: ServedPage;
const dataBefore = process.env['XDG_DATA_HOME'];
test.beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dropforge-hot-'));
  if (isGodotMovable) await makeGodotProject();
  served = await openServedPage(path.join(folder, 'home'), { allow: [folder] });
});
test.afterEach(async () => {
  if (dataBefore === undefined) delete process.env['XDG_DATA_HOME'];
  else process.env['XDG_DATA_HOME'] = dataBefore;
  await served.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

test('a folder added by its path makes jobs of what is put there, asks before it spends, and shows where models arrived', async () => {
  const { page, problems } = served;
  const [exportFolder, results] = [path.join(folder, 'home/export'), path.join(folder, 'Results')];
  const props = path.join(folder, 'Props inbox');
  await page.keyboard.press('Shift+Digit4');
  await expect(page.getByRole('heading', { name: 'Hot folders create jobs automatically' })).toBeVisible();
  await addFolder(page, exportFolder);
  const dialog = page.getByRole('dialog', { name: 'Add hot folder' });
  await expect(dialog.getByRole('alert')).toContainText('would be processed again');
  await dialog.getByRole('combobox', { name: 'Folder on this computer' }).fill(tmpdir());
  await dialog.getByRole('button', { name: 'Add folder' }).click();
  const question = page.getByRole('dialog', { name: 'Confirm the change' });
  await expect(question).toContainText(`Let the page use the folder ${tmpdir()}`);
  await served.code();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The change was not confirmed.');
  const old = path.join(folder, 'Old renders');
  await mkdir(old);
  await writeSampleImage(old, 'vase.png', 64);
  await dialog.getByRole('combobox', { name: 'Folder on this computer' }).fill(folder);
  await expect(dialog.locator(`datalist option[value="${old}"]`)).toHaveCount(1);
  await dialog.getByRole('combobox', { name: 'Folder on this computer' }).fill(old);
  await expect(dialog.getByRole('status')).toContainText('1 existing file will be processed.');
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}-hot.png` });
  await dialog.getByRole('combobox', { name: 'Folder on this computer' }).fill(props);
  await dialog.getByRole('combobox', { name: 'Output folder', exact: true }).selectOption('Separate folder');
  await dialog.getByRole('textbox', { name: 'Output folder' }).fill(path.join(props, 'models'));
  await dialog.getByRole('button', { name: 'Add folder' }).click();
  await expect(dialog.getByRole('alert')).toContainText('models inside it and would be processed again');
  await dialog.getByRole('textbox', { name: 'Output folder' }).fill(results);
  // A limit that is no amount is never left out silently.
  const limit = dialog.getByRole('textbox', { name: 'Daily limit' });
  await limit.fill('50 cr');
  await dialog.getByRole('button', { name: 'Add folder' }).click();
  await expect(dialog.getByText('Enter an amount such as 50 or 12.50.')).toBeVisible();
  await limit.fill('');
  await dialog.getByRole('button', { name: 'Add folder' }).click();
  const item = folderOf(page, 'Props inbox');
  await expect(item).toContainText('› Results');
  await expect(item).toContainText('Watching');
  const targets = page.getByRole('region', { name: '3D programs' });
  await expect(targets.getByText(/not found on this computer/)).toBeVisible();
  await expect(targets.getByText('Cinema 4D')).toBeHidden();
  if (isGodotMovable) await changeImports(page, targets);

  await putPicture(props, 'oak_chair.png');
  await page.keyboard.press('Escape');
  const row = rowOf(page, 'oak_chair.png');
  await expect(row).toContainText('Done');
  // Whole to its last byte, so that it is claimed; its pixels cannot be read.
  await writeFile(path.join(props, 'broken.png'), (await drawShape(64)).fill(0, 60, 80));
  await expect(rowOf(page, 'broken.png')).toContainText('Failed');
  await expect.poll(() => existsSync(path.join(props, 'done/oak_chair.png'))).toBe(true);
  await row.click();
  const details = page.getByRole('complementary', { name: 'Details' });
  await expect(details).toContainText(
    isGodotMovable
      ? 'Not imported yet. New models are imported while the program runs: Godot.'
      : 'No program imports models from the output folder yet.',
  );

  // Another page that is hidden does not keep this one from hearing where models arrive.
  await hideAnotherPage(served);
  const asset = await readAssetId(results);
  beat(results, 'blender@studio-7');
  const answer = { file: null, dimensions: null, seconds: 0.42, warnings: ['One material was made anew.'] };
  answerAsset(results, asset, 'blender@studio-7', answer);
  await expect(row).toContainText('Delivered');
  await expect(row).toContainText('Blender 4.2');
  await expect(details).toContainText('Imported in 0.4 s, 1 warning');
  await expect(details).toContainText('One material was made anew.');
  await expectDownload(page, details.getByRole('listitem').filter({ hasText: 'oak_chair.glb' }), 'oak_chair.glb');
  await expectDownload(page, row, 'oak_chair.fbx');

  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('checkbox', { name: 'Rehearsal mode' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByText('1,000.00 test credits')).toBeVisible();
  await putPicture(props, 'iron_door.png');
  const bar = page.getByRole('status').filter({ hasText: 'Props inbox: 1 job needs confirmation.' });
  await expect(bar).toBeVisible();
  await bar.getByRole('button', { name: 'Show folders' }).click();
  await expect(item).toContainText('Waiting for confirmation');
  await expect(item).toContainText('About 120.00 credits.');
  // The first sign of life may be too old by now.
  beat(results, 'blender@studio-7');
  await expect(targets.getByRole('listitem', { name: /^Blender/ })).toContainText('Running');
  await item.getByRole('button', { name: 'Start 1, 120.00' }).click();
  await expect(item).toContainText('Watching');
  await page.keyboard.press('Shift+Digit1');
  await expect(rowOf(page, 'iron_door.png')).toBeVisible();
  await expect(bar).toHaveCount(0);

  await page.getByRole('button', { name: /^Folders/ }).click();
  const log = page.getByRole('region', { name: 'Activity' });
  await expect(log).toContainText('oak_chair.png: added');
  await expect(log).toContainText('oak_chair.png moved to done/oak_chair.png');
  await log.getByRole('checkbox', { name: 'Problems only' }).check();
  await expect(log.getByRole('listitem')).toHaveCount(1);
  await expect(log.getByRole('listitem')).toContainText('broken.png failed. ');
  await expect(log.locator('.mark.red')).toBeVisible();
  const exported = page.getByRole('region', { name: 'Output folder' }).getByRole('listitem');
  await expect(exported.filter({ hasText: 'oak_chair.png' })).toContainText('Blender 4.2');
  await item.getByRole('button', { name: 'Pause: Props inbox' }).click();
  await expect(item).toContainText('Paused');
  await item.getByRole('button', { name: 'Settings for Props inbox' }).click();
  const settings = page.getByRole('dialog', { name: 'Settings for Props inbox' });
  await settings.getByRole('combobox', { name: 'Schedule' }).selectOption('Only at certain times');
  await settings.getByRole('button', { name: 'Save' }).click();
  await expect(item).toContainText('Mo–Fr 20:00 to 07:00');
  const remove = item.getByRole('button', { name: 'Remove: Props inbox' });
  await remove.click();
  await expect(item).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(item).toContainText('Mo–Fr 20:00 to 07:00');
  await expect(item).toContainText('› Results');
  await remove.click();
  await expect(item).toHaveCount(0);
  expect(await readdir(path.join(props, 'done'))).toContain('oak_chair.png');
  expect(problems).toEqual([]);
});

test('a model that no program imports says so until a bridge is installed, and names its program from then on', async () => {
  test.skip(!isGodotMovable, 'the list of Godot’s projects is the person’s own');
  const { page } = served;
  await chooseFiles(page, [await writeSampleImage(folder, 'stool.png', 256)]);
  await expect(rowOf(page, 'stool.png')).toContainText('Done');
  await rowOf(page, 'stool.png').click();
  const details = page.getByRole('complementary', { name: 'Details' });
  await expect(details).toContainText('No program imports models from the output folder yet.');
  await details.getByRole('button', { name: 'Show 3D programs' }).click();
  const targets = page.getByRole('region', { name: '3D programs' });
  await targets.getByRole('button', { name: 'Install bridge: Godot, Orchard' }).click();
  await expect(targets.getByRole('button', { name: 'Import settings: Godot, Orchard' })).toBeVisible();
  await page.keyboard.press('Shift+Digit1');
  await rowOf(page, 'stool.png').click();
  await expect(details).toContainText('New models are imported while the program runs: Godot.');
  await expect(details).not.toContainText('No program imports');
});

/** A project that Godot remembers. */
async function makeGodotProject(): Promise<void> {
  const project = path.join(folder, 'Orchard');
  const data = path.join(folder, 'data/godot');
  await mkdir(project);
  await writeFile(path.join(project, 'project.godot'), '');
  await mkdir(data, { recursive: true });
  await writeFile(path.join(data, 'projects.cfg'), `[${project}]\n`);
  process.env['XDG_DATA_HOME'] = path.join(folder, 'data');
}

/** Puts the bridge into the project, and chooses how it imports; what makes no sense is refused with why. */
async function changeImports(page: Page, targets: Locator): Promise<void> {
  await targets.getByRole('button', { name: 'Install bridge: Godot, Orchard' }).click();
  await targets.getByRole('button', { name: 'Import settings: Godot, Orchard' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import settings for Godot, Orchard' });
  await dialog.getByRole('button', { name: 'FBX' }).click();
  await dialog.getByRole('spinbutton', { name: 'Scale' }).fill('0.5');
  await dialog.getByRole('textbox', { name: 'Folder' }).fill('res://../props');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText('a folder below res://');
  await dialog.getByRole('textbox', { name: 'Folder' }).fill('res://props');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  const file = path.join(folder, 'Orchard/addons/dropforge/settings.json');
  const chosen = { formats: ['fbx'], scale: 0.5, into: 'res://props' };
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject(chosen);
}

/** Opens the page a second time and hides it, as another tab in front does. */
async function hideAnotherPage({ page, newLink }: ServedPage): Promise<void> {
  const other = await page.context().browser()!.newPage();
  await other.goto(await newLink());
  await other.getByRole('row').first().waitFor();
  await other.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await page.bringToFront();
}

/** Adds a hot folder as a person does. */
async function addFolder(page: Page, at: string): Promise<void> {
  await page.getByRole('button', { name: 'Add folder…' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add hot folder' });
  await dialog.getByRole('combobox', { name: 'Folder on this computer' }).fill(at);
  await dialog.getByRole('button', { name: 'Add folder' }).click();
}

function folderOf(page: Page, name: string): Locator {
  return page.getByRole('region', { name: 'Hot folders' }).getByRole('listitem', { name, exact: true });
}

/** Writes it beside the folder first: it appears there whole. */
async function putPicture(into: string, name: string): Promise<void> {
  await rename(await writeSampleImage(folder, name, 256), path.join(into, name));
}

async function readAssetId(exportFolder: string): Promise<string> {
  const [name = ''] = (await readdir(exportFolder)).filter((entry) => !entry.startsWith('.'));
  return (JSON.parse(await readFile(path.join(exportFolder, name, 'dropforge.json'), 'utf8')) as { id: string }).id;
}

/** What a drag of an element would hand to another program: a file that the browser can fetch by itself. */
async function expectDownload(page: Page, from: Locator, name: string): Promise<void> {
  await from.hover();
  await page.mouse.down();
  let handed = '';
  await expect(async () => {
    handed = await from.evaluate((element) => {
      const dataTransfer = new DataTransfer();
      element.dispatchEvent(new DragEvent('dragstart', { dataTransfer, bubbles: true, cancelable: true }));
      return dataTransfer.getData('DownloadURL');
    });
    expect(handed).toContain(`:${name}:http`);
  }).toPass();
  await page.mouse.up();
  const url = handed.split(`:${name}:`)[1] ?? '';
  // Another program has neither the page's headers nor its cookies.
  expect((await (await fetch(url)).arrayBuffer()).byteLength).toBeGreaterThan(1000);
  expect((await fetch(url.replace(/key=.{4}/, 'key=AAAA'))).status).toBe(401);
}
