import type { Browser, Page } from '@playwright/test';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { openServedPage } from '../../helpers/page/served-page.ts';
import { writeNoisyImages } from '../noisy-images.ts';
import { createBenchFolder } from '../bench-folder.ts';
import { defineGroup, type Trial } from '../harness/row.ts';
import { launchBrowser } from './ui-browser.ts';

const PIXELS = 768;
/** Images of a drop, and how long its sheet may take, in seconds and times the peer. */
const DROPS = [
  { images: 30, goal: { limit: 1, ratio: 4 }, quickRuns: 1 },
  { images: 500, goal: { limit: 3, ratio: 2 }, quickRuns: 0 },
] as const;

interface Context {
  readonly folder: ReturnType<typeof createBenchFolder>;
  readonly browser: Browser;
}

/**
 * From the choice of images to a sheet that has inspected them all and can be confirmed, beside a page that only decodes
 * the same files into thumbnails of that size. In a browser the images are uploaded to main first.
 */
function measureDrop({ images, goal, quickRuns }: (typeof DROPS)[number]): Trial<Context> {
  // Other images in each run: known ones are inspected once only.
  const write = async (folder: Context['folder'], run: number): Promise<string[]> => {
    const target = folder.at(`${images}-${run}`);
    if (existsSync(target)) return Array.from({ length: images }, (_, index) => path.join(target, `${index}.jpg`));
    mkdirSync(target);
    return writeNoisyImages(target, images, PIXELS);
  };
  return {
    rows: [
      {
        id: `ui/drop/${images}`,
        what: `${images} images of ${PIXELS}² chosen until the sheet can be confirmed`,
        ...{ figure: 's', unit: 's', better: 'lower', goal },
      },
    ],
    state: 'cold',
    quickRuns,
    ours: async ({ folder }, run) => ({
      s: await timeSheet(folder.at(`home-${images}-${run}`), await write(folder, run)),
    }),
    peer: {
      name: 'a page that decodes them into thumbnails',
      measure: async ({ folder, browser }, run) => ({ s: await timeDecoding(browser, await write(folder, run)) }),
    },
  };
}

/** Dropped images until their jobs can be added. */
export const dropGroup = defineGroup<Context>({
  name: 'ui/drop',
  open: async () => ({ folder: createBenchFolder(), browser: await launchBrowser() }),
  async close({ folder, browser }) {
    await browser.close();
    folder.remove();
  },
  trials: DROPS.map(measureDrop),
});

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
