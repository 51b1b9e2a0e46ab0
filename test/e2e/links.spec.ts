import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { findAccessibilityViolations } from '../helpers/page/find-accessibility-violations.ts';
import { drawShape } from '../helpers/images/sample-images.ts';
import { enterCode, openServedPage, rowOf, type ServedPage } from '../helpers/page/served-page.ts';

// One page and one queue: each goes on with what the one before left there.
test.describe.configure({ mode: 'serial' });

let folder = '';
let served: ServedPage;
let site: Server;
let origin = '';
test.beforeAll(async () => {
  const [cat, boat] = await Promise.all([drawShape(64), drawShape(72)]);
  site = createServer(({ url = '' }, response) => {
    if (url.startsWith('/page')) response.end('<!doctype html><title>A cat</title>');
    else if (url.startsWith('/corner')) response.end('v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n');
    else if (url.startsWith('/slow')) response.writeHead(200, { 'content-length': 8_000_000 }).write(cat);
    else response.end(url.startsWith('/boat') ? boat : cat);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  folder = await mkdtemp(path.join(tmpdir(), 'dropforge-links-'));
  served = await openServedPage(path.join(folder, 'home'));
});
test.afterAll(async () => {
  await served.close();
  site.closeAllConnections();
  site.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

/** Pastes words outside of every field, as a person does who clicked nothing. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((words) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', words);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

/** Lets links go over the window, as a browser hands them over. */
async function drop(page: Page, links: readonly string[]): Promise<void> {
  await page.evaluate(
    (list) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.setData('text/uri-list', list);
      for (const name of ['dragenter', 'dragover', 'drop'])
        document.body.dispatchEvent(new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true }));
    },
    `# a list\r\n${links.join('\r\n')}`,
  );
}

test('a link into this network is refused until it is allowed; then it is fetched, shown on its way, and can be stopped', async () => {
  const { page, problems } = served;
  await paste(page, `${origin}/cat.png?key=secret`);
  const refusal = page.getByText('points to the local network or this computer');
  await expect(refusal).toBeVisible();
  expect(await refusal.textContent()).not.toContain('secret');
  await page.keyboard.press('Control+,');
  await page.getByRole('checkbox', { name: 'Allow links to the local network' }).click();
  await enterCode(served);
  await page.keyboard.press('Escape');

  const ways = page.getByRole('list', { name: 'Downloads in progress' });
  await paste(page, `${origin}/slow/first.png`);
  await expect(ways.getByRole('listitem').first()).toContainText('http, not encrypted');
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 700 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.setViewportSize({ width: 1440, height: 900 });
  // A link is given up after half a minute, which looking at it may take.
  await expect(async () => {
    if ((await ways.count()) > 0) await ways.getByRole('button').click({ timeout: 1000 });
    expect(await ways.count()).toBe(0);
  }).toPass();

  await paste(page, `${origin}/slow/one.png ${origin}/slow/two.png`);
  await expect(ways.getByRole('listitem')).toHaveCount(2);
  await expect(ways.getByRole('listitem').first()).toContainText('of 8.00 MB');
  await ways.getByRole('button', { name: /^Cancel download of .*one\.png/ }).click();
  await expect(ways.getByRole('listitem')).toHaveCount(1);
  await ways.getByRole('button', { name: /^Cancel download of/ }).press('Enter');
  await expect(ways).toHaveCount(0);
  await expect(page.locator('#describe')).toBeFocused();

  await page.keyboard.type(`${origin}/cat.png`);
  await expect(page.getByText('This link uses http. Others on the network can read')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'cat.png')).toHaveCount(1);
  await paste(page, `${origin}/page`);
  await expect(page.getByText('opens a web page, not an image.')).toBeVisible();
  expect(problems).toEqual([]);
});

test('a plan names what the recipe leaves out, and the rest is made', async () => {
  const { page, problems } = served;
  await page.getByRole('button', { name: /^Recipe:/ }).click();
  await page.getByRole('radio', { name: 'Splat' }).click();
  await page.keyboard.press('Escape');
  await drop(page, [`${origin}/boat.png`, `${origin}/corner.obj`, 'mailto:me@a.example']);
  const sheet = page.getByRole('dialog', { name: '2 files, 1 job' });
  await expect(sheet).toContainText('1 of 2 skipped: this recipe accepts images only.');
  await expect(sheet.locator('details')).toContainText('corner.obj');
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await expect(sheet.getByRole('button', { name: /^Add 1 job/ })).toBeEnabled();
  await page.keyboard.press('Control+Enter');
  await expect(rowOf(page, 'boat.png')).toHaveCount(1);
  await expect(rowOf(page, 'corner.obj')).toHaveCount(0);
  expect(problems).toEqual([]);
});

test('a recipe of one’s own takes several kinds, is tested with typed words, and gets its name from the palette', async () => {
  const { page, problems } = served;
  await page.keyboard.press('Shift+Digit3');
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await page
    .getByRole('navigation', { name: 'Recipes' })
    .getByRole('button', { name: /^Draft/ })
    .click();
  await byPalette(page, 'Duplicate');
  await expect(name).toBeFocused();
  await page.keyboard.type('Words');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Words' })).toBeVisible();
  await byPalette(page, 'Rename');
  await expect(name).toBeFocused();
  await page.keyboard.type('Words and more');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Words and more' })).toBeVisible();

  await page.locator('#chain-source').click();
  const also = page.getByRole('group', { name: 'Other sources' });
  await expect(also.getByRole('checkbox', { checked: true })).toHaveCount(3);
  await also.getByRole('checkbox', { name: 'One model file' }).click();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Saved Words and more as version 3.')).toBeVisible();
  await expect(page.locator('#chain-source')).toContainText('Image, Views, Prompt');

  const run = page.getByRole('region', { name: 'Test run' });
  await run.getByRole('textbox', { name: 'Test prompt' }).fill('a small red chair');
  await expect(run.getByRole('button', { name: 'Run test free' })).toBeEnabled();
  await page.keyboard.press('Enter');
  await run.getByRole('button', { name: 'Show in queue' }).press('Enter');
  await expect(rowOf(page, 'a small red chair')).toHaveCount(1);
  expect(problems).toEqual([]);
});

/** Runs a command by its name. */
async function byPalette(page: Page, command: string): Promise<void> {
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog');
  await palette.getByRole('combobox').fill(command);
  await expect(palette.getByRole('option').first()).toContainText(command);
  await page.keyboard.press('Enter');
}
