import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { writeSampleImage } from '../helpers/images/sample-images.ts';
import { findCutControls, findUnreachableControls } from '../helpers/page/find-hidden-controls.ts';
import { chooseFiles, openServedPage, rowOf } from '../helpers/page/served-page.ts';

/** From the narrowest page (WCAG 2.2, 1.4.10) on, on both sides of every breakpoint. */
const WIDTHS = [320, 375, 480, 719, 720, 800, 851, 959, 960, 1024, 1100, 1280] as const;
const OPEN_VIEW = {
  queue: 'Shift+Digit1',
  gallery: 'Shift+Digit2',
  recipes: 'Shift+Digit3',
  folders: 'Shift+Digit4',
  account: 'Shift+Digit5',
  settings: 'Control+,',
} as const;
const USUAL = { width: 1440, height: 900 } as const;

/** The newest step and the sum of the shown job, if its list cuts them, and steps that are not in its one row. */
async function findCutSteps(page: Page): Promise<string[]> {
  return page.getByRole('list', { name: 'Made from' }).evaluateAll((lists) =>
    lists
      .filter((list) => list.checkVisibility())
      .flatMap((list) => {
        const edges = list.getBoundingClientRect();
        const newest = [...list.querySelectorAll('[data-step]')].at(-1);
        const isCut = (step: Element): boolean => {
          const { left, right, top, bottom } = step.getBoundingClientRect();
          const isKept = step === newest || step === list.lastElementChild;
          return (isKept && (left < edges.left || right > edges.right)) || top < edges.top || bottom > edges.bottom;
        };
        return [...list.children].filter((step) => isCut(step)).map(({ textContent }) => textContent);
      }),
  );
}

/** Goes through the page by Tab; lists what has the focus and is not in view. */
async function findHiddenFocus(page: Page): Promise<string[]> {
  const hidden: string[] = [];
  for (let times = 0; times < 40; times++) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate(() => {
      const focused = document.activeElement;
      if (!focused || focused === document.body) return null;
      const { left, top, right, bottom } = focused.getBoundingClientRect();
      const isInView = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
      return isInView ? '' : focused.outerHTML.slice(0, 160);
    });
    if (found === null) break;
    if (found !== '') hidden.push(found);
  }
  return hidden;
}

/** Numbers of the viewer's tools in each of their rows, and the smallest side of their targets in pixels. */
async function measureTools(page: Page): Promise<{ rows: number[]; smallest: number }> {
  const tools = page.getByRole('toolbar', { name: 'View', exact: true }).getByRole('button');
  const boxes = await tools.evaluateAll((buttons) =>
    buttons.map((button) => {
      const { top, width, height } = button.getBoundingClientRect();
      return { top, width, height };
    }),
  );
  return {
    rows: [...Map.groupBy(boxes, ({ top }) => top).values()].map(({ length }) => length),
    smallest: Math.min(...boxes.flatMap(({ width, height }) => [width, height])),
  };
}

test('every control of every view lies on the page at every width, also with credits', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'dropforge-widths-'));
  const served = await openServedPage(path.join(folder, 'home'));
  const { page } = served;
  try {
    await page.getByText('Drop an image, get a model').waitFor();
    await checkSizes(page, 'empty');
    await page.setViewportSize(USUAL);
    await chooseFiles(page, [await writeSampleImage(folder, 'lantern.png', 256)]);
    await expect(rowOf(page, 'lantern.png')).toContainText('Done');
    await page.keyboard.press('Control+,');
    await page.getByRole('checkbox', { name: 'Rehearsal mode' }).click();
    await expect(page.getByText('1,000.00 test credits')).toBeVisible();
    await page.keyboard.press('Escape');
    for (const [view, key] of Object.entries(OPEN_VIEW)) {
      await page.setViewportSize(USUAL);
      await page.keyboard.press(key);
      await page.locator(view === 'queue' ? 'main' : `main.${view}`).waitFor();
      await checkSizes(page, view);
      if (view === 'settings') await page.keyboard.press('Escape');
    }
    await page.setViewportSize(USUAL);
    await page.keyboard.press('Shift+Digit1');
    await rowOf(page, 'lantern.png').click();
    await page.keyboard.press('Shift+O');
    await page.getByRole('button', { name: /^Decimate/ }).click();
    await page.getByRole('button', { name: 'Run 30.00' }).waitFor();
    await checkSizes(page, 'operations');
  } finally {
    await served.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
});

/** What observes sizes has seen the new one after the second frame. */
async function resize(page: Page, size: { readonly width: number; readonly height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

/** Checks the shown view at every width, and at 400 %. */
async function checkSizes(page: Page, view: string): Promise<void> {
  for (const width of WIDTHS) {
    await resize(page, { width, height: 800 });
    const shot = process.env['SHOTS'];
    if (shot) await page.screenshot({ path: `${shot}-${view}-${width}.png` });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect.soft(overflow, `${view} at ${width}`).toBeLessThanOrEqual(0);
    expect.soft(await findCutControls(page), `${view} at ${width}`).toEqual([]);
    expect.soft(await findCutSteps(page), `${view} at ${width}`).toEqual([]);
    if (view !== 'queue' && view !== 'gallery') continue;
    await page.locator('canvas[data-ready="true"]').waitFor();
    const { rows, smallest } = await measureTools(page);
    if ([375, 480].includes(width)) expect.soft(rows.length, `${view} at ${width}`).toBe(1);
    expect.soft(rows.at(-1), `${view} at ${width}`).toBeGreaterThan(1);
    expect.soft(smallest, `${view} at ${width}`).toBeGreaterThanOrEqual(24);
  }
  // 1280 × 1024 and 1440 × 900 at 400 %.
  for (const size of [
    { width: 320, height: 256 },
    { width: 360, height: 225 },
  ]) {
    await resize(page, size);
    const at = `${view} at ${size.width} × ${size.height}`;
    expect.soft(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), at).toBe(0);
    expect.soft(await findCutControls(page), at).toEqual([]);
    expect.soft(await findUnreachableControls(page), at).toEqual([]);
    expect.soft(await findHiddenFocus(page), at).toEqual([]);
  }
}
