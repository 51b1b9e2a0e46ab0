import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { endlessNetwork, segmentRed } from '../helpers/models/sample-networks.ts';
import { findAccessibilityViolations } from '../helpers/page/find-accessibility-violations.ts';
import { openServedPage, rowOf, type ServedPage } from '../helpers/page/served-page.ts';

// One page and one queue: each goes on with what the one before left there.
test.describe.configure({ mode: 'serial' });

let folder = '';
let served: ServedPage;
test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dropforge-masks-'));
  served = await openServedPage(path.join(folder, 'home'));
});
test.afterAll(async () => {
  await served.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

/** Writes a JPEG of two separate towers, the wide left one red and the narrow right one blue, on white. */
async function writeTowers(name: string, height = 160): Promise<string> {
  const file = path.join(folder, name);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect width="400" height="300" fill="#fff"/>
    <rect x="40" y="${280 - height}" width="120" height="${height}" fill="#c22"/>
    <rect x="250" y="${280 - height}" width="60" height="${height}" fill="#22c"/></svg>`;
  await writeFile(file, await sharp(Buffer.from(svg)).jpeg().toBuffer());
  return file;
}

async function choose(page: Page, files: readonly string[]): Promise<void> {
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([...files]);
}

/** Paints a straight stroke on an image, between positions in shares of its size. */
async function paint(page: Page, canvas: Locator, from: readonly number[], to: readonly number[]): Promise<void> {
  const box = (await canvas.boundingBox())!;
  const at = ([x = 0, y = 0]: readonly number[]) => [box.x + x * box.width, box.y + y * box.height] as const;
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at(to), { steps: 8 });
  await page.mouse.up();
}

/** Opacity of the tint, 0 to 255, in the middle of the left and of the right tower, and between them. */
function readTint(canvas: Locator): Promise<number[]> {
  return canvas.evaluate((element: HTMLCanvasElement) => {
    const alphaAt = (x: number) =>
      element.getContext('2d')?.getImageData(x, Math.round(0.7 * element.height), 1, 1).data[3] ?? -1;
    return [100, 280, 200].map(alphaAt);
  });
}

test('the mask of an image is shown, switched, painted with undo and redo, and used for the model', async () => {
  const { page, problems } = served;
  await choose(page, [await writeTowers('towers.jpg'), await writeTowers('low.jpg', 90)]);
  const tile = page.getByRole('listitem').filter({ hasText: 'towers.jpg' });
  await tile.getByRole('button', { name: 'Mask of towers.jpg…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mask of towers.jpg' });
  const canvas = dialog.getByRole('application', { name: 'Mask, paint area' });
  await expect(dialog.getByRole('radio', { name: 'Automatic' })).toBeChecked();
  await expect(dialog).toContainText('It follows the plain background.');
  // Both towers are the subject.
  await expect.poll(() => readTint(canvas)).toEqual([0, 0, 150]);
  await dialog.getByRole('radio', { name: 'Whole image' }).click();
  await expect.poll(() => readTint(canvas)).toEqual([0, 0, 0]);
  await dialog.getByRole('radio', { name: 'Built-in' }).click();
  await expect.poll(() => readTint(canvas)).toEqual([0, 0, 150]);

  await dialog.getByRole('button', { name: 'Eraser' }).click();
  const size = dialog.getByRole('slider', { name: 'Size' });
  await size.fill('120');
  await page.keyboard.press('[');
  await expect(size).toHaveValue('96');
  await page.keyboard.press(']');
  await expect(size).toHaveValue('120');
  await paint(page, canvas, [0.7, 0.2], [0.7, 0.98]);
  await expect(dialog.getByRole('radio', { name: 'Painted' })).toBeChecked();
  await expect.poll(() => readTint(canvas)).toEqual([0, 150, 150]);
  await page.keyboard.press('Control+z');
  await expect(dialog.getByRole('radio', { name: 'Built-in' })).toBeChecked();
  await expect.poll(() => readTint(canvas)).toEqual([0, 0, 150]);
  await page.keyboard.press('Control+Shift+z');
  await expect.poll(() => readTint(canvas)).toEqual([0, 150, 150]);
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}-mask-en.png` });
  expect(await findAccessibilityViolations(page)).toEqual([]);
  // As at 400 % zoom.
  await page.setViewportSize({ width: 320, height: 256 });
  await dialog.getByRole('button', { name: 'Reset' }).scrollIntoViewIfNeeded();
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}-mask-320.png` });
  expect(await dialog.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(tile).toContainText('Painted mask');
  await page
    .getByRole('listitem')
    .filter({ hasText: 'low.jpg' })
    .getByRole('button', { name: 'Remove low.jpg' })
    .click();

  await page.getByRole('button', { name: /^Add 1 job/ }).click();
  await expect(rowOf(page, 'towers.jpg')).toContainText('Done');
  expect(problems).toEqual([]);
});

test('the mask is there again for the next job of the image, can be painted by keyboard, and removed', async () => {
  const { page, problems } = served;
  await rowOf(page, 'towers.jpg').click();
  const details = page.getByRole('complementary', { name: 'Details' });
  await details.getByRole('button', { name: 'Generate again' }).click();
  await page.getByRole('menuitem', { name: 'Another recipe…' }).click();
  const tile = page.getByRole('listitem').filter({ hasText: 'towers.jpg' });
  await expect(tile).toContainText('Painted mask');
  await tile.getByRole('button', { name: 'Mask of towers.jpg…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mask of towers.jpg' });
  const canvas = dialog.getByRole('application', { name: 'Mask, paint area' });
  await expect(dialog.getByRole('radio', { name: 'Painted' })).toBeChecked();
  await expect.poll(() => readTint(canvas)).toEqual([0, 150, 150]);
  await canvas.focus();
  // From the middle, 10 pixels at a time, down between the towers.
  for (let times = 0; times < 6; times++) await page.keyboard.press('ArrowDown');
  await page.keyboard.press(' ');
  await expect.poll(() => readTint(canvas)).toEqual([0, 150, 0]);
  await dialog.getByRole('button', { name: 'Reset' }).click();
  await expect.poll(() => readTint(canvas)).toEqual([0, 150, 150]);

  await dialog.getByRole('radio', { name: 'Automatic' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(tile).not.toContainText('mask');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(problems).toEqual([]);
});

test('nothing can be used without a subject, and Cancel leaves the image as it was', async () => {
  const { page, problems } = served;
  await choose(page, [await writeTowers('high.jpg', 220), await writeTowers('lower.jpg', 60)]);
  const tile = page.getByRole('listitem').filter({ hasText: 'high.jpg' });
  await tile.getByRole('button', { name: 'Mask of high.jpg…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mask of high.jpg' });
  await dialog.getByRole('button', { name: 'Eraser' }).click();
  await dialog.getByRole('slider', { name: 'Size' }).fill('256');
  const canvas = dialog.getByRole('application', { name: 'Mask, paint area' });
  await paint(page, canvas, [0.02, 0.35], [0.98, 0.35]);
  await paint(page, canvas, [0.02, 0.75], [0.98, 0.75]);
  await expect(dialog).toContainText('Nothing is marked as subject.');
  await expect(dialog.getByRole('button', { name: 'Done' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(tile).not.toContainText('mask');
  await page.keyboard.press('Escape');
  expect(problems).toEqual([]);
});

test('a single image is shown first if the settings say so; its mask is painted in Chinese on a narrow screen', async () => {
  const { page, problems } = served;
  await page.keyboard.press('Control+,');
  await page.getByRole('checkbox', { name: 'Show a single image before it becomes a job' }).click();
  await page.getByRole('radio', { name: '简体中文' }).click();
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 375, height: 800 });
  await choose(page, [await writeTowers('alone.jpg', 120)]);
  const tile = page.getByRole('listitem').filter({ hasText: 'alone.jpg' });
  await tile.getByRole('button', { name: 'alone.jpg 的遮罩…' }).click();
  const dialog = page.getByRole('dialog', { name: 'alone.jpg 的遮罩' });
  const canvas = dialog.getByRole('application', { name: '遮罩绘制区' });
  await expect.poll(() => readTint(canvas)).toEqual([0, 0, 150]);
  await paint(page, canvas, [0.5, 0.2], [0.5, 0.9]);
  await expect.poll(() => readTint(canvas)).toEqual([0, 0, 0]);
  await expect(dialog.getByRole('radio', { name: '手绘' })).toBeChecked();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}-mask-zh.png` });
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: '完成' }).click();
  await expect(tile).toContainText('手绘遮罩');
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}-sheet-zh.png` });
  // The price is calculated again for the new image.
  await expect(page.getByRole('button', { name: 'Ctrl Enter' })).toBeEnabled();
  await page.keyboard.press('Control+Enter');
  await expect(rowOf(page, 'alone.jpg')).toContainText('已完成');
  expect(problems).toEqual([]);
});

test('the mask of a network is one click, and an earlier choice stays if it is stopped or fails', async () => {
  const home = path.join(folder, 'network');
  const model = path.join(folder, 'red.onnx');
  await writeFile(model, segmentRed());
  await mkdir(home);
  await writeFile(path.join(home, 'config.json'), JSON.stringify({ generation: { masks: { model } } }));
  const own = await openServedPage(home);
  try {
    const { page, problems } = own;
    await choose(page, [await writeTowers('pair.jpg'), await writeTowers('other.jpg', 90)]);
    const tile = page.getByRole('listitem').filter({ hasText: 'pair.jpg' });
    await tile.getByRole('button', { name: 'Mask of pair.jpg…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Mask of pair.jpg' });
    const canvas = dialog.getByRole('application', { name: 'Mask, paint area' });
    const network = dialog.getByRole('radio', { name: 'red.onnx' });
    await expect.poll(() => readTint(canvas)).toEqual([0, 0, 150]);
    await network.click();
    // Only the red tower is the subject.
    await expect.poll(() => readTint(canvas)).toEqual([0, 150, 150]);
    await expect(network).toBeChecked();
    await expect(dialog).toContainText(
      'The local service of this computer found it, whichever service generates the model.',
    );
    if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}-mask-network.png` });
    await paint(page, canvas, [0.5, 0.2], [0.5, 0.9]);
    await expect.poll(() => readTint(canvas)).toEqual([0, 150, 0]);
    await page.keyboard.press('Control+z');
    await expect(network).toBeChecked();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(tile).toContainText('Mask by network');

    const other = page.getByRole('listitem').filter({ hasText: 'other.jpg' });
    await other.getByRole('button', { name: 'Mask of other.jpg…' }).click();
    const second = page.getByRole('dialog', { name: 'Mask of other.jpg' });
    const automatic = second.getByRole('radio', { name: 'Automatic' });
    await expect(automatic).toBeChecked();
    await writeFile(model, endlessNetwork());
    await second.getByRole('radio', { name: 'red.onnx' }).click();
    await expect(second).toContainText('Finding the subject with red.onnx…');
    await expect(automatic).toBeChecked();
    await expect(second.getByRole('button', { name: 'Done' })).toBeDisabled();
    if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}-mask-waits.png` });
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await second.getByRole('button', { name: 'Stop' }).click();
    await expect(second).not.toContainText('Finding the subject');
    await writeFile(model, 'no network');
    await second.getByRole('radio', { name: 'red.onnx' }).click();
    await expect(second.getByRole('alert')).toContainText('red.onnx cannot be used. It is not an ONNX network');
    await expect(automatic).toBeChecked();
    await second.getByRole('button', { name: 'Cancel' }).click();
    await other.getByRole('button', { name: 'Remove other.jpg' }).click();
    await page.getByRole('button', { name: /^Add 1 job/ }).click();
    await expect(rowOf(page, 'pair.jpg')).toContainText('Done');
    expect(problems).toEqual([]);
  } finally {
    await own.close();
  }
});
