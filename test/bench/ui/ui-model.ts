import type { Browser, CDPSession, Page } from '@playwright/test';
import { makeKnot } from '../bench-models.ts';
import { childCpuSeconds } from '../harness/process-tree.ts';
import { defineGroup, type Figures, type Trial } from '../harness/row.ts';
import { makeTexturedSphere } from '../../helpers/models/textured-sphere.ts';
import { launchWebGlBrowser, serveBenchPages, type BenchPages } from './ui-browser.ts';

const TRIANGLES = 1_000_000;
const IDLE_SECONDS = 8;
const QUICK_IDLE_SECONDS = 2;
/** Less in a second is rest; so many seconds it is waited for. */
const REST_SECONDS = 0.03;
const MAX_WAITS = 20;
/** Models that are opened and closed before and after the first count. */
const CYCLES = { first: 10, more: 100 } as const;
const QUICK_CYCLES = { first: 3, more: 10 } as const;
const QUICK_TRIANGLES = 100_000;
const MIB = 1024 ** 2;

interface Context {
  readonly pages: BenchPages;
  readonly browser: Browser;
  /** One page for all loads. */
  readonly page: Page;
  readonly idleSeconds: number;
  readonly cycles: { readonly first: number; readonly more: number };
  /** What was in the page after the first models. */
  atStart: Figures | null;
}

const load: Trial<Context> = {
  rows: [
    {
      id: 'ui/model/load',
      what: 'a model of a million triangles visible',
      quickWhat: 'a model of 100,000 triangles visible',
      ...{ figure: 'totalMs', unit: 'ms', better: 'lower', goal: { ratio: 0.75 } },
    },
    {
      id: 'ui/model/longest-task',
      what: 'the longest task of the page meanwhile',
      ...{ figure: 'longestMs', unit: 'ms', better: 'lower', goal: { limit: 50, ratio: 0.25 } },
    },
  ],
  state: 'warm',
  ours: ({ page }) => loadOnce(page, 'own'),
  peer: { name: 'GLTFLoader on the page’s thread', measure: ({ page }) => loadOnce(page, 'plain') },
};

const idle: Trial<Context> = {
  rows: [
    {
      id: 'ui/model/idle',
      what: 'browser while a model of a million triangles is shown',
      quickWhat: 'browser while a model of 100,000 triangles is shown',
      ...{ figure: 'share', unit: '% of a core', better: 'lower', goal: { limit: 0.5, ratio: 0.01 } },
    },
  ],
  state: 'cold',
  ours: ({ browser, pages, idleSeconds }) =>
    withPage(browser, pages.url, async (page) => {
      // Until its surface is measured and its shadow drawn.
      await page.evaluate(() => window.modelBench!.show('large.glb'));
      await waitForRest(page);
      return { share: await cpuShare(page, idleSeconds) };
    }),
  peer: {
    name: 'a loop that draws every frame',
    measure: ({ browser, pages, idleSeconds }) =>
      withPage(browser, pages.url, async (page) => {
        await page.evaluate(() => window.modelBench!.plain('large.glb'));
        await page.evaluate(() => window.modelBench!.loop(true));
        return { share: await cpuShare(page, idleSeconds) };
      }),
  },
};

const cycles: Trial<Context> = {
  rows: [
    {
      id: 'ui/model/heap',
      what: 'heap after a hundred models opened and closed',
      quickWhat: 'heap after ten models opened and closed',
      ...{ figure: 'heap', unit: 'MiB', better: 'lower', goal: { ratio: 1.02 } },
    },
    {
      id: 'ui/model/textures',
      what: 'textures after a hundred models opened and closed',
      quickWhat: 'textures after ten models opened and closed',
      ...{ figure: 'textures', unit: '', better: 'lower', goal: { ratio: 1 } },
    },
    {
      id: 'ui/model/buffers',
      what: 'buffers after a hundred models opened and closed',
      quickWhat: 'buffers after ten models opened and closed',
      ...{ figure: 'buffers', unit: '', better: 'lower', goal: { ratio: 1 } },
    },
  ],
  state: 'cold',
  isOneEvent: true,
  ours: (context) =>
    withPage(context.browser, context.pages.url, async (page) => {
      const session = await page.context().newCDPSession(page);
      const cycle = (count: number) => page.evaluate((times) => window.modelBench!.cycle('textured.glb', times), count);
      const count = async (): Promise<Figures> => ({
        heap: (await readHeap(session)) / MIB,
        ...(await page.evaluate(() => window.modelBench!.live())),
      });
      await cycle(context.cycles.first);
      context.atStart = await count();
      await cycle(context.cycles.more);
      return count();
    }),
  peer: { name: 'after the first models', measure: ({ atStart }) => Promise.resolve(atStart) },
};

