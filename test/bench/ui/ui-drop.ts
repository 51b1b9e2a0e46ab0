import type { Browser, Page } from '@playwright/test';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openServedPage } from '../../helpers/page/served-page.ts';
import { writeNoisyImages } from '../noisy-images.ts';
import { median } from '../median.ts';
import type { Figure } from '../unconverted.ts';
import { launchBrowser } from './ui-browser.ts';

const PIXELS = 768;
const ROUNDS = 5;
/** Images of a drop, and how long its sheet may take, seconds. */
const DROPS = [
  { images: 30, goalSeconds: 1 },
  { images: 500, goalSeconds: 3 },
] as const;

/**
 * From the choice of images to a sheet that has inspected them all and can be confirmed, beside a page that only decodes
 * the same files into thumbnails of that size. In a browser the images are uploaded to main first.
 */
export async function benchDrop(): Promise<Figure[]> {
  const root = mkdtempSync(path.join(os.tmpdir(), 'dropforge-bench-'));
  const figures: Figure[] = [];
  const browser = await launchBrowser();
  try {
    for (const { images, goalSeconds } of DROPS) {
      const [ours, bare]: [number[], number[]] = [[], []];
      for (let round = 0; round < ROUNDS; round++) {
        // Other images in each round: known ones are inspected once only.
        const folder = path.join(root, `${images}-${round}`);
        mkdirSync(folder);
        const files = await writeNoisyImages(folder, images, PIXELS);
        bare.push(await timeDecoding(browser, files));
        ours.push(await timeSheet(path.join(root, `home-${images}-${round}`), files));
        rmSync(folder, { recursive: true, force: true });
      }
      const [sheet, peer] = [median(ours), median(bare)];
      figures.push({
        what: `${images} images of ${PIXELS} pixels chosen until the sheet can be confirmed, median of ${ROUNDS}`,
        value: `${sheet.toFixed(2)} s, ${(sheet / peer).toFixed(2)} ×`,
        goal: `≤ ${goalSeconds} s`,
        peer: `a page that decodes them into thumbnails ${peer.toFixed(2)} s`,
        met: sheet <= goalSeconds,
      });
    }
    return figures;
  } finally {
    await browser.close();
    rmSync(root, { recursive: true, force: true });
  }
}

async function timeSheet(home: string, files: readonly string[]): Promise<number> {
  const served = await openServedPage(home);
  try {
    await served.page.evaluate(markSheet, files.length);
    return await timeChoice(served.page, files);
  } finally {
    await served.close();
  }
}

async function timeDecoding(browser: Browser, files: readonly string[]): Promise<number> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  try {
    await page.setContent('<input type="file" multiple><main></main>');
    await page.evaluate(decodeChosen);
    return await timeChoice(page, files);
  } finally {
    await page.close();
  }
}

/** Seconds from the change of the file field to the mark `ready`. */
async function timeChoice(page: Page, files: readonly string[]): Promise<number> {
  await page.evaluate(() =>
    document.addEventListener('change', () => performance.mark('chosen'), { capture: true, once: true }),
  );
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([...files]);
  await page.waitForFunction(() => performance.getEntriesByName('ready').length > 0, null, { timeout: 120_000 });
  return page.evaluate(() => {
    const [chosen, ready] = ['chosen', 'ready'].map((name) => performance.getEntriesByName(name)[0]!.startTime);
    return (ready! - chosen!) / 1000;
  });
}

/** Runs in the app's page: marks the frame in which all jobs of the sheet can be added. */
function markSheet(jobs: number): void {
  const watch = new MutationObserver(() => {
    const buttons = document.querySelectorAll<HTMLButtonElement>('[role=dialog] button:not(:disabled)');
    if (![...buttons].some(({ textContent }) => textContent.includes(`Add ${jobs} jobs`))) return;
    watch.disconnect();
    // Drawn: the task after the frame.
    requestAnimationFrame(() => setTimeout(() => performance.mark('ready')));
  });
  watch.observe(document.body, { childList: true, subtree: true, attributes: true, characterData: true });
}

/** Runs in the plain page: shows what is chosen as thumbnails. */
function decodeChosen(): void {
  const THUMBNAIL = 160;
  const field = document.querySelector('input')!;
  const show = async (): Promise<void> => {
    await Promise.all(
      [...field.files!].map(async (file) => {
        const canvas = document.createElement('canvas');
        canvas.width = canvas.height = THUMBNAIL;
        const bitmap = await createImageBitmap(file, { resizeWidth: THUMBNAIL, resizeHeight: THUMBNAIL });
        canvas.getContext('2d')!.drawImage(bitmap, 0, 0);
        document.querySelector('main')!.append(canvas);
      }),
    );
    requestAnimationFrame(() => setTimeout(() => performance.mark('ready')));
  };
  field.addEventListener('change', () => void show());
}
