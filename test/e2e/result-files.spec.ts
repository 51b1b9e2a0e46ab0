import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { chooseFiles, openServedPage, pointAtToasts, rowOf, type ServedPage } from '../helpers/page/served-page.ts';

const SAMPLE = path.resolve(import.meta.dirname, '../../assets/samples/mug.png');

let folder = '';
let served: ServedPage;
test.beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dropforge-result-files-'));
  served = await openServedPage(path.join(folder, 'home'));
});
test.afterEach(async () => {
  await served.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

/** Exports the selected job in another format. */
async function exportAs(page: Page, format: string): Promise<void> {
  await page.getByRole('button', { name: 'Export as…' }).click();
  await page.getByRole('menuitem', { name: new RegExp(`^${format}`) }).click();
}

test('later results go into the folder of their asset, what exists is shown, and files with side files are saved as a zip', async () => {
  const { page, problems } = served;
  const exported = path.join(folder, 'home/export');
  await chooseFiles(page, [SAMPLE]);
  await expect(rowOf(page, 'mug.png')).toContainText('Done');
  await rowOf(page, 'mug.png').click();
  const details = page.getByRole('complementary', { name: 'Details' });
  await exportAs(page, 'OBJ');
  await expect(details.getByRole('button', { name: /^Save mug\.obj/ })).toBeVisible();
  await exportAs(page, 'glTF');
  await expect(details.getByRole('button', { name: /^Save mug\.gltf/ })).toBeVisible();
  await details.getByRole('button', { name: /^Decimate free/ }).click();
  const form = page.getByRole('region', { name: 'Decimate' });
  await form.getByRole('textbox', { name: 'Face limit' }).fill('1000');
  await form.getByRole('button', { name: 'Run, free' }).click();
  await expect(page.getByText('The viewer shows the result.')).toBeVisible();
  await page.getByRole('region', { name: 'Operations' }).getByRole('button', { name: 'Back' }).click();
  await expect(details).toContainText('mug_decimated.glb');
  expect(await readdir(exported)).toEqual(['mug']);
  const names = await readdir(path.join(exported, 'mug'));
  expect(names).toEqual(expect.arrayContaining(['mug.glb', 'mug.fbx', 'mug_decimated.glb']));
  expect(names.filter((name) => /\(\d+\)/.test(name))).toEqual([]);

  for (const [name, side] of [
    ['mug.obj', '.mtl'],
    ['mug.gltf', '.bin'],
  ] as const) {
    const saved = page.waitForEvent('download');
    await details.getByRole('button', { name: new RegExp(`^Save ${name.replace('.', '\\.')}`) }).click();
    const download = await saved;
    expect(download.suggestedFilename()).toBe(name.replace(/\.(\w+)$/, '_$1.zip'));
    const bytes = await readFile(await download.path(), 'latin1');
    expect(bytes.startsWith('PK')).toBe(true);
    expect(bytes).toContain(name);
    expect(bytes).toContain(side);
  }

  // The newest result is exported, once.
  await exportAs(page, 'OBJ');
  await expect(details).toContainText('mug_decimated.obj');
  await exportAs(page, 'OBJ');
  await expect(page.getByText('mug_decimated.obj was exported before.')).toBeVisible();
  await expect(details.locator('li[aria-current]')).toContainText('mug_decimated.obj');
  await expect(page.getByRole('region', { name: 'Viewer' }).getByRole('button', { name: /^OBJ/ })).toBeVisible();
  expect(await readdir(exported)).toEqual(['mug']);
  expect(problems).toEqual([]);
});

test('exports of several jobs that exist already are selected and shown on request', async () => {
  const { page, problems } = served;
  await chooseFiles(page, [SAMPLE, path.resolve(import.meta.dirname, '../../assets/samples/fox.png')]);
  for (const name of ['mug.png', 'fox.png']) await expect(rowOf(page, name)).toContainText('Done');
  const bar = page.getByRole('toolbar', { name: 'Actions for selected jobs' });
  const exportBoth = async (): Promise<void> => {
    await rowOf(page, 'fox.png').click();
    await rowOf(page, 'mug.png').click({ modifiers: ['ControlOrMeta'] });
    await bar.getByRole('button', { name: 'Export 2 as…' }).click();
    await page.getByRole('menuitem', { name: 'FBX' }).click();
  };
  await exportBoth();
  await expect(page.getByText('2 models were exported as FBX before.')).toBeVisible();
  await pointAtToasts(page);

  // Also where other jobs are selected and another view is open meanwhile.
  await page.keyboard.press('Shift+Digit4');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(bar).toContainText('2 selected');
  await expect(rowOf(page, 'fox.png')).toHaveAttribute('aria-selected', 'true');
  const details = page.getByRole('complementary', { name: 'Details' });
  await expect(details.locator('li[aria-current]')).toContainText('fox.fbx');
  await expect(page.getByRole('region', { name: 'Viewer' }).getByRole('button', { name: /^FBX/ })).toBeVisible();
  await rowOf(page, 'mug.png').click();
  await expect(details.locator('li[aria-current]')).toContainText('mug.fbx');
  await expect(page.getByRole('button', { name: 'Show', exact: true })).toHaveCount(0);
  expect(problems).toEqual([]);
});
