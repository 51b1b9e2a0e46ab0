import type { Browser, Page } from '@playwright/test';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createQueue } from '../../../src-main/queue/queue.ts';
import { startServe } from '../../helpers/serve.ts';
import { median } from '../median.ts';
import type { Figure } from '../unconverted.ts';
import { launchBrowser, serveBenchPages } from './ui-browser.ts';
import { measureFrames, type FrameTimes } from './pages/measure-frames.ts';

const JOBS = 10_000;
const MANY = 100_000;
const FEW = 500;
const ROUNDS = 3;
/** 18.5 ms where the plain list takes 40: how long a frame takes is the computer's doing, how many times as long is ours. */
const GOAL = 18.5 / 40;
const SCROLL_GOAL = 1.2;

declare global {
  interface Window {
    /** Set in the app's page before it runs: feeds it pushes as main would, and measures its frames. */
    feedQueue?: (rows: number, isPatched: boolean) => Promise<FrameTimes>;
    measureFrames?: typeof measureFrames;
    /** The plain list's own measure. */
    measureList?: (isPatched: boolean) => Promise<FrameTimes>;
  }
}

/**
 * The app's own queue while it scrolls and 2,000 jobs a second change, beside a plain `{#each}` of rows under the same
 * load. The pushes go through the page's own line, one message a frame, as main sends them.
 */
export async function benchList(): Promise<Figure[]> {
  const root = mkdtempSync(path.join(os.tmpdir(), 'dropforge-bench-'));
  const home = path.join(root, 'home');
  await fillQueue(home, JOBS);
  const [pages, server, browser] = [await serveBenchPages(), await startServe(home), await launchBrowser()];
  try {
    const times = { plain: [] as FrameTimes[], own: [] as FrameTimes[], many: [] as FrameTimes[] };
    for (let round = 0; round < ROUNDS; round++) {
      times.plain.push(await withPage(browser, `${pages.url}/list.html`, (page) => measurePlain(page, true)));
      times.own.push(await withPage(browser, server.url, (page) => measureOwn(page, JOBS, true)));
      times.many.push(await withPage(browser, server.url, (page) => measureOwn(page, MANY, true)));
    }
    const plain = summary(times.plain);
    return [
      { rows: JOBS, ...summary(times.own) },
      { rows: MANY, ...summary(times.many) },
    ].map(({ rows, p99, fps, nodes }) => ({
      what: `frames of the queue with ${rows} rows, scrolling, 2,000 patches a second`,
      value: `p99 ${p99.toFixed(1)} ms, ${(p99 / plain.p99).toFixed(2)} ×, ${fps.toFixed(0)} a second, ${nodes} nodes`,
      goal: `p99 ≤ ${GOAL.toFixed(2)} × plain`,
      peer: `plain each of ${JOBS} rows p99 ${plain.p99.toFixed(1)} ms, ${plain.fps.toFixed(0)} a second, ${plain.nodes} nodes`,
      met: p99 / plain.p99 <= GOAL,
    }));
  } finally {
    await browser.close();
    await server.stop();
    pages.close();
    rmSync(root, { recursive: true, force: true });
  }
}

/**
 * The app's own queue while nothing but its position changes, beside a plain `{#each}` of as few rows as a queue of a
 * working day has.
 */
export async function benchScroll(): Promise<Figure[]> {
  const root = mkdtempSync(path.join(os.tmpdir(), 'dropforge-bench-'));
  const home = path.join(root, 'home');
  await fillQueue(home, FEW);
  const [pages, server, browser] = [await serveBenchPages(), await startServe(home), await launchBrowser()];
  try {
    const times = { plain: [] as FrameTimes[], few: [] as FrameTimes[], many: [] as FrameTimes[] };
    for (let round = 0; round < ROUNDS; round++) {
      const url = `${pages.url}/list.html?rows=${FEW}`;
      times.plain.push(await withPage(browser, url, (page) => measurePlain(page, false)));
      times.few.push(await withPage(browser, server.url, (page) => measureOwn(page, FEW, false)));
      times.many.push(await withPage(browser, server.url, (page) => measureOwn(page, MANY, false)));
    }
    const plain = summary(times.plain);
    return [
      { rows: FEW, ...summary(times.few) },
      { rows: MANY, ...summary(times.many) },
    ].map(({ rows, mean, p99 }) => ({
      what: `frames of the queue with ${rows} rows, scrolling only`,
      value: `mean ${mean.toFixed(1)} ms, ${(mean / plain.mean).toFixed(2)} ×, p99 ${p99.toFixed(1)} ms`,
      goal: `mean ≤ ${SCROLL_GOAL} × plain`,
      peer: `plain each of ${FEW} rows mean ${plain.mean.toFixed(1)} ms, p99 ${plain.p99.toFixed(1)} ms`,
      met: mean / plain.mean <= SCROLL_GOAL,
    }));
  } finally {
    await browser.close();
    await server.stop();
    pages.close();
    rmSync(root, { recursive: true, force: true });
  }
}

