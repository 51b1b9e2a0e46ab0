import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { waitForViewer } from '../helpers/page/viewer-page.ts';
import { buildAnimatedModel } from '../helpers/models/animated-model.ts';
import { writeSampleImage } from '../helpers/images/sample-images.ts';
import { chooseFiles, openServedPage, rowOf } from '../helpers/page/served-page.ts';

test('names have their room, the model has what its tools leave, and what is known of it is shown', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'dropforge-shown-'));
  const served = await openServedPage(path.join(folder, 'home'));
  const { page } = served;
  try {
    const model = path.join(folder, 'slider.glb');
    await writeFile(model, await buildAnimatedModel());
    await chooseFiles(page, [await writeSampleImage(folder, 'lantern.png', 128)]);
    await expect(rowOf(page, 'lantern.png')).toContainText('Done');
    await rowOf(page, 'lantern.png').click();
    await waitForViewer(page);

    // Seeds can be copied, whole.
    const inspector = page.locator('.inspector');
    await expect(inspector.getByRole('button', { name: /^Copy: Model seed \d+$/ })).toBeVisible();

    await chooseFiles(page, [model]);
    await expect(rowOf(page, 'slider.glb')).toContainText('Done');
    await rowOf(page, 'slider.glb').click();
    await waitForViewer(page);
    await expect(inspector).toContainText('0.800 m, 0.457 × the 1.75 m figure');
    await expect(inspector.getByRole('button', { name: /^Smart segment/ })).toBeVisible();
    await expect.poll(() => cutNames(page)).toEqual([]);

    const map = inspector.getByRole('button', { name: /^Base color\s*64 × 64$/ });
    await expect.poll(() => redShare(page)).toBeCloseTo(0.5, 1);
    await map.click();
    await expect(map).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByRole('button', { name: 'Single map: Base color' })).toBeVisible();
    await map.click();
    await expect(page.getByRole('button', { name: 'Lit', exact: true })).toHaveAttribute('aria-pressed', 'true');

    await page.keyboard.press('Shift+Digit2');
    await expect(page.getByRole('option', { name: /^slider\.glb, Draft, 12 triangles$/ })).toBeVisible();
    await page.keyboard.press('Shift+Digit5');
    await expect(page.getByRole('region', { name: 'Usage' })).toContainText('slider.glb');

    await page.keyboard.press('Shift+Digit1');
    await page.setViewportSize({ width: 375, height: 800 });
    await waitForViewer(page);
    await expect.poll(() => overlap(page)).toBe(0);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
    expect(served.problems).toEqual([]);
  } finally {
    await served.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
});

test('changing the view thirty times frees the 3D view each time', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'dropforge-changes-'));
  const served = await openServedPage(path.join(folder, 'home'));
  const { page } = served;
  try {
    await page.setViewportSize({ width: 1000, height: 560 });
    const model = path.join(folder, 'slider.glb');
    await writeFile(model, await buildAnimatedModel());
    await chooseFiles(page, [model]);
    await expect(rowOf(page, 'slider.glb')).toContainText('Done');
    await waitForViewer(page);
    for (let round = 0; round < 15; round++) {
      await page.keyboard.press('Shift+Digit2');
      await expect(page.getByRole('option', { name: /^slider\.glb/ })).toBeVisible();
      await page.keyboard.press('Shift+Digit1');
      await waitForViewer(page);
    }
    expect([...served.problems, ...served.warnings]).toEqual([]);
  } finally {
    await served.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
});

/** Names of next steps that do not fit their place. */
function cutNames(page: Page): Promise<(string | null)[]> {
  return page
    .locator('.inspector button.op .name')
    .evaluateAll((names) =>
      names.filter((name) => name.scrollWidth > name.clientWidth).map(({ textContent }) => textContent),
    );
}

/** Share of the first small image that is red; 0 while there is none. */
function redShare(page: Page): Promise<number> {
  return page.locator('.inspector canvas').evaluateAll(([canvas]) => {
    if (!(canvas instanceof HTMLCanvasElement) || canvas.width * canvas.height === 0) return 0;
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
    let red = 0;
    for (let at = 0; at < data.length; at += 4) if (data[at]! > 200 && data[at + 1]! < 60) red++;
    return red / (data.length / 4);
  });
}

/** CSS pixels of the view's height that its tools lie over; null while one of the two is not there. */
async function overlap(page: Page): Promise<number | null> {
  const [view, tools] = await Promise.all([
    page.locator('canvas[data-ready]').boundingBox(),
    page.getByRole('group', { name: 'Clips' }).boundingBox(),
  ]);
  return view && tools && Math.max(0, Math.round(view.y + view.height - tools.y));
}
