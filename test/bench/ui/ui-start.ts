import type { Browser } from '@playwright/test';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startServe } from '../../helpers/serve.ts';
import { median } from '../median.ts';
import type { Figure } from '../unconverted.ts';
import { launchBrowser } from './ui-browser.ts';
import { fillQueue } from './ui-list.ts';

const JOBS = 10_000;
const ROUNDS = 5;
const GOAL = 1.5;

/** From the start of the app's process to the first row in the page, with many jobs and with none, in turns. */
export async function benchStart(): Promise<Figure[]> {
  const root = mkdtempSync(path.join(os.tmpdir(), 'dropforge-bench-'));
  const [full, empty] = [path.join(root, 'full'), path.join(root, 'empty')];
  await fillQueue(full, JOBS);
  const browser = await launchBrowser();
  try {
    const times = { full: [] as Start[], empty: [] as Start[] };
    await startWith(browser, empty);
    for (let round = 0; round < ROUNDS; round++) {
      times.empty.push(await startWith(browser, empty));
      times.full.push(await startWith(browser, full));
    }
    const [fullMs, emptyMs] = [median(times.full.map(wholeOf)), median(times.empty.map(wholeOf))];
    const pages = [times.full, times.empty].map((list) => median(list.map(({ pageMs }) => pageMs)).toFixed(0));
    return [
      {
        what: `start until the first of ${JOBS} rows is drawn, median of ${ROUNDS}`,
        value: `${fullMs.toFixed(0)} ms, ${(fullMs / emptyMs).toFixed(2)} × (the page alone ${pages[0]} ms)`,
        goal: `≤ ${GOAL} × an empty window`,
        peer: `an empty window ${emptyMs.toFixed(0)} ms (the page alone ${pages[1]} ms)`,
        met: fullMs / emptyMs <= GOAL,
      },
    ];
  } finally {
    await browser.close();
    rmSync(root, { recursive: true, force: true });
  }
}

interface Start {
  readonly processMs: number;
  readonly pageMs: number;
}

function wholeOf({ processMs, pageMs }: Start): number {
  return processMs + pageMs;
}

async function startWith(browser: Browser, home: string): Promise<Start> {
  const begun = performance.now();
  const server = await startServe(home);
  const processMs = performance.now() - begun;
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  try {
    await page.addInitScript(markFirstView);
    await page.goto(server.url, { waitUntil: 'commit' });
    await page.waitForFunction(() => performance.getEntriesByName('first-view').length > 0, null, { polling: 20 });
    const pageMs = await page.evaluate(() => performance.getEntriesByName('first-view')[0]!.startTime);
    return { processMs, pageMs };
  } finally {
    await page.close();
    await server.stop();
  }
}

/** Runs in the page before its own code: marks the frame in which there is a row, or the view of an empty queue. */
function markFirstView(): void {
  const watch = new MutationObserver(() => {
    if (!document.querySelector('[role=row][id^=job-], main.empty')) return;
    watch.disconnect();
    // Drawn: the task after the frame.
    requestAnimationFrame(() => setTimeout(() => performance.mark('first-view')));
  });
  watch.observe(document, { childList: true, subtree: true });
}