function summary(times: readonly FrameTimes[]): FrameTimes {
  const of = (key: keyof FrameTimes) => median(times.map((each) => each[key]));
  return { p99: of('p99'), fps: of('fps'), mean: of('mean'), nodes: of('nodes') };
}

/** A home whose queue is paused and holds waiting jobs. */
export async function fillQueue(home: string, jobs: number): Promise<void> {
  const nowhere = () => Promise.reject(new Error('Nothing is started here.'));
  const queue = createQueue({ home, connect: nowhere, serviceInUse: nowhere, exportFolder: () => os.tmpdir() });
  queue.pause();
  const names = Array.from({ length: jobs }, (_, n) => `/pictures/lantern_${n}.png`);
  queue.add(
    names.map((name) => ({ path: name, kind: 'picture' as const, bytes: 1 })),
    { formats: ['glb', 'fbx', 'usdz'], serviceKind: 'local', free: true, outFolder: null },
  );
  await queue.close();
}

async function withPage(browser: Browser, url: string, run: (page: Page) => Promise<FrameTimes>): Promise<FrameTimes> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  try {
    await page.addInitScript({ content: `window.measureFrames = ${String(measureFrames)};(${String(holdLine)})()` });
    await page.goto(url);
    return await run(page);
  } finally {
    await page.close();
  }
}

async function measurePlain(page: Page, isPatched: boolean): Promise<FrameTimes> {
  await page.waitForFunction(() => window.measureList !== undefined);
  return page.evaluate((patched) => window.measureList!(patched), isPatched);
}

async function measureOwn(page: Page, rows: number, isPatched: boolean): Promise<FrameTimes> {
  await page.locator('[role=row][id^=job-]').first().waitFor({ timeout: 60_000 });
  return page.evaluate(([wanted, patched]) => window.feedQueue!(wanted, patched), [rows, isPatched] as const);
}

/** Runs in the page before its own code; must stand alone. Keeps the page's line and the jobs that came over it. */
function holdLine(): void {
  interface Fed {
    readonly id: string;
    readonly position: number;
    readonly steps: readonly object[];
  }
  let line: WebSocket | null = null;
  const jobs: Fed[] = [];
  let isWhole = false;
  const hold = (opened: WebSocket) => {
    line = opened;
    opened.addEventListener('message', ({ data }) => {
      const { reply } = JSON.parse(String(data)) as { reply?: { value?: { jobs?: Fed[]; after?: unknown } | null } };
      const part = reply?.value;
      if (!part?.jobs || part.after === undefined) return;
      jobs.push(...part.jobs);
      isWhole = part.after === null;
    });
  };
  const Line = window.WebSocket;
  window.WebSocket = class extends Line {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      hold(this);
    }
  };
  const push = (changed: readonly object[]) => {
    const data = JSON.stringify({ push: 'queue:changed', payload: { jobs: changed, removed: [] } });
    line?.dispatchEvent(new MessageEvent('message', { data }));
  };
  const running = (job: Fed, progress: number) => ({
    ...job,
    status: 'running',
    steps: job.steps.map((step, index) => (index === 0 ? { ...step, status: 'running', progress } : step)),
  });

  window.feedQueue = async (rows, isPatched) => {
    while (!isWhole) await new Promise((resolve) => setTimeout(resolve, 50));
    const first = jobs.length;
    for (let n = first; n < rows; n++) {
      const like = jobs[n % first]!;
      jobs.push({ ...like, id: `${like.id}-${n}`, position: like.position + n });
    }
    push(jobs.map((job, n) => running(job, 1 + (n % 99))));
    const list = document.querySelector<HTMLElement>('[role=grid]')!;
    let next = 0;
    return window.measureFrames!(list, (count) => {
      if (!isPatched) return;
      const changed: object[] = [];
      for (let n = 0; n < count; n++) {
        // Half of them in sight, where drawing costs.
        const inSight = Math.floor((list.scrollTop / list.scrollHeight) * jobs.length) + (next % 20);
        const job = jobs[next % 2 === 0 ? Math.min(inSight, jobs.length - 1) : (next * 7_919) % jobs.length]!;
        changed.push(running(job, next++ % 100));
      }
      push(changed);
    });
  };
}
