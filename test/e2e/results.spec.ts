import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import sharp from 'sharp';
import { findAccessibilityViolations } from '../helpers/page/find-accessibility-violations.ts';
import { waitForStableSize } from '../helpers/page/wait-for-stable-size.ts';
import { captureView, waitForViewer } from '../helpers/page/viewer-page.ts';
import { chooseFiles, openServedPage, rowOf, type ServedPage } from '../helpers/page/served-page.ts';

const SAMPLE = path.resolve(import.meta.dirname, '../../assets/samples/mug.png');

// One page and one queue: each goes on with what the one before left there.
test.describe.configure({ mode: 'serial' });

let folder = '';
let served: ServedPage;
test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dropforge-results-'));
  served = await openServedPage(path.join(folder, 'home'));
});
test.afterAll(async () => {
  await served.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

test('a next step is taken from a result, bounded as it is set, compared when it is done, and told apart from what was there', async () => {
  const { page, problems } = served;
  await chooseFiles(page, [SAMPLE]);
  await expect(rowOf(page, 'mug.png')).toContainText('Done');
  await rowOf(page, 'mug.png').click();
  const details = page.getByRole('complementary', { name: 'Details' });
  await expect(details.getByRole('button', { name: /^Unwrap free/ })).toBeVisible();
  await details.getByRole('button', { name: /^Decimate free/ }).click();

  const form = page.getByRole('region', { name: 'Decimate' });
  const faces = form.getByRole('textbox', { name: 'Face limit' });
  const slider = form.getByRole('slider', { name: 'Face limit' });
  const quads = form.getByRole('switch', { name: 'Quad mesh' });
  await expect(slider).toHaveAttribute('aria-valuemax', '20000');
  await expect(quads).toBeEnabled();
  await slider.focus();
  await page.keyboard.press('End');
  await expect(faces).toHaveValue('20000');
  // More than quads go up to: they cannot be switched on, and why stands there before anybody tries.
  await expect(quads).toBeDisabled();
  await expect(form).toContainText('Face limit must be 500 to 10,000 quads; 20,000 was given.');
  await expect(form.getByRole('switch', { name: 'Smart UV' })).toHaveCount(0);
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await form.getByRole('button', { name: 'Face limit: 10,000' }).click();
  await expect(quads).toBeEnabled();
  await quads.click();
  await expect(slider).toHaveAttribute('aria-valuemax', '10000');
  await quads.click();
  await expect(slider).toHaveAttribute('aria-valuemax', '20000');
  await slider.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('PageUp');
  await page.keyboard.press('ArrowLeft');
  await expect(faces).toHaveValue('2400');
  await expect(slider).toHaveAttribute('aria-valuetext', '2,400');

  await form.getByRole('button', { name: 'Add to recipe…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Decimate to a recipe' });
  await dialog.getByRole('textbox', { name: 'Name of the copy' }).fill('Small props');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('Added to Small props.')).toBeVisible();

  await expect(form.getByRole('checkbox', { name: 'Compare when finished' })).toBeChecked();
  await form.getByRole('button', { name: 'Run, free' }).click();
  const viewer = page.getByRole('region', { name: 'Viewer' });
  await expect(viewer.getByRole('slider')).toBeVisible();
  const sides = viewer.locator('.side');
  await expect(sides).toHaveText([/A\s*Generated from the image/, /B\s*Decimated to 2,400/]);
  await page.keyboard.press('Escape');
  await expect(sides).toHaveCount(0);
  await form.getByRole('button', { name: 'Compare with before' }).click();
  await expect(sides).toHaveText([/A\s*Generated from the image/, /B\s*Decimated to 2,400/]);
  await viewer.getByRole('button', { name: 'Stop comparing' }).click();
  await page.keyboard.press('Escape');

  await expect(details.getByRole('list', { name: 'Decimated to 2,400' })).toContainText('mug_decimated.glb');
  await expect(details.getByRole('list', { name: 'Generated from the image' })).toContainText('mug.glb');
  await expect(details.getByText('newest')).toBeVisible();
  await expect(details).toContainText('2,400');
  await viewer.getByRole('button', { name: /^GLB Decimated to 2,400 original file/ }).click();
  await page.getByRole('menuitemradio', { name: /mug\.fbx · Generated from the image/ }).click();
  await expect(viewer.getByRole('button', { name: /^FBX Generated from the image original file/ })).toBeVisible();
  expect(await findAccessibilityViolations(page)).toEqual([]);

  await page.keyboard.press('Shift+Digit3');
  await page
    .getByRole('navigation', { name: 'Recipes' })
    .getByRole('button', { name: /^Small props/ })
    .click();
  await page
    .getByRole('list', { name: 'Steps' })
    .getByRole('button', { name: /^\d+ Decimate/ })
    .click();
  await expect(page.getByRole('textbox', { name: 'Face limit' })).toHaveValue('2400');
  await expect(page.getByRole('combobox', { name: 'Export format' })).toHaveValue('glb');
  expect(problems).toEqual([]);
});

test('the source image is as large as the model it is compared with, over it and beside it', async () => {
  const { page } = served;
  await page.keyboard.press('Shift+Digit1');
  await rowOf(page, 'mug.png').click();
  const viewer = page.getByRole('region', { name: 'Viewer' });
  await page.locator('canvas[data-ready="true"]').waitFor();
  await page.keyboard.press('c');
  await page.getByRole('menuitem', { name: 'Source image' }).click();
  // The source itself, not its small thumbnail.
  const { width = 0 } = await sharp(SAMPLE).metadata();
  const source = viewer.getByRole('img', { name: 'Source image' });
  await expect.poll(() => source.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(width);
  const divider = viewer.getByRole('slider', { name: 'Divider between A and B' });
  await divider.press('End');
  await expect(async () => {
    const model = await measureTeal(page, 0, 1);
    await divider.press('Home');
    const image = await measureTeal(page, 0, 1);
    await divider.press('End');
    expectSimilarSize(model, image);
  }).toPass();
  await viewer.getByRole('radio', { name: 'Side by side' }).click();
  await expect(async () => {
    expectSimilarSize(await measureTeal(page, 0, 0.5), await measureTeal(page, 0.5, 1));
  }).toPass();
  await page.keyboard.press('Escape');
  await expect(source).toHaveCount(0);
  // The image shows the front, and so does the camera: +Z points to it.
  const front = viewer.getByRole('button', { name: /\+Z/ }).locator('circle');
  const offset = () =>
    front.evaluate((end: SVGCircleElement) => Math.hypot(end.cx.baseVal.value, end.cy.baseVal.value));
  await expect.poll(offset).toBeLessThan(1);
});

test('a textured model is left without an error, while it loads and when it is shown, with all its maps or one', async () => {
  const { page, problems } = served;
  const leave = async (): Promise<void> => {
    await page.keyboard.press('Shift+Digit3');
    await page.locator('main.recipes').waitFor();
    await page.keyboard.press('Shift+Digit1');
  };
  await page.keyboard.press('Shift+Digit1');
  await rowOf(page, 'mug.png').click();
  const viewer = page.getByRole('region', { name: 'Viewer' });
  for (const map of ['Full material', 'Base color', 'Normal map']) {
    await waitForViewer(page);
    await viewer.getByRole('button', { name: /^Single map/ }).click();
    await page.getByRole('menuitemradio', { name: map }).click();
    await captureView(page);
    await leave();
    // Leaves again while the model is fetched, unpacked or uploaded.
    await leave();
    await page.locator('canvas[data-ready]').waitFor({ state: 'attached' });
    await leave();
  }
  await waitForViewer(page);
  await page.keyboard.press('1');
  // Another file replaces a shown one, and one that loads.
  for (const title of ['FBX', 'GLB']) {
    await viewer.getByRole('button', { name: /original file/ }).click();
    await page
      .getByRole('menuitemradio', { name: new RegExp(`^${title} `) })
      .first()
      .click();
  }
  await waitForViewer(page);
  await captureView(page);
  expect(problems).toEqual([]);
});

test('the gallery gives the viewer the height a person wants, and keeps it', async () => {
  const { page } = served;
  await page.keyboard.press('Shift+Digit2');
  const divider = page.getByRole('separator', { name: 'Viewer height' });
  const viewer = page.getByRole('region', { name: 'Viewer' });
  const heightOf = async (): Promise<number> => Math.round((await viewer.boundingBox())?.height ?? 0);
  // Other views have a viewer of that name, too.
  await expect(divider).toBeVisible();
  const before = await waitForStableSize(heightOf);
  await divider.focus();
  for (let times = 0; times < 5; times++) await page.keyboard.press('ArrowUp');
  await expect.poll(heightOf).toBe(before - 80);
  const box = await divider.boundingBox();
  const [x, y] = [(box?.x ?? 0) + 40, (box?.y ?? 0) + 6];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + 30, { steps: 3 });
  await page.mouse.up();
  await expect.poll(heightOf).toBe(before - 50);
  await page.reload();
  await page.keyboard.press('Shift+Digit2');
  await expect.poll(heightOf).toBe(before - 50);
  await divider.dblclick();
  await expect.poll(heightOf).toBe(before);
});

interface Extent {
  readonly width: number;
  readonly height: number;
}

function expectSimilarSize(one: Extent, other: Extent): void {
  expect(Math.min(one.width, one.height)).toBeGreaterThan(80);
  for (const ratio of [one.width / other.width, one.height / other.height]) {
    expect(ratio).toBeGreaterThan(0.75);
    expect(ratio).toBeLessThan(1.33);
  }
}

/** Size in pixels of the mug’s teal body between two shares of the 3D view’s width; 0 × 0 if it is not to be seen. */
async function measureTeal(page: Page, from: number, to: number): Promise<Extent> {
  const { data, info } = await sharp(await page.locator('canvas[data-ready]').screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const columns = new Map<number, number>();
  const rows = new Map<number, number>();
  for (let y = 0; y < info.height; y++) {
    for (let x = Math.round(from * info.width); x < to * info.width; x++) {
      const [r = 0, g = 0, b = 0] = data.subarray(3 * (info.width * y + x));
      if (g - r < 40 || Math.abs(g - b) > 40) continue;
      columns.set(x, (columns.get(x) ?? 0) + 1);
      rows.set(y, (rows.get(y) ?? 0) + 1);
    }
  }
  // Fewer pixels in a line belong to the axes and to labels.
  const count = (lines: Map<number, number>): number => [...lines.values()].filter((pixels) => pixels > 10).length;
  return { width: count(columns), height: count(rows) };
}
