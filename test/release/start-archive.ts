import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { extractAll } from '@electron/asar';
import { findChromium } from '../helpers/page/chromium.ts';
import { dropFiles, firstPage, launchApp } from '../helpers/page/electron.ts';
import { findPackagedApps } from './packaged-apps.ts';
import { failed, ok, type CheckResult } from './report.ts';

const NAME = 'start from the archive';

/** How long the first model may take on a machine that does other things too. */
const MODEL_MS = 180_000;

/**
 * Starts the app from nothing but its archive, with the stand-in for Electron as its runtime, and drops an image of the
 * archive on the window; passes if a model lies in the output folder.
 */
export async function startArchive(output: string): Promise<CheckResult> {
  const leftOut = (detail: string): CheckResult => ({ name: NAME, status: 'missing', detail });
  const packaged = findPackagedApps(output).find(({ system }) => system === 'linux');
  if (!packaged) return leftOut('only the app for Linux is started');
  if (findChromium() === null) return leftOut('Chromium is not installed. On Debian: apt-get install chromium');
  const folder = mkdtempSync(path.join(tmpdir(), 'archive-'));
  try {
    // The stand-in has no file system in archives.
    const appDir = path.join(folder, 'app');
    extractAll(path.join(packaged.resources, 'app.asar'), appDir);
    const home = path.join(folder, 'home');
    const app = await launchApp({ home, appDir });
    try {
      const page = await firstPage(app);
      await page.getByText('Drop an image, get a model').waitFor();
      await dropFiles(page, 'body', [path.join(appDir, 'assets/samples/fox.png')]);
      const row = page.getByRole('row').filter({ hasText: 'fox.png' });
      await row.filter({ hasText: 'Done' }).waitFor({ timeout: MODEL_MS });
    } finally {
      await app.close();
    }
    const files = readdirSync(path.join(home, 'export'), { recursive: true, encoding: 'utf8' });
    const model = files.find((file) => file.endsWith('.glb'));
    return model === undefined
      ? failed(NAME, 'The output folder has no GLB.')
      : ok(NAME, `one drop, one model: ${model}`);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}
