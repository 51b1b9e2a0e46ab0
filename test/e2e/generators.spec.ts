import { execFileSync } from 'node:child_process';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { PROJECT_ROOT } from '../../src-main/base/project-root.ts';
import { findAccessibilityViolations } from '../helpers/page/find-accessibility-violations.ts';
import { enterCode, openServedPage, pointAtToasts, type ServedPage } from '../helpers/page/served-page.ts';
import { startComfyui } from '../local-service/generators/comfyui-stand-in.ts';

const RELIEF = path.join(PROJECT_ROOT, 'assets/generators/relief.py');
const PYTHON = execFileSync('python3', ['-c', 'import sys; print(sys.executable)']).toString().trim();

let folder = '';
let served: ServedPage;
test.beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dropforge-generators-'));
  served = await openServedPage(path.join(folder, 'home'));
});
test.afterEach(async () => {
  await served.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

/** Opens the settings at their generators. */
async function openGenerators() {
  const { page } = served;
  await page.keyboard.press('Control+,');
  await page.getByRole('navigation', { name: 'Settings sections' }).getByRole('button', { name: 'Generators' }).click();
  return page.getByRole('region', { name: 'Settings' });
}

const WORKFLOW = path.join(PROJECT_ROOT, 'assets/generators/comfyui-hunyuan3d-image.json');

test('ComfyUI and another service are added and changed, and keep the files that are not chosen again', async () => {
  const { page, problems } = served;
  const [workflow, key] = [path.join(folder, 'chair.json'), path.join(folder, 'studio-key')];
  await copyFile(WORKFLOW, workflow);
  await writeFile(key, 'key-of-the-studio');
  const comfyui = await startComfyui({ kind: 'outputs', outputs: () => ({}) });
  try {
    const settings = await openGenerators();
    const dialog = page.getByRole('dialog');
    const fill = (name: string, value: string) => dialog.getByRole('textbox', { name, exact: true }).fill(value);
    const add = async (kind: string, fields: Readonly<Record<string, string>>): Promise<void> => {
      await settings.getByRole('button', { name: 'Add generator…' }).click();
      await dialog.getByRole('combobox', { name: 'Kind' }).selectOption(kind);
      for (const [name, value] of Object.entries(fields)) await fill(name, value);
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      await enterCode(served);
      await expect(dialog).toHaveCount(0);
    };
    await add('ComfyUI workflow', { Name: 'Comfy', Address: comfyui.url, Workflow: workflow });
    const items = settings.getByRole('list', { name: 'Your generators' }).getByRole('listitem');
    await expect(items.first()).toContainText('ComfyUI 0.3.40');
    await add('Another service', { Name: 'studio', Address: 'http://127.0.0.1:9', 'API key file': key });
    await expect(items.nth(1)).toContainText('does not respond');
    await settings.getByRole('combobox', { name: 'Image to model' }).selectOption('Comfy');

    await settings.getByRole('button', { name: 'Edit…: Comfy' }).click();
    await expect(dialog).toHaveAccessibleName('Edit Comfy');
    await expect(dialog.getByRole('combobox', { name: 'Kind' })).toBeDisabled();
    await expect(dialog.getByRole('textbox', { name: 'Address' })).toHaveValue(comfyui.url);
    await expect(dialog.getByRole('textbox', { name: 'Workflow' })).toHaveAttribute(
      'placeholder',
      'Unchanged: chair.json',
    );
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await fill('Name', 'Chairs');
    await dialog.getByRole('button', { name: 'Save' }).click();
    // It may do no more than before, so nothing is confirmed.
    await expect(dialog).toHaveCount(0);
    await expect(items.first()).toContainText('Chairs');
    await expect(items.first()).toContainText('ComfyUI 0.3.40');
    await expect(settings.getByRole('combobox', { name: 'Image to model' })).toHaveValue('Chairs');

    await settings.getByRole('button', { name: 'Edit…: studio' }).click();
    await expect(dialog.getByRole('textbox', { name: 'API key file' })).toHaveAttribute(
      'placeholder',
      'Unchanged: studio-key',
    );
    await fill('Address', 'http://127.0.0.1:10');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await enterCode(served);
    await expect(items.nth(1)).toContainText('http://127.0.0.1:10');

    await settings.getByRole('button', { name: 'Remove: Chairs' }).click();
    await pointAtToasts(page);
    await expect(items).toHaveCount(1);
    const toast = page.getByRole('status').filter({ hasText: 'Removed the generator Chairs.' });
    await toast.getByRole('button', { name: 'Undo' }).click();
    await expect(items.first()).toContainText('Chairs');
    await expect(settings.getByRole('combobox', { name: 'Image to model' })).toHaveValue('Chairs');
    expect(problems).toEqual([]);
  } finally {
    await comfyui.stop();
  }
});

test('a Hunyuan3D server is used for several views once the form says how it takes them', async () => {
  const { page, problems } = served;
  const settings = await openGenerators();
  const dialog = page.getByRole('dialog');
  const views = dialog.getByRole('combobox', { name: 'Views' });
  const use = settings.getByRole('combobox', { name: 'Views to model' });
  await settings.getByRole('button', { name: 'Add generator…' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('hunyuan');
  await dialog.getByRole('textbox', { name: 'Address' }).fill('http://127.0.0.1:9');
  await expect(views).toHaveValue('');
  await views.selectOption('Several, in “image_left” and so on');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await use.selectOption('hunyuan');

  const edit = settings.getByRole('button', { name: 'Edit…: hunyuan' });
  await edit.click();
  await expect(views).toHaveValue('fields');
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await views.selectOption('One image only');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(use).toHaveValue('built-in');
  await edit.click();
  await expect(views.locator('option:checked')).toHaveText('One image only');
  expect(problems).toEqual([]);
});

test('a program is added, confirmed, tested, used, and compared with the built-in engine', async () => {
  const { page, problems } = served;
  const settings = await openGenerators();
  await expect(settings.getByText('No generators yet.')).toBeVisible();
  await settings.getByRole('button', { name: 'Add generator…' }).click();

  const dialog = page.getByRole('dialog', { name: 'Add generator' });
  await dialog.getByRole('combobox', { name: 'Kind' }).selectOption('Program');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('relief');
  await dialog.getByRole('textbox', { name: 'Program' }).fill('python3');
  await dialog.getByRole('textbox', { name: 'Arguments' }).fill(`"${RELIEF}"`);
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('Enter the whole path of the file.');
  await dialog.getByRole('textbox', { name: 'Program' }).fill(PYTHON);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await enterCode(served);
  await expect(dialog).toHaveCount(0);

  const item = settings.getByRole('list', { name: 'Your generators' }).getByRole('listitem');
  await expect(item).toContainText('Ready');
  await expect(item).toContainText('Program · python3');
  await item.getByRole('button', { name: 'Test' }).click();
  await expect(item).toContainText(/Generated in .*, 8,192 triangles\./, { timeout: 60_000 });
  await expect(item.getByRole('img', { name: 'Model that relief generated' })).toBeVisible();
  await settings.getByRole('combobox', { name: 'Image to model' }).selectOption('relief');
  await settings.getByRole('button', { name: 'Look for generators' }).click();
  await expect(settings.getByText(/server(s)? found\./i)).toBeVisible();
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 740 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });

  await item.getByRole('button', { name: 'Show model' }).click();
  const row = page.getByRole('row', { name: /mug|fox|rocket/i });
  await expect(row).toContainText('relief');
  const details = page.getByRole('complementary', { name: 'Details' });
  await expect(details.getByText('Generated on this computer with relief (relief.py).')).toBeVisible();
  await expect(details.getByText('Draft, generated on this computer')).toHaveCount(0);
  await details.getByRole('button', { name: 'Generate again' }).click();
  await page.getByRole('menuitem', { name: 'Generate with the built-in engine' }).click();
  // The model and the one it was made like are selected, and shown side by side when it is done.
  await expect(page.getByRole('row', { selected: true })).toHaveCount(2);
  await expect(page.getByRole('row', { name: /done/i, selected: true })).toHaveCount(2, { timeout: 60_000 });
  await expect(page.getByRole('slider', { name: 'Divider between A and B' })).toBeVisible();

  // Recipes switch single steps of the clean-up.
  await page.keyboard.press('Shift+Digit3');
  await page.getByRole('navigation', { name: 'Recipes' }).getByRole('button', { name: /^Game/ }).click();
  await page.getByRole('button', { name: 'Duplicate to edit' }).click();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  await page.keyboard.type('Printed props');
  await page.keyboard.press('Enter');
  const cleanup = page.getByRole('region', { name: 'Clean-up of generated models' });
  await cleanup.getByRole('combobox', { name: 'Clean-up' }).selectOption('These steps');
  await cleanup.getByRole('checkbox', { name: 'Close every part for printing' }).check();
  await cleanup.getByRole('checkbox', { name: 'Remove loose pieces' }).uncheck();
  await cleanup.getByRole('spinbutton', { name: 'Longest side in meters' }).fill('0.1');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('textbox', { name: 'Pipeline parameters' })).toHaveValue(
    /"cleanup":\s*\{\s*"watertight":\s*true,\s*"floaters":\s*0,\s*"size":\s*0\.1\s*\}/,
  );
  expect(await findAccessibilityViolations(page)).toEqual([]);
  expect(problems).toEqual([]);
});
