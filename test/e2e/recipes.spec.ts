import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { writeSampleImage } from '../helpers/images/sample-images.ts';
import { chooseFiles, openServedPage, pointAtToasts, rowOf, type ServedPage } from '../helpers/page/served-page.ts';

let folder = '';
let served: ServedPage;
test.beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dropforge-recipes-'));
  served = await openServedPage(path.join(folder, 'home'));
});
test.afterEach(async () => {
  await served.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

test('a shipped recipe is duplicated, changed against the rules, put right, kept, and jobs are made with it', async () => {
  const { page, problems } = served;
  await page.keyboard.press('Shift+Digit3');
  const list = page.getByRole('navigation', { name: 'Recipes' });
  await list.getByRole('button', { name: /^Game/ }).click();
  await expect(page.getByText('Built-in recipe (read-only).')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Face limit' })).toBeDisabled();
  await page.getByRole('button', { name: 'Duplicate to edit' }).click();
  await nameIt(page, 'Kiln props');
  await expect(page.getByRole('heading', { name: 'Kiln props' })).toBeVisible();
  await expect(page.getByText('copy of Game')).toBeVisible();

  const faces = page.getByRole('textbox', { name: 'Face limit' });
  const verdict = page.locator('[aria-live]').filter({ hasText: /Valid|issue/ });
  await faces.fill('900000');
  await expect(verdict).toContainText('1 issue');
  await expect(faces).toHaveAttribute('aria-invalid', 'true');
  await expect(page.locator('#step-field-face_limit-issue')).toContainText('must be 48 to 20,000 triangles');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('unsaved changes')).toHaveCount(1);
  // A reload loses nothing.
  await page.reload();
  await page.keyboard.press('Shift+Digit3');
  await list.getByRole('button', { name: /^Kiln props/ }).click();
  await expect(verdict).toContainText('Face limit must be 48 to 20,000');
  await card(page, 'Convert to FBX').click();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(faces).toBeFocused();
  await faces.fill('5000');
  await expect(verdict).toContainText('Valid');

  await page.getByRole('button', { name: 'Add step here' }).nth(1).click();
  await expect(page.getByRole('menuitem', { name: /^Image to model/ })).toContainText('Requires the result of');
  await page.getByRole('menuitem', { name: 'Decimate' }).click();
  await expect(card(page, 'Decimate')).toBeFocused();
  await expect(verdict).toContainText('3 steps');
  await page.keyboard.press('Alt+ArrowUp');
  await expect(card(page, 'Decimate')).toBeFocused();
  await expect(verdict).toContainText('uses the result of a later step');
  await page.keyboard.press('Control+z');
  await expect(verdict).toContainText('Valid');
  await expect(card(page, 'Decimate')).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(verdict).toContainText('2 steps');
  await page.keyboard.press('Control+z');
  await expect(verdict).toContainText('3 steps');
  await expect(card(page, 'Decimate')).toBeFocused();

  await page.keyboard.press('Control+s');
  await expect(page.getByText('Saved Kiln props as version 2.')).toBeVisible();
  await page.getByRole('button', { name: 'Actions for Kiln props' }).click();
  await page.getByRole('menuitem', { name: 'Changes' }).click();
  const changes = page.getByRole('dialog', { name: 'Changes in Kiln props' });
  await expect(changes).toContainText('Step 1 (Image to model), face_limit: 8000 → 5000');
  await expect(changes).toContainText('Step 2: Decimate, input: step 1');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Run test free' }).click();
  const run = page.getByRole('region', { name: 'Test run' });
  await expect(run).toContainText('Done');
  await expect(run).toContainText('3 of 3 steps in');
  await run.getByRole('button', { name: 'Show in queue' }).click();
  const strip = page.getByRole('list', { name: 'Made from' });
  await expect(strip).toContainText(/Model.*Decimate.*FBX/);

  await page.getByRole('button', { name: 'Recipe: Draft' }).click();
  await page.getByRole('radio', { name: 'Kiln props' }).click();
  await page.keyboard.press('Escape');
  await chooseFiles(page, [await writeSampleImage(folder, 'pot.png', 256)]);
  await rowOf(page, 'pot.png').click();
  await expect(strip).toContainText(/Model.*Decimate.*FBX/);
  expect(problems).toEqual([]);
});

test('what can be undone stays while the pointer is on it or the focus in it, and leaves after both', async () => {
  const { page } = served;
  await page.keyboard.press('Shift+Digit3');
  await page.getByRole('button', { name: 'New recipe' }).click();
  await nameIt(page, 'Mine');
  await page.getByRole('button', { name: 'Actions for Mine' }).click();
  await page.clock.install();
  await pointAtToasts(page);
  await page.getByRole('menuitem', { name: 'Remove recipe' }).press('Enter');
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect(undo).toBeVisible();
  const toast = page.getByRole('status').filter({ has: undo });
  await expect.poll(() => toast.evaluate((element) => element.matches(':hover'))).toBe(true);
  await page.clock.fastForward(60_000);
  await expect(undo).toBeVisible();

  await undo.focus();
  await page.mouse.move(0, 0);
  await page.clock.fastForward(60_000);
  await expect(undo).toBeVisible();

  await undo.blur();
  await page.clock.fastForward(60_000);
  await expect(undo).toHaveCount(0);
});

test('a value that begins with that of a tile is typed, and becomes the tile only if it ends there', async () => {
  const { page, problems } = served;
  await page.keyboard.press('Shift+Digit3');
  await page
    .getByRole('navigation', { name: 'Recipes' })
    .getByRole('button', { name: /^Character/ })
    .click();
  await page.getByRole('button', { name: 'Duplicate to edit' }).click();
  await nameIt(page, 'Walker');
  await expect(page.getByRole('heading', { name: 'Walker' })).toBeVisible();
  await page.getByRole('button', { name: 'Add step at the end' }).click();
  await page.getByRole('menuitem', { name: /^Animation/ }).click();
  const animations = page.locator('#step-field-animations');
  await animations.getByRole('button', { name: 'Other…' }).click();
  const names = page.locator('#step-field-animations-other');
  await names.pressSequentially('preset:walk_slow\npreset:walk');
  await expect(names).toHaveValue('preset:walk_slow\npreset:walk');
  await expect(animations.getByRole('button', { name: 'Walk', exact: true })).toHaveAttribute('aria-pressed', 'false');
  await names.blur();
  await expect(names).toHaveValue('preset:walk_slow');
  await expect(animations.getByRole('button', { name: 'Walk', exact: true })).toHaveAttribute('aria-pressed', 'true');

  await page.locator('#chain-2').click();
  const rig = page.locator('#step-field-rig_type');
  await rig.getByRole('radio', { name: 'Other…' }).click();
  const typed = page.locator('#step-field-rig_type-other');
  await typed.pressSequentially('bipedal');
  await expect(typed).toHaveValue('bipedal');
  await expect(rig.getByRole('radio', { name: 'Other…' })).toBeChecked();
  await typed.press('Backspace');
  await typed.press('Backspace');
  await expect(typed).toHaveValue('biped');
  await typed.press('Enter');
  await expect(typed).toHaveCount(0);
  await expect(rig.getByRole('radio', { name: 'Biped', exact: true })).toBeChecked();
  expect(problems).toEqual([]);
});

test('it works in one column and in Chinese, and a removed recipe comes back', async () => {
  const { page, problems } = served;
  await page.keyboard.press('Shift+Digit3');
  await page.getByRole('button', { name: 'New recipe' }).click();
  await nameIt(page, 'Mine');
  await page.getByRole('button', { name: 'Actions for Mine' }).click();
  await pointAtToasts(page);
  await page.getByRole('menuitem', { name: 'Remove recipe' }).press('Enter');
  const list = page.getByRole('navigation', { name: 'Recipes' });
  await expect(list.getByRole('button', { name: /^Mine/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(list.getByRole('button', { name: /^Mine/ })).toBeVisible();

  await page.setViewportSize({ width: 375, height: 800 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
  await card(page, 'Convert to FBX').click();
  await expect(page.getByRole('region', { name: 'Step 2: Convert to FBX' })).toBeInViewport();
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.keyboard.press('Control+,');
  await page.getByRole('radio', { name: '简体中文' }).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+Digit3');
  await expect(page.getByRole('heading', { name: '流程', exact: true })).toBeVisible();
  await expect(page.getByText('有效')).toBeVisible();
  await expect(page.getByText('转换为 FBX').first()).toBeVisible();
  expect(problems).toEqual([]);
});

/** The name of a new recipe is there to be typed. */
async function nameIt(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
}

/** The card of a step in the chain. */
function card(page: Page, title: string) {
  return page.getByRole('list', { name: 'Steps' }).getByRole('button', { name: new RegExp(`^\\d+ ${title}`) });
}
