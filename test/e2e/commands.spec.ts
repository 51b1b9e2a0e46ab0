import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { waitForStableSize } from '../helpers/page/wait-for-stable-size.ts';
import { openServedPage, rowOf, type ServedPage } from '../helpers/page/served-page.ts';

let folder = '';
let served: ServedPage;
test.beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dropforge-commands-'));
  served = await openServedPage(path.join(folder, 'home'));
});
test.afterEach(async () => {
  await served.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

test('everything is found and run by keyboard, in either language, with why it cannot be run', async () => {
  const { page, problems } = served;
  const html = page.locator('html');
  const list = page.getByRole('listbox', { name: 'Commands' });
  await openPalette(page, 'pause sel');
  await expect(page.getByText('No results.')).toBeVisible();
  await typeInstead(page, 'favorite');
  await expect(list.getByRole('option', { name: /^Add to favorites Select a job first\./ })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  // It has the focus before the next frame: what is typed at once is no shortcut of the page.
  const isFocused = await page.evaluate(async () => {
    const { requestAnimationFrame: draw } = globalThis;
    globalThis.requestAnimationFrame = () => 0;
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', code: 'KeyK', ctrlKey: true, bubbles: true }));
    const findField = () => document.querySelector('.palette [role=combobox]');
    while (!findField()) await new Promise((resolve) => setTimeout(resolve));
    globalThis.requestAnimationFrame = draw;
    return document.activeElement === findField();
  });
  expect(isFocused).toBe(true);
  await page.keyboard.press('Escape');

  await run(page, 'sample mug');
  const row = rowOf(page, 'mug.png');
  await expect(row).toBeVisible();
  // A job is found by its name, from wherever one is.
  await page.keyboard.press('Shift+Digit4');
  await openPalette(page, 'mug');
  await expect(list.getByRole('option', { name: /^mug\.png/ })).toBeVisible();
  await typeInstead(page, 'mug.p');
  await page.keyboard.press('Enter');
  await expect(row).toHaveAttribute('aria-selected', 'true');

  // So are the operations on the result of the selected job.
  await expect(row).toContainText('Done');
  await openPalette(page, 'decimate');
  await expect(list.getByRole('option', { name: /^Operation: Decimate/ })).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Decimate' })).toBeVisible();
  await page.keyboard.press('Escape');

  await run(page, '主题 浅');
  await expect(html).toHaveAttribute('data-theme', 'light');
  await openPalette(page, '');
  await expect(list.getByRole('option').first()).toContainText('Theme: Light');
  await expect(list.getByRole('option', { name: /^Theme: Light/ })).toBeDisabled();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Escape');
  await run(page, 'language 简体');
  await expect(html).toHaveAttribute('lang', 'zh-Hans');
  await page.getByRole('button', { name: '搜索或运行命令' }).click();
  await page.keyboard.type('english');
  await page.keyboard.press('Enter');
  await expect(html).toHaveAttribute('lang', 'en');

  // Single keys act until they are turned off; others always do.
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys).toContainText('Search or run a command');
  await page.keyboard.press('Escape');
  await run(page, 'settings general');
  await page.getByRole('checkbox', { name: 'Single-key shortcuts' }).click();
  await page.keyboard.press('Escape');
  await openPalette(page, 'keyboard');
  await expect(list.getByRole('option', { name: /^Keyboard shortcuts/ })).not.toContainText('?');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await page.keyboard.press('Control+,');
  await expect(page.getByRole('region', { name: 'Settings' })).toBeVisible();
  await expect(keys).toHaveCount(0);
  expect(problems).toEqual([]);
});

test('panes are made wider by mouse and keyboard, stay so, and go back', async () => {
  const { page } = served;
  await run(page, 'sample fox');
  await expect(rowOf(page, 'fox.png')).toBeVisible();
  const divider = page.getByRole('separator', { name: 'Queue width' });
  const width = async () => Math.round((await page.getByRole('region', { name: 'Queue' }).boundingBox())?.width ?? 0);
  const before = await waitForStableSize(width);
  const box = (await divider.boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + 200);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 - 80, box.y + 200, { steps: 3 });
  await page.mouse.up();
  await expect.poll(width).toBe(before - 80);
  await divider.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(width).toBe(before - 64);
  await expect(divider).toHaveAttribute('aria-valuenow', String(before - 64));
  await page.reload();
  await expect(rowOf(page, 'fox.png')).toBeVisible();
  await expect.poll(width).toBe(before - 64);
  await page.setViewportSize({ width: 1200, height: 800 });
  await expect.poll(width).not.toBe(before - 64);
  await page.setViewportSize({ width: 1440, height: 900 });
  await divider.dblclick();
  await expect.poll(width).toBe(before);
});

async function openPalette(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search or run a command' })).toBeFocused();
  await page.keyboard.type(words);
}

async function typeInstead(page: Page, words: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Search or run a command' }).fill(words);
}

async function run(page: Page, words: string): Promise<void> {
  await openPalette(page, words);
  // Enter runs what is selected, so the list has to be filtered by then.
  await expect(page.getByRole('combobox', { name: 'Search or run a command' })).toHaveValue(words);
  await expect(page.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Commands' })).toHaveCount(0);
}
