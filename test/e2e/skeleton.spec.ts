import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { rodAnimal, toBody } from '../engine/change/rig/bodies.ts';
import { chooseFiles, openServedPage, rowOf, type ServedPage } from '../helpers/page/served-page.ts';

let folder = '';
let served: ServedPage;
test.beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dropforge-skeleton-'));
  served = await openServedPage(path.join(folder, 'home'));
});
test.afterEach(async () => {
  await served.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

test('an animal gets a skeleton and walks: its kind and its clips are among what the forms suggest', async () => {
  const { page, problems } = served;
  const animal = path.join(folder, 'animal.glb');
  await writeFile(animal, await toBody(...rodAnimal()));
  await chooseFiles(page, [animal]);
  await expect(rowOf(page, 'animal.glb')).toContainText('Done');
  await rowOf(page, 'animal.glb').click();
  await page.keyboard.press('Shift+O');

  const list = page.getByRole('region', { name: 'Operations', exact: true });
  await list.getByRole('button', { name: /^Rig free/ }).click();
  const rig = page.getByRole('region', { name: 'Rig', exact: true });
  const kind = rig.getByRole('combobox', { name: 'Rig type' });
  await expect(rig.locator(`datalist option[value="quadruped"]`)).toBeAttached();
  await kind.fill('quadruped');
  await rig.getByRole('button', { name: /^Run/ }).click();
  await expect(page.getByText('Rig finished. The viewer shows the result.')).toBeVisible();

  await list.getByRole('button', { name: /^Animate free/ }).click();
  const form = page.getByRole('region', { name: 'Animate', exact: true });
  const walk = form.getByRole('group', { name: 'Animations' }).getByRole('button', { name: 'quadruped:walk' });
  await walk.click();
  await expect(walk).toHaveAttribute('aria-pressed', 'true');
  await expect(form.getByRole('textbox', { name: 'Animations' })).toHaveValue('preset:quadruped:walk');
  await form.getByRole('button', { name: /^Run/ }).click();
  await expect(page.getByText('Animate finished. The viewer shows the result.')).toBeVisible();
  expect(problems).toEqual([]);
});
