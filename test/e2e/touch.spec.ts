import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { writeSampleImage } from '../helpers/images/sample-images.ts';
import { chooseFiles, openServedPage, rowOf } from '../helpers/page/served-page.ts';

/** Buttons in view whose target is lower than 44 px. */
async function findLowTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const reach = (button: Element, side: 1 | -1): boolean => {
      const { left, top, width, height } = button.getBoundingClientRect();
      const y = top + height / 2 + side * 20.5;
      const hit = document.elementFromPoint(left + width / 2, y);
      return hit !== null && button.contains(hit);
    };
    return [...document.querySelectorAll('button, select')]
      .filter((button) => {
        if (!button.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
        button.scrollIntoView({ block: 'center', inline: 'center' });
        return !reach(button, 1) || !reach(button, -1);
      })
      .map((button) => `${Math.round(button.getBoundingClientRect().height)} ${button.outerHTML.slice(0, 120)}`);
  });
}

/** Presses long with a finger, as a person does for a menu. */
async function pressLong(page: Page, name: string): Promise<void> {
  await rowOf(page, name).scrollIntoViewIfNeeded();
  const box = (await rowOf(page, name).boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const session = await page.context().newCDPSession(page);
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  await page.getByRole('menu').waitFor();
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
}

test('on a touchscreen, several jobs are selected, compared and opened by touch alone, on targets of 44 px', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'dropforge-touch-'));
  const served = await openServedPage(path.join(folder, 'home'));
  const names = ['lamp.png', 'chair.png', 'vase.png'];
  try {
    await chooseFiles(
      served.page,
      await Promise.all(names.map((name, at) => writeSampleImage(folder, name, 128 + at))),
    );
    for (const name of names) await expect(rowOf(served.page, name)).toContainText('Done');
    const context = await served.page
      .context()
      .browser()!
      .newContext({
        viewport: { width: 375, height: 800 },
        hasTouch: true,
        isMobile: true,
      });
    const page = await context.newPage();
    await page.goto(await served.newLink());
    await rowOf(page, 'lamp.png').waitFor();
    expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true);
    await expect.soft(page.locator('canvas[data-ready="true"]')).toBeVisible();
    expect.soft(await findLowTargets(page)).toEqual([]);

    await pressLong(page, 'lamp.png');
    const menu = page.getByRole('menu');
    const edges = (await menu.boundingBox())!;
    expect(edges.x).toBeGreaterThanOrEqual(0);
    expect(edges.x + edges.width).toBeLessThanOrEqual(375);
    expect(await menu.evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0);
    await page.getByRole('menuitem', { name: 'Select', exact: true }).tap();
    const bar = page.getByRole('toolbar', { name: 'Actions for selected jobs' });
    await expect(bar).toContainText('1 selected');
    await rowOf(page, 'chair.png').tap();
    await expect(bar).toContainText('2 selected');
    await expect(rowOf(page, 'lamp.png')).toHaveAttribute('aria-selected', 'true');
    await expect(bar.getByRole('button', { name: 'Compare' })).toBeVisible();
    await rowOf(page, 'vase.png').tap();
    await expect(bar).toContainText('3 selected');
    await rowOf(page, 'lamp.png').tap();
    await expect(rowOf(page, 'lamp.png')).toHaveAttribute('aria-selected', 'false');
    await bar.getByRole('button', { name: 'Clear selection' }).tap();
    await expect(bar).toHaveCount(0);

    await page.getByRole('button', { name: 'Gallery' }).tap();
    await page.getByRole('option', { name: /lamp/ }).waitFor();
    expect.soft(await findLowTargets(page)).toEqual([]);
    await page.getByRole('button', { name: 'List', exact: true }).tap();
    await page.getByRole('columnheader', { name: 'Name' }).waitFor();
    expect.soft(await findLowTargets(page)).toEqual([]);
    await context.close();
  } finally {
    await served.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
});
