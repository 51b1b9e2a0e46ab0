import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { extractFile } from '@electron/asar';
import { findChromium } from '../helpers/page/chromium.ts';
import { dropFiles, electronBinary, firstPage, launchApp } from '../helpers/page/electron.ts';
import { findPackagedApps } from './packaged-apps.ts';
import { failed, ok, type CheckResult } from './report.ts';

const NAME = 'start from the archive';

/** How long the first model may take on a machine that does other things too. */
const MODEL_MS = 180_000;

/**
 * Starts the app from its archive, which is not extracted, with Electron or the stand-in for it as its runtime. Chooses a sample
 * and drops an image on the window; passes if two models are in the output folder.
 */
export async function startArchive(output: string): Promise<CheckResult> {
  const leftOut = (detail: string): CheckResult => ({ name: NAME, status: 'missing', detail });
  const packaged = findPackagedApps(output).find(({ system }) => system === 'linux');
  if (!packaged) return leftOut('only the app for Linux is started');
  if (electronBinary() === null && findChromium() === null)
    return leftOut('Chromium is not installed. On Debian: apt-get install chromium');
  const folder = mkdtempSync(path.join(tmpdir(), 'archive-'));
  try {
    const archive = path.join(packaged.resources, 'app.asar');
    const image = path.join(folder, 'fox.png');
    writeFileSync(image, extractFile(archive, 'assets/samples/fox.png'));
    const home = path.join(folder, 'home');
    const app = await launchApp({ home, appDir: archive });
    try {
      const page = await firstPage(app);
      await page.getByText('Drop an image, get a model').waitFor();
      const untilDone = async (name: string): Promise<void> => {
        const row = page.getByRole('row').filter({ hasText: name });
        await row.filter({ hasText: 'Done' }).waitFor({ timeout: MODEL_MS });
      };
      await page.getByRole('button', { name: 'Mug' }).first().click();
      await untilDone('mug.png');
      await dropFiles(page, 'body', [image]);
      await untilDone('fox.png');
    } finally {
      await app.close();
    }
    const files = readdirSync(path.join(home, 'export'), { recursive: true, encoding: 'utf8' });
    const models = files.filter((file) => file.endsWith('.glb'));
    return models.length < 2
      ? failed(NAME, `The output folder has ${models.length} GLB, not 2.`)
      : ok(NAME, `a sample and a drop, two models: ${models.join(', ')}`);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}
