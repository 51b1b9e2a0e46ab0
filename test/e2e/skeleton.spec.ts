import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { rodAnimal, toBody } from '../engine/change/rig/bodies.ts';
import { captureView, waitForViewer } from '../helpers/page/viewer-page.ts';
import { showRequest } from '../helpers/page/show-request.ts';
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

/** How many pixels of a look are blue, as the accent colour that bones have. */
function countBlue(look: Buffer): number {
  let count = 0;
  for (let index = 0; index < look.length; index += 3) if ((look[index + 2] ?? 0) - (look[index] ?? 0) > 24) count++;
  return count;
}

/** The bones are drawn over the body while the skeleton is on, and not otherwise. */
async function expectDrawnSkeleton(page: Page): Promise<void> {
  await waitForViewer(page);
  const toggle = page.getByRole('toolbar', { name: 'View' }).getByRole('button', { name: 'Skeleton' });
  const look = async (isOn: boolean): Promise<number> => {
    if ((await toggle.getAttribute('aria-pressed')) !== String(isOn)) await toggle.click();
    await expect(toggle).toHaveAttribute('aria-pressed', String(isOn));
    return countBlue(await captureView(page));
  };
  // Again if something else came or went meanwhile: a toast lies over the view for a few seconds.
  await expect(async () => {
    const [before, on, after] = [await look(false), await look(true), await look(false)];
    expect(on).toBeGreaterThan(before + 50);
    expect(Math.abs(after - before)).toBeLessThan(10);
  }).toPass();
}

test('an animal gets a skeleton and walks: kinds and clips are choices, and nothing runs twice', async () => {
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
  const kinds = rig.getByRole('radiogroup', { name: 'Rig type' });
  await expect(kinds.getByRole('radio', { name: 'Biped' })).toBeChecked();
  await kinds.getByRole('radio', { name: 'Quadruped' }).click();
  await rig.getByRole('button', { name: /^Run/ }).click();
  await expect(page.getByText('Rig finished. The viewer shows the result.')).toBeVisible();
  await expectDrawnSkeleton(page);

  await list.getByRole('button', { name: /^Animate free/ }).click();
  const form = page.getByRole('region', { name: 'Animate', exact: true });
  const run = form.getByRole('button', { name: /^Run, free/ });
  await expect(form).toContainText('To run, set: Animations.');
  await expect(form.locator('.red')).toHaveCount(0);
  await expect(run).toBeDisabled();
  const clips = form.getByRole('group', { name: 'Animations' });
  const walk = clips.getByRole('button', { name: 'Walk, four legs' });
  await expect(clips.getByRole('button')).toHaveCount(2);
  await expect.poll(() => walk.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(144);
  await walk.click();
  await expect(walk).toHaveAttribute('aria-pressed', 'true');
  const request = await showRequest(page);
  await expect(request).toContainText('"preset:quadruped:walk"');
  await clips.getByRole('button', { name: 'Other…' }).click();
  await form.getByRole('textbox', { name: 'Animations: other value' }).fill('preset:quadruped:trot');
  await expect(request).toContainText('"preset:quadruped:trot"');
  await clips.getByRole('button', { name: 'Other…' }).click();
  await expect(request).not.toContainText('trot');
  await run.click();
  await expect(page.getByText('Animate finished. The viewer shows the result.')).toBeVisible();
  await expect(form).toContainText('Finished with these settings.');
  await expect(walk).toHaveAttribute('aria-pressed', 'true');
  await expect(run).toBeDisabled();
  await form.getByRole('button', { name: 'Run again' }).click();
  await expect(run).toBeFocused();
  await expect(run).toBeEnabled();
  expect(problems).toEqual([]);
});
