import { chromium, expect, test } from '@playwright/test';
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { chromiumFlags, getChromium } from '../helpers/page/chromium.ts';
import { startServe, type ServeProcess } from '../helpers/serve.ts';

const ROOT = path.join(import.meta.dirname, '../..');

/** Linux gives ports from 32768 on, others from 49152 on. */
const [FIRST_PORT, FIRST_GIVEN_PORT] = [20_000, 32_768];
/** How many are tried. */
const PORTS = 5;

test('a page fetches its later views when it is idle; left open, it says that the line is lost, and goes on when Dropforge is started again', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'dropforge-restart-'));
  const home = path.join(folder, 'home');
  const browser = await chromium.launch({ executablePath: getChromium(), args: chromiumFlags() });
  let server = await serveApart(home);
  try {
    const page = await browser.newPage({ viewport: { width: 1100, height: 700 } });
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(path.basename(new URL(request.url()).pathname)));
    await page.goto(server.url);
    await expect(page.getByText('Drop an image, get a model')).toBeVisible();
    // The views nobody opened yet are fetched while there is nothing else to do: their first key is not lost.
    const views = ['RecipesView', 'AccountView', 'OperationsView', 'SettingsView'];
    const missing = () => views.filter((view) => !scripts.some((name) => new RegExp(`^${view}-.*\\.js$`).test(name)));
    await expect.poll(missing).toEqual([]);

    await server.stop();
    const lost = page.getByText('Disconnected from Dropforge.');
    await expect(lost).toBeVisible();
    const { url } = server;
    server = await startServe(home);
    expect(new URL(server.url).origin).toBe(new URL(url).origin);
    await expect(lost).toBeHidden();
    // It is asked and answers again.
    await page.getByRole('button', { name: 'Settings', exact: true }).first().click();
    await expect(page.getByRole('searchbox').first()).toBeVisible();

    // A used link does not lock a tab that was let in before.
    await page.goto(url);
    await expect(page.getByText('This page is not connected')).toBeHidden();
    await expect(page.getByText('Drop an image, get a model')).toBeVisible();

    // A tab without the link, or with a used one, says how to get in, and is told nothing, until it gets a new one.
    for (const address of [new URL(url).origin, url]) {
      const stranger = await browser.newPage({ viewport: { width: 1100, height: 700 } });
      await stranger.goto(address);
      const locked = stranger.getByRole('heading', { name: 'This page is not connected' });
      await expect(locked).toBeVisible();
      await expect(stranger.getByText('Drop an image, get a model')).toBeHidden();
      await stranger.goto(await server.newLink());
      await expect(stranger.getByText('Drop an image, get a model')).toBeVisible();
      await stranger.reload();
      await expect(stranger.getByText('Drop an image, get a model')).toBeVisible();
      expect(stranger.url()).toBe(`${new URL(url).origin}/`);
      await stranger.close();
    }
  } finally {
    await browser.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
});

test('a page without its link names commands that print the link of the running Dropforge', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'dropforge-locked-'));
  const home = path.join(folder, 'home');
  const browser = await chromium.launch({ executablePath: getChromium(), args: chromiumFlags() });
  const server = await startServe(home);
  try {
    const bookmark = await browser.newPage({ viewport: { width: 320, height: 640 } });
    await bookmark.goto(new URL(server.url).origin);
    const commands = await bookmark.getByRole('alert').locator('code').allTextContents();
    expect(commands).toEqual(['npm start', 'dropforge serve']);
    for (const command of commands) {
      const { code, stdout } = await runInTerminal(command, home);
      expect(code).toBe(0);
      const [link = ''] = /http:\S+/.exec(stdout) ?? [];
      const page = await browser.newPage();
      await page.goto(link);
      await expect(page.getByText('Drop an image, get a model')).toBeVisible();
      await page.close();
      // As from the history of the browser.
      const later = await browser.newPage();
      await later.goto(link);
      await expect(later.getByRole('alert').locator('code')).toHaveText(commands);
      await later.close();
    }
  } finally {
    await browser.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
});

/** Runs a command in the project's folder, where there is no display and `dropforge` is installed. */
async function runInTerminal(command: string, home: string): Promise<{ code: number | null; stdout: string }> {
  const bin = path.join(path.dirname(home), 'bin');
  await mkdir(bin, { recursive: true });
  // `npm link` makes the file itself executable.
  const script = `#!/bin/sh\nexec "${process.execPath}" "${path.join(ROOT, 'src-main/cli.ts')}" "$@"\n`;
  await writeFile(path.join(bin, 'dropforge'), script, { mode: 0o755 });
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...env } = process.env;
  const child = spawn(command, {
    shell: true,
    cwd: ROOT,
    env: { ...env, DROPFORGE_HOME: home, PATH: `${bin}${path.delimiter}${env['PATH']}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stdout = text(child.stdout);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout: await stdout };
}

/** Starts on a port that systems give to nobody by themselves, so that it is free again when it was left. */
async function serveApart(home: string): Promise<ServeProcess> {
  const ports = Array.from({ length: PORTS }, () => randomInt(FIRST_PORT, FIRST_GIVEN_PORT));
  for (const port of ports) {
    const server = await startServe(home, { port }).catch(() => null);
    if (server) return server;
  }
  throw new Error(`None of the ports ${ports.join(', ')} is free.`);
}
