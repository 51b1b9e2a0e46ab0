import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chromium, type Locator, type Page } from 'playwright-core';
import { findProgram } from '../../src-main/dcc/detect/find-program.ts';
import { blenderHome } from '../bridges/blender/program.ts';
import { chromiumFlags, getChromium } from '../helpers/page/chromium.ts';
import { startCommand } from '../helpers/cli.ts';

/**
 * Runs every step of docs/getting-started.md and prints how long each took: starts from the clone, generates the sample
 * and another image in the window, installs the bridge, opens Blender on a virtual screen (Xvfb) and waits until the next
 * model is imported there. `node test/proof/getting-started.ts`; Linux.
 */
const SAMPLES = path.join(import.meta.dirname, '../../assets/samples');

/** Longest wait for one step; a computer that does much else is slow. */
const PATIENCE_MS = 300_000;

const folder = mkdtempSync(path.join(os.tmpdir(), 'dropforge-first-'));
const env = blenderHome(path.join(folder, 'blender')) as Record<string, string>;
for (const place of Object.values(env)) mkdirSync(place, { recursive: true });
const children: ChildProcess[] = [];
let since = Date.now();

try {
  await run();
} finally {
  for (const child of children.reverse()) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill();
    await once(child, 'exit');
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}

async function run(): Promise<void> {
  const { child } = startCommand(['serve', '--home', path.join(folder, 'home'), '--no-open', '--json'], env);
  children.push(child);
  const [line] = (await once(child.stdout!, 'data')) as [Buffer];
  tell('started; builds first where nothing is built');

  const browser = await chromium.launch({ executablePath: getChromium(), args: chromiumFlags() });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto((JSON.parse(line.toString()) as { url: string }).url);
    await page.getByText('Drop an image, get a model').waitFor();
    await page.getByRole('button', { name: /^Service: This computer, ready/ }).waitFor();
    tell('the window is there, this computer is ready');

    await page.getByRole('button', { name: /^Fox/ }).click();
    await rowOf(page, 'fox.png').getByText('Done').waitFor();
    await page.locator('canvas[data-ready="true"]').first().waitFor();
    tell('sample: one click, its model is in the viewer');

    await choose(page, 'mug.png', 'my mug.png');
    await rowOf(page, 'my mug').getByText('Done').waitFor();
    tell('own picture: chosen, finished, in the output folder');
    if (!findProgram('blender')) return console.log('There is no Blender here: the rest is left out.');
    await deliver(page);
  } finally {
    await browser.close();
  }
}

/** Puts the bridge in, opens Blender, and waits for the next image to arrive there. */
async function deliver(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Folders/ })
    .first()
    .click();
  const targets = page.getByRole('region', { name: '3D programs' });
  await targets.getByRole('button', { name: 'Install bridge: Blender' }).click();
  await targets.getByText(/Bridge .* is in/).waitFor();
  tell('Folders: Install bridge');
  await targets.getByRole('button', { name: 'Test: Blender' }).click();
  await targets.getByText(/imported a model/).waitFor();
  tell('Test: a Blender in the background imports a tiny model');

  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x800x24', '-nolisten', 'tcp']);
  children.push(screen);
  const [number] = (await once(screen.stdout, 'data')) as [Buffer];
  const display = { DISPLAY: `:${number.toString().trim()}` };
  children.push(spawn('blender', [], { env: { ...process.env, ...env, ...display }, stdio: 'ignore' }));
  await targets.getByText('Live', { exact: true }).first().waitFor();
  tell('Blender is opened: its light says Live');

  await page.keyboard.press('Shift+Digit1');
  await choose(page, 'rocket.png', 'my rocket.png');
  await rowOf(page, 'my rocket').getByText('Delivered').waitFor();
  tell('next picture: made, exported, imported by the open Blender');
}

/** Chooses an image of its own name, as a person does with Ctrl O. */
async function choose(page: Page, sample: string, name: string): Promise<void> {
  const file = path.join(folder, name);
  copyFileSync(path.join(SAMPLES, sample), file);
  await page.locator('input[type=file]').first().setInputFiles([file]);
}

function rowOf(page: Page, name: string): Locator {
  return page.getByRole('row').filter({ hasText: name });
}

/** Says what was done, and how long it took since the last time. */
function tell(what: string): void {
  const now = Date.now();
  console.log(`${((now - since) / 1000).toFixed(1).padStart(6)} s  ${what}`);
  since = now;
}
