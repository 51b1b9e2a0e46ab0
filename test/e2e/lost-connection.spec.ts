import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, expect, test } from '@playwright/test';
import { chromiumFlags, getChromium } from '../helpers/page/chromium.ts';
import { chooseFiles, rowOf } from '../helpers/page/served-page.ts';
import { writeSampleImage } from '../helpers/images/sample-images.ts';
import { startServe } from '../helpers/serve.ts';

/** How long a sample may take beside other work on two cores. */
const DONE_MS = 240_000;
const SAMPLES = path.join(import.meta.dirname, '../../assets/samples');

test('a page that lost its connection claims nothing, refuses actions in words, says what continues, and goes on afterwards', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'dropforge-lost-'));
  const home = path.join(folder, 'home');
  const browser = await chromium.launch({ executablePath: getChromium(), args: chromiumFlags() });
  let server = await startServe(home);
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(server.url);
    const status = page.getByRole('contentinfo', { name: 'Status' });
    await expect(status).toContainText('This computer ready');
    await chooseFiles(page, [path.join(SAMPLES, 'mug.png')]);
    await expect(rowOf(page, 'mug.png')).toContainText('Done', { timeout: DONE_MS });
    // Of several, one waits or runs whatever the others do just then.
    const names = ['fox.png', 'owl.png', 'cat.png', 'dog.png'];
    await chooseFiles(page, await Promise.all(names.map((name, at) => writeSampleImage(folder, name, 1000 + at))));
    await rowOf(page, 'fox.png').click();
    await expect(rowOf(page, 'dog.png')).toContainText('Queued');

    const { port } = new URL(server.url);
    await server.stop();
    await expect(page.getByText(/[1-4] tasks? continues? with Dropforge\./)).toBeVisible();
    await expect(status).toContainText('Reconnecting…');
    await expect(status).not.toContainText('ready');
    const header = page.getByRole('banner');
    const service = header.getByRole('button', { name: 'Service: This computer, unknown' });
    await expect(service).toHaveAttribute('title', 'Unknown while the page is disconnected from Dropforge.');
    await expect(service).toContainText('–');
    await expect(header).not.toContainText('Free');
    await expect(header.getByTitle('Unknown while the page is disconnected from Dropforge.')).toHaveText([/–/, '–']);

    const refused = page.getByText('The page is not connected to Dropforge.');
    const close = page.getByRole('button', { name: 'Close', exact: true });
    await chooseFiles(page, [path.join(SAMPLES, 'rocket.png')]);
    await expect(refused).toBeVisible();
    await expect(page.getByText('Reading 1 item…')).toBeHidden();
    await close.click();
    await rowOf(page, 'mug.png').click();
    await page.keyboard.press('Delete');
    await expect(refused).toBeVisible();
    const viewer = page.getByRole('region', { name: 'Viewer' });
    await expect(viewer).toContainText('The model is loaded when the connection is back.');
    await expect(viewer).not.toContainText('library');

    server = await startServe(home, { port: Number(port) });
    await expect(refused).toBeHidden();
    await expect(status).toContainText('This computer ready');
    await expect(header.getByRole('button', { name: 'Service: This computer, ready' })).toBeVisible();
    await expect(header).toContainText('Free');
    await expect(page.locator('canvas[data-ready="true"]')).toBeVisible();
    await expect(rowOf(page, 'rocket.png')).toHaveCount(0);
  } finally {
    await browser.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
});
