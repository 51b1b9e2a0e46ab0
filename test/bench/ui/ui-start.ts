import type { Browser } from '@playwright/test';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { copyProject } from '../../helpers/project-copy.ts';
import { startServe } from '../../helpers/serve.ts';
import { createBenchFolder } from '../bench-folder.ts';
import { defineGroup, type Trial } from '../harness/row.ts';
import { launchBrowser } from './ui-browser.ts';
import { fillPausedQueue } from './ui-list.ts';

const JOBS = 10_000;
const START = 'src-main/start.ts';
const ROOT = path.resolve(import.meta.dirname, '../../..');
const EMPTY_PAGE = `require('node:http').createServer((_, answer) => answer.end('<!doctype html><p>Hello</p>'))
  .listen(0, '127.0.0.1', function () { console.log('http://127.0.0.1:' + this.address().port) })`;

interface Context {
  readonly folder: ReturnType<typeof createBenchFolder>;
  readonly browser: Browser;
}

/** From the start of the app’s process to the first row in the page, with many jobs and with none. */
const firstRow: Trial<Context> = {
  rows: [
    {
      id: 'ui/start/first-row',
      what: 'start until the first of 10,000 jobs is drawn',
      ...{ figure: 'ms', unit: 'ms', better: 'lower', goal: { ratio: 1.5 } },
    },
    {
      id: 'ui/start/page',
      what: 'the page of 10,000 jobs until the first is drawn',
      ...{ figure: 'pageMs', unit: 'ms', better: 'lower', goal: { ratio: 1.5 } },
    },
  ],
  state: 'warm',
  ours: ({ browser, folder }) => startWith(browser, folder.at('full')),
  peer: { name: 'an empty window', measure: ({ browser, folder }) => startWith(browser, folder.at('empty')) },
};

/** `npm start` in a browser, with a home that was never opened. */
const firstPaint: Trial<Context> = {
  rows: [
    {
      id: 'ui/start/first-paint',
      what: 'npm start with a new home until the first paint in a browser',
      ...{ figure: 'ms', unit: 'ms', better: 'lower', goal: { limit: 5_000 } },
    },
  ],
  state: 'cold',
  ours: async ({ browser, folder }, run) => ({
    ms: await timePaint(browser, [path.join(ROOT, START), '--no-open', '--home', folder.at(`new-${run}`)]),
  }),
  peer: {
    name: 'a node:http server with an empty page',
    measure: async ({ browser }) => ({ ms: await timePaint(browser, ['-e', EMPTY_PAGE]) }),
  },
};

/** The same in a clone where nothing was built, and in one where everything was. */
const firstStart: Trial<Context> = {
  rows: [
    {
      id: 'ui/start/first-start',
      what: 'the first npm start of a clone until the first paint in a browser',
      ...{ figure: 'ms', unit: 'ms', better: 'lower', goal: { limit: 4_000 } },
    },
  ],
  state: 'cold',
  quickRuns: 0,
  ours: async ({ browser, folder }, run) => {
    for (const built of ['dist', '.cache']) rmSync(folder.at('fresh', built), { recursive: true, force: true });
    return { ms: await timeClone(browser, folder, 'fresh', run) };
  },
  peer: {
    name: 'the same after npm run build',
    measure: async ({ browser, folder }, run) => ({ ms: await timeClone(browser, folder, 'built', run) }),
  },
};

const timeClone = (browser: Browser, { at }: Context['folder'], clone: string, run: number): Promise<number> =>
  timePaint(browser, [at(clone, START), '--no-open', '--home', at(`${clone}-${run}`)]);

/** Starts of the app with its page in a real browser. */
export const startGroup = defineGroup<Context>({
  name: 'ui/start',
  async open() {
    const folder = createBenchFolder();
    await fillPausedQueue(folder.at('full'), JOBS);
    for (const clone of ['fresh', 'built']) copyProject(folder.at(clone));
    await promisify(execFile)(process.execPath, [folder.at('built', 'vite.config.ts')]);
    return { folder, browser: await launchBrowser() };
  },
  async close({ folder, browser }) {
    await browser.close();
    folder.remove();
  },
  trials: [firstRow, firstPaint, firstStart],
});

/** Milliseconds from the start of a process that prints an address to the first paint of its page. */
async function timePaint(browser: Browser, args: readonly string[]): Promise<number> {
  const begun = performance.now();
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...env } = process.env;
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(child, 'exit');
  const url = new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const found = /http:\/\/\S+/.exec(text)?.[0];
      if (found !== undefined && /\s$/.test(text)) resolve(found);
    });
    void ended.then(() => reject(new Error(`It printed no address: ${text}`)));
  });
  try {
    const address = await url;
    const processMs = performance.now() - begun;
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    try {
      await page.goto(address, { waitUntil: 'commit' });
      const paint = () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
      const handle = await page.waitForFunction(paint, null, { polling: 20 });
      return processMs + Number(await handle.jsonValue());
    } finally {
      await page.close();
    }
  } finally {
    child.kill('SIGINT');
    await ended;
  }
}

async function startWith(browser: Browser, home: string) {
  const begun = performance.now();
  const server = await startServe(home);
  const processMs = performance.now() - begun;
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  try {
    await page.addInitScript(markFirstView);
    await page.goto(server.url, { waitUntil: 'commit' });
    await page.waitForFunction(() => performance.getEntriesByName('first-view').length > 0, null, { polling: 20 });
    const pageMs = await page.evaluate(() => performance.getEntriesByName('first-view')[0]!.startTime);
    return { ms: processMs + pageMs, pageMs };
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