/** The viewer: a large model beside three’s own loader, an idle view beside a drawing loop, and what a hundred models leave. */
export const modelGroup = defineGroup<Context>({
  name: 'ui/model',
  async open({ isQuick }) {
    const [pages, browser] = [await serveBenchPages(), await launchWebGlBrowser()];
    pages.files.set('large.glb', await makeKnot(isQuick ? QUICK_TRIANGLES : TRIANGLES));
    pages.files.set('textured.glb', await makeTexturedSphere(2_000, 128));
    const page = await openPage(browser, pages.url);
    const cycles = isQuick ? QUICK_CYCLES : CYCLES;
    return { pages, browser, page, idleSeconds: isQuick ? QUICK_IDLE_SECONDS : IDLE_SECONDS, cycles, atStart: null };
  },
  async close({ pages, browser }) {
    await browser.close();
    pages.close();
  },
  trials: [load, idle, cycles],
});

async function openPage(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 900, height: 700 } });
  await page.goto(`${url}/model.html`);
  await page.waitForFunction(() => window.modelBench !== undefined);
  return page;
}

async function withPage<T>(browser: Browser, url: string, run: (page: Page) => Promise<T>): Promise<T> {
  const page = await openPage(browser, url);
  try {
    return await run(page);
  } finally {
    await page.close();
  }
}

async function loadOnce(page: Page, loader: 'own' | 'plain'): Promise<Figures> {
  const { totalMs, longestMs } = await page.evaluate((chosen) => window.modelBench![chosen]('large.glb'), loader);
  return { totalMs, longestMs };
}

/** Until what was begun for the model is done, in the graphics process too. */
async function waitForRest(page: Page): Promise<void> {
  for (let wait = 0; wait < MAX_WAITS; wait++) {
    const before = childCpuSeconds();
    await page.waitForTimeout(1_000);
    if (childCpuSeconds() - before <= REST_SECONDS) return;
  }
}

async function cpuShare(page: Page, seconds: number): Promise<number> {
  const before = childCpuSeconds();
  await page.waitForTimeout(seconds * 1_000);
  return ((childCpuSeconds() - before) / seconds) * 100;
}

/** The parts of a heap snapshot that are looked at here. */
interface Snapshot {
  readonly snapshot: {
    readonly meta: { readonly node_fields: string[]; readonly node_types: [string[], ...unknown[]] };
  };
  readonly nodes: number[];
}

/** Bytes of the page's objects. Compiled code, which grows with use for a long time, and the browser's own are left out. */
async function readHeap(session: CDPSession): Promise<number> {
  const chunks: string[] = [];
  const hear = ({ chunk }: { chunk: string }) => chunks.push(chunk);
  session.on('HeapProfiler.addHeapSnapshotChunk', hear);
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  session.off('HeapProfiler.addHeapSnapshotChunk', hear);
  const { snapshot, nodes } = JSON.parse(chunks.join('')) as Snapshot;
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [type, size] = [fields.indexOf('type'), fields.indexOf('self_size')];
  let sum = 0;
  for (let node = 0; node < nodes.length; node += fields.length)
    if (!['code', 'native'].includes(types[0][nodes[node + type]!]!)) sum += nodes[node + size]!;
  return sum;
}
