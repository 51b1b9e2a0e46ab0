import type { Browser, Page } from '@playwright/test';
import { startServe, type ServeProcess } from '../../helpers/serve.ts';
import { openBenchQueue } from '../bench-queue.ts';
import { createBenchFolder } from '../bench-folder.ts';
import { defineGroup, type Figures, type Trial } from '../harness/row.ts';
import { launchBrowser, serveBenchPages, type BenchPages } from './ui-browser.ts';
import { measureFrames, type FrameTimes } from './pages/measure-frames.ts';

const JOBS = 10_000;
const MANY = 100_000;
const FEW = 500;
const GOAL = { ratio: 1.2 };
const MEASURED_MS = 3_000;
const QUICK_MS = 800;
/** Elements of the whole page, which must not grow with the queue. */
const MAX_NODES = 2_500;

/** How a list is measured. */
interface Scroll {
  readonly isPatched: boolean;
  readonly measuredMs: number;
}

declare global {
  interface Window {
    /** Set in the app's page before it runs: feeds it pushes as main would, and measures its frames. */
    feedQueue?: (rows: number, scroll: Scroll) => Promise<FrameTimes>;
    measureFrames?: typeof measureFrames;
    /** The plain list's own measure. */
    measureList?: (scroll: Scroll) => Promise<FrameTimes>;
  }
}

interface Context {
  readonly folder: ReturnType<typeof createBenchFolder>;
  readonly pages: BenchPages;
  readonly browser: Browser;
  /** The app with many jobs and with few. */
  readonly servers: { readonly many: ServeProcess; readonly few: ServeProcess };
  readonly measuredMs: number;
  /** Rows that the app's list had in the page in its latest run: so many the plain list shows. */
  shown: number;
}

/**
 * The app’s own queue while it scrolls and 2,000 jobs a second change, beside a plain `{#each}` of as many rows as the queue
 * has in the page, under the same load. The pushes go through the page’s own connection, one message a frame, as main sends
 * them.
 */
function measurePatches(rows: number): Trial<Context> {
  return {
    rows: [
      {
        id: `ui/list/frames-${rows}`,
        what: `a frame while ${rows.toLocaleString('en')} rows scroll and 2,000 a second change, 99th percentile`,
        ...{ figure: 'p99', unit: 'ms', better: 'lower', goal: GOAL },
      },
      {
        id: `ui/list/nodes-${rows}`,
        what: `elements in the page with ${rows.toLocaleString('en')} rows`,
        ...{ figure: 'nodes', unit: '', better: 'lower', goal: { limit: MAX_NODES } },
      },
    ],
    ...compareLists('many', rows, true),
  };
}

/** The app’s own queue while only its position changes, beside the same plain list. */
function measureScroll(rows: number): Trial<Context> {
  return {
    rows: [
      {
        id: `ui/list/scroll-${rows}`,
        what: `a frame while ${rows.toLocaleString('en')} rows only scroll, mean`,
        ...{ figure: 'mean', unit: 'ms', better: 'lower', goal: GOAL },
      },
    ],
    ...compareLists('few', rows, false),
  };
}

function compareLists(
  server: keyof Context['servers'],
  rows: number,
  isPatched: boolean,
): Omit<Trial<Context>, 'rows'> {
  return {
    state: 'cold',
    quickRuns: rows > 10_000 ? 0 : 1,
    // The peer shows as many rows as ours did.
    isOneEvent: true,
    async ours(context) {
      const { browser, servers, measuredMs } = context;
      const scroll = { isPatched, measuredMs };
      const times = await withPage(browser, await servers[server].newLink(), (page) => measureOwn(page, rows, scroll));
      context.shown = times.rows;
      return toFigures(times);
    },
    peer: {
      name: 'a plain each of the same visible rows',
      measure: async ({ browser, pages, measuredMs, shown }) => {
        const address = `${pages.url}/list.html?rows=${shown}`;
        const scroll = { isPatched, measuredMs };
        return toFigures(await withPage(browser, address, (page) => measurePlain(page, scroll)));
      },
    },
  };
}

/** The list of jobs in a real browser. */
export const listGroup = defineGroup<Context>({
  name: 'ui/list',
  async open({ isQuick }) {
    const folder = createBenchFolder();
    await fillPausedQueue(folder.at('many'), isQuick ? FEW : JOBS);
    await fillPausedQueue(folder.at('few'), FEW);
    const servers = { many: await startServe(folder.at('many')), few: await startServe(folder.at('few')) };
    const [pages, browser] = [await serveBenchPages(), await launchBrowser()];
    return { folder, pages, browser, servers, measuredMs: isQuick ? QUICK_MS : MEASURED_MS, shown: 0 };
  },
  async close({ folder, pages, browser, servers }) {
    await browser.close();
    for (const server of Object.values(servers)) await server.stop();
    pages.close();
    folder.remove();
  },
  trials: [measurePatches(JOBS), measurePatches(MANY), measureScroll(FEW), measureScroll(MANY)],
});

function toFigures({ p99, mean, nodes }: FrameTimes): Figures {
  return { p99, mean, nodes };
}

/** A home whose queue is paused and holds waiting jobs. */
export async function fillPausedQueue(home: string, jobs: number): Promise<void> {
  const queue = openBenchQueue(home);
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

async function measurePlain(page: Page, scroll: Scroll): Promise<FrameTimes> {
  await page.waitForFunction(() => window.measureList !== undefined);
  return page.evaluate((how) => window.measureList!(how), scroll);
}

async function measureOwn(page: Page, rows: number, scroll: Scroll): Promise<FrameTimes> {
  await page.locator('[role=row][id^=job-]').first().waitFor({ timeout: 60_000 });
  return page.evaluate(([wanted, how]) => window.feedQueue!(wanted, how), [rows, scroll] as const);
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

  window.feedQueue = async (rows, { isPatched, measuredMs }) => {
    while (!isWhole) await new Promise((resolve) => setTimeout(resolve, 50));
    const first = jobs.length;
    for (let n = first; n < rows; n++) {
      const like = jobs[n % first]!;
      jobs.push({ ...like, id: `${like.id}-${n}`, position: like.position + n });
    }
    push(jobs.map((job, n) => running(job, 1 + (n % 99))));
    const list = document.querySelector<HTMLElement>('[role=grid]')!;
    let next = 0;
    const patch = (count: number): void => {
      if (!isPatched) return;
      const changed: object[] = [];
      for (let n = 0; n < count; n++) {
        // Half of them in sight, where drawing costs.
        const inSight = Math.floor((list.scrollTop / list.scrollHeight) * jobs.length) + (next % 20);
        const job = jobs[next % 2 === 0 ? Math.min(inSight, jobs.length - 1) : (next * 7_919) % jobs.length]!;
        changed.push(running(job, next++ % 100));
      }
      push(changed);
    };
    return window.measureFrames!(list, patch, measuredMs);
  };
}
