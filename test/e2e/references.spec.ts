import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { findAccessibilityViolations } from '../helpers/page/find-accessibility-violations.ts';
import { showRequest } from '../helpers/page/show-request.ts';
import { chooseFiles, openServedPage, rowOf, type ServedPage } from '../helpers/page/served-page.ts';

const SAMPLE = path.resolve(import.meta.dirname, '../../assets/samples/mug.png');

let folder = '';
let served: ServedPage;
test.beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dropforge-references-'));
  served = await openServedPage(path.join(folder, 'home'));
  // Choosers are caught from the beginning: a key is quicker than the catching is set up.
  served.page.on('filechooser', () => undefined);
});
test.afterEach(async () => {
  await served.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

/** Generates a model of the sample and opens the form of its texture. */
async function openTexture(page: Page): Promise<void> {
  await chooseFiles(page, [SAMPLE]);
  await expect(rowOf(page, 'mug.png')).toContainText('Done');
  await rowOf(page, 'mug.png').click();
  await page.keyboard.press('Shift+O');
  await page
    .getByRole('region', { name: 'Operations', exact: true })
    .getByRole('button', { name: /^Texture free/ })
    .click();
}

test('a model is textured after an image that was chosen, dropped or pasted in the form', async () => {
  const { page, problems } = served;
  const moss = await paint('moss.png', '#3f7d2a');
  await openTexture(page);
  const form = page.getByRole('region', { name: 'Texture', exact: true });
  const look = form.getByRole('group', { name: 'Appearance', exact: true });
  const request = await showRequest(page);

  await look.getByRole('radio', { name: 'Text', exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(look.getByRole('radio', { name: 'Image', exact: true })).toBeChecked();
  await page.keyboard.press('Tab');
  await expect(look.getByRole('button', { name: 'Choose image: Appearance' })).toBeFocused();
  await choose(page, () => page.keyboard.press('Enter'), [moss]);
  await expect(look).toContainText('moss.png');
  await expect(look.getByRole('button', { name: 'Replace image: Appearance' })).toBeVisible();
  await expect(look.locator('img')).toBeVisible();
  await expect(request).toContainText('"image": "<token of moss.png>"');
  expect(await findAccessibilityViolations(page)).toEqual([]);

  await look.getByRole('button', { name: 'Remove image: Appearance' }).click();
  await expect(look.getByRole('button', { name: 'Choose image: Appearance' })).toBeFocused();
  await expect(request).not.toContainText('texture_prompt');
  await give(page, look.getByRole('textbox'), 'paste', await readFile(SAMPLE), 'image.png');
  await expect(look).toContainText('image.png');
  // It was for the field, not for a model of its own.
  await give(page, look.locator('[data-takes-files]'), 'drop', await readFile(moss), 'moss.png');
  await expect(look).toContainText('moss.png');
  await give(page, look.locator('[data-takes-files]'), 'drop', Buffer.from('no picture'), 'broken.png');
  await expect(form.getByRole('alert')).toContainText('broken.png is not an image.');
  await expect(look).toContainText('moss.png');

  await form.getByRole('button', { name: /^Run/ }).click();
  await expect(page.getByText('Texture finished. The viewer shows the result.')).toBeVisible();
  const kept = await readdir(path.join(folder, 'home', 'library', 'references'));
  expect(kept.filter((name) => name.endsWith('.png'))).toHaveLength(2);
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(page.locator('[role=row][id^=job-]')).toHaveCount(1);
  expect(problems).toEqual([]);
});

test('materials fill in the appearance in words, which stays editable', async () => {
  const { page, problems } = served;
  await openTexture(page);
  const look = page.getByRole('group', { name: 'Appearance', exact: true });
  const words = look.getByRole('textbox', { name: 'Appearance' });
  const material = (name: string) =>
    look.getByRole('group', { name: 'Materials' }).getByRole('button', { name, exact: true });
  await material('Wood').click();
  await expect(words).toHaveValue('wood');
  await words.fill('dark wood, worn edges');
  await material('Leather').click();
  await expect(words).toHaveValue('dark leather, worn edges');
  await expect(material('Leather')).toHaveAttribute('aria-pressed', 'true');
  await expect(material('Wood')).toHaveAttribute('aria-pressed', 'false');
  await expect(await showRequest(page)).toContainText('"text": "dark leather, worn edges"');
  const pictures = () =>
    look.locator('.tile img').evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth));
  await expect.poll(pictures).toEqual(Array.from({ length: 10 }, () => 144));
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await look.getByRole('radio', { name: 'Image', exact: true }).click();
  await expect(material('Wood')).toHaveCount(0);
  expect(problems).toEqual([]);
});

test('a step of a recipe follows four images, dropped at once where their names say, in a narrow window too', async () => {
  const { page, problems } = served;
  const files = await Promise.all(
    ['front', 'left', 'back', 'right'].map((side, index) => paint(`moss_${side}.png`, `hsl(${index * 80} 60% 40%)`)),
  );
  await page.keyboard.press('Shift+Digit3');
  const list = page.getByRole('navigation', { name: 'Recipes' });
  await list.getByRole('button', { name: /^Draft/ }).click();
  await page.getByRole('button', { name: 'Duplicate to edit' }).click();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  await page.keyboard.type('Mossy');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Add step here' }).nth(1).click();
  await page.getByRole('menuitem', { name: /^Texture/ }).click();
  const look = page.getByRole('group', { name: 'Appearance', exact: true });
  await look.getByRole('radio', { name: 'Four images' }).click();
  await choose(page, () => look.getByRole('button', { name: 'Choose image: Back' }).click(), files.slice(1));
  await expect(look.getByRole('group', { name: 'Left', exact: true })).toContainText('moss_left.png');
  const verdict = page.locator('[aria-live]').filter({ hasText: /Valid|issue/ });
  await expect(verdict).toContainText('1 issue');
  await expect(page.locator('#step-field-texture_prompt-issue')).toContainText('Choose all four images');
  await choose(page, () => look.getByRole('button', { name: 'Choose image: Front' }).click(), files.slice(0, 1));
  await expect(verdict).toContainText('Valid');
  await page.setViewportSize({ width: 320, height: 740 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  for (const slot of await look.getByRole('group').all()) {
    await expect
      .poll(() => slot.evaluate((element) => element.scrollWidth - element.clientWidth))
      .toBeLessThanOrEqual(0);
  }
  expect(await findAccessibilityViolations(page)).toEqual([]);
  expect(problems).toEqual([]);
});

test('an image that is still being read does not reach the step that is shown by then', async () => {
  const { page, problems } = served;
  const moss = await paint('moss.png', '#3f7d2a');
  await page.keyboard.press('Shift+Digit3');
  await page
    .getByRole('navigation', { name: 'Recipes' })
    .getByRole('button', { name: /^Draft/ })
    .click();
  await page.getByRole('button', { name: 'Duplicate to edit' }).click();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  await page.keyboard.type('Mossy');
  await page.keyboard.press('Enter');
  const look = page.getByRole('group', { name: 'Appearance', exact: true });
  for (const at of [1, 2]) {
    await page.getByRole('button', { name: 'Add step here' }).nth(at).click();
    await page.getByRole('menuitem', { name: /^Texture/ }).click();
    await expect(page.locator(`#chain-${at}`)).toBeFocused();
    await look.getByRole('radio', { name: 'Image', exact: true }).click();
  }
  const read = Promise.withResolvers<void>();
  await page.route('**/upload**', async (route) => {
    await read.promise;
    await route.continue();
  });
  await choose(page, () => look.getByRole('button', { name: 'Choose image: Appearance' }).click(), [moss]);
  await expect(look.getByRole('status')).toContainText('Reading');
  await page.locator('#chain-1').click();
  await expect(look.getByRole('radio', { name: 'Text', exact: true })).toBeChecked();
  read.resolve();
  const references = path.join(folder, 'home', 'library', 'references');
  const kept = async () => (await readdir(references).catch(() => [])).filter((name) => name.endsWith('.png'));
  await expect.poll(kept).toHaveLength(1);
  // Main answers in order.
  await page.getByRole('button', { name: 'Add step here' }).nth(2).click();
  await expect(page.getByRole('menuitem', { name: /^Texture/ })).toBeVisible();
  await page.keyboard.press('Escape');
  expect(await page.evaluate(() => sessionStorage.getItem('dropforge-recipe-drafts'))).not.toContain('moss.png');
  await expect(look.getByRole('radio', { name: 'Text', exact: true })).toBeChecked();
  expect(problems).toEqual([]);
});

/** Writes an image of one colour. */
async function paint(name: string, color: string): Promise<string> {
  const file = path.join(folder, name);
  await sharp({ create: { width: 128, height: 128, channels: 3, background: color } })
    .png()
    .toFile(file);
  return file;
}

async function choose(page: Page, open: () => Promise<void>, files: readonly string[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await open();
  await (await chooser).setFiles([...files]);
}

/** Pastes a file into an element, or drops it there, as the system does. */
async function give(page: Page, target: Locator, how: 'paste' | 'drop', bytes: Buffer, name: string): Promise<void> {
  if (how === 'paste') await target.focus();
  await target.evaluate(
    (element, given) => {
      const transfer = new DataTransfer();
      const content = Uint8Array.from(atob(given.base64), (letter) => letter.charCodeAt(0));
      transfer.items.add(new File([content], given.name, { type: 'image/png' }));
      const how = { bubbles: true, cancelable: true };
      if (given.how === 'paste') {
        element.dispatchEvent(new ClipboardEvent('paste', { ...how, clipboardData: transfer }));
        return;
      }
      for (const type of ['dragenter', 'dragover', 'drop']) {
        element.dispatchEvent(new DragEvent(type, { ...how, dataTransfer: transfer }));
      }
    },
    { base64: bytes.toString('base64'), name, how },
  );
}

test('a recipe file brings its images, and is refused in words without them', async () => {
  const { page } = served;
  // Larger than any message to main may be.
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const moss = await sharp({ create: { width: 1000, height: 1000, channels: 3, background: '#3f7d2a', noise } })
    .png()
    .toBuffer();
  expect(moss.byteLength).toBeGreaterThan(1024 ** 2);
  const sha256 = createHash('sha256').update(moss).digest('hex');
  const recipe = (id: string) => ({
    ...{ id, version: 1, name: id, help: '', takes: 'picture' },
    steps: [
      { operation: 'image_to_model', params: { model: 'P1-20260311' }, from: null, exports: null },
      {
        ...{ operation: 'texture_model', from: 0, exports: 'glb' },
        params: { texture_prompt: { image: `ref:${sha256}/moss.png` } },
      },
    ],
  });
  const write = async (id: string, head: object): Promise<string> => {
    const file = path.join(folder, `${id}.json`);
    await writeFile(file, JSON.stringify({ ...head, ...recipe(id) }));
    return file;
  };
  await chooseFiles(page, [await write('bare', { dropforge_recipe: 1 })]);
  await expect(
    page.getByText('Step 2 uses “moss.png” in texture_prompt.image, which is not on this computer'),
  ).toBeVisible();
  const pictures = { [sha256]: moss.toString('base64') };
  await chooseFiles(page, [await write('mossy', { dropforge_recipe: 2, pictures })]);
  await expect(page.getByText('Recipe mossy added.')).toBeVisible();
  const kept = path.join(folder, 'home', 'library', 'references', `${sha256}.png`);
  expect(await readFile(kept)).toEqual(moss);
});
