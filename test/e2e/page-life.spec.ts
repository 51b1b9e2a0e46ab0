import { chromium, expect, test } from '@playwright/test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromiumFlags, getChromium } from '../helpers/chromium.ts';
import { startServe } from '../helpers/serve.ts';

test('a page fetches its later views when it is idle; left open, it says that the line is lost, and goes on when Dropforge is started again', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'dropforge-restart-'));
  const home = path.join(folder, 'home');
  const browser = await chromium.launch({ executablePath: getChromium(), args: chromiumFlags() });
  let server = await startServe(home);
  try {
    const page = await browser.newPage({ viewport: { width: 1100, height: 700 } });
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(path.basename(new URL(request.url()).pathname)));
    await page.goto(server.url);
    await expect(page.getByText('Drop a picture, get a model')).toBeVisible();
    // The views nobody opened yet are fetched while there is nothing else to do: their first key is not lost.
    const views = ['RecipesView', 'AccountView', 'OperationsView', 'SettingsView'];
    const missing = () => views.filter((view) => !scripts.some((name) => new RegExp(`^${view}-.*\\.js$`).test(name)));
    await expect.poll(missing).toEqual([]);

    await server.stop();
    const lost = page.getByText('The connection to Dropforge is lost.');
    await expect(lost).toBeVisible();
    const { url } = server;
    server = await startServe(home);
    expect(server.url).toBe(url);
    await expect(lost).toBeHidden();
    // It is asked and answers again.
    await page.getByRole('button', { name: 'Settings', exact: true }).first().click();
    await expect(page.getByRole('searchbox').first()).toBeVisible();
  } finally {
    await browser.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
});
