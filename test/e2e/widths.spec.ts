import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { writeSampleImage } from '../helpers/images/sample-images.ts';
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

/** Controls that lie partly beside the page, or that the edge of their pane cuts. */
async function findCutControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isCut = (control: Element): boolean => {
      const { left, right, width } = control.getBoundingClientRect();
      // Texts for screen readers are one pixel wide.
      if (width <= 1) return false;
      const isTool = control.closest('[role=toolbar], [role=group], header') !== null;
      for (let parent = control.parentElement; parent; parent = parent.parentElement) {
        const style = getComputedStyle(parent);
        const edges = parent.getBoundingClientRect();
        // Lists and tables may be scrolled sideways; tools and filters are in view at once.
        if (/auto|scroll/.test(style.overflowX) && parent.scrollWidth > parent.clientWidth && !isTool) return false;
        if (style.overflowX !== 'visible' && (left < edges.left - 1 || right > edges.right + 1)) return true;
      }
      return left < -1 || right > innerWidth + 1;
    };
    const controls = [...document.querySelectorAll('header button, main button, main input, footer button')];
    return controls.filter((each) => each.checkVisibility() && isCut(each)).map((each) => each.outerHTML.slice(0, 160));
  });
}

/** Steps of the shown job that its list cuts. */
async function findCutSteps(page: Page): Promise<string[]> {
  return page.getByRole('list', { name: 'Made from' }).evaluateAll((lists) =>
    lists.flatMap((list) => {
      const edges = list.getBoundingClientRect();
      const isCut = (step: Element): boolean => {
        const { left, right, top, bottom } = step.getBoundingClientRect();
        return left < edges.left || right > edges.right || top < edges.top || bottom > edges.bottom;
      };
      return [...list.children].filter((step) => isCut(step)).map(({ textContent }) => textContent);
    }),
  );
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
    await chooseFiles(page, [await writeSampleImage(folder, 'lantern.png', 256)]);
    await expect(rowOf(page, 'lantern.png')).toContainText('Done');
    await page.keyboard.press('Control+,');
    await page.getByRole('checkbox', { name: 'Rehearsal mode' }).click();
    await expect(page.getByText('1,000.00 test credits')).toBeVisible();
    await page.keyboard.press('Escape');
    for (const [view, key] of Object.entries(OPEN_VIEW)) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.keyboard.press(key);
      await page.locator(view === 'queue' ? 'main' : `main.${view}`).waitFor();
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
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
      if (view === 'settings') await page.keyboard.press('Escape');
    }
  } finally {
    await served.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
});
