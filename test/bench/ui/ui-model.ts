import type { Browser, CDPSession, Page } from '@playwright/test';
import { makeKnot } from '../bench-models.ts';
import { childCpuSeconds } from '../harness/process-tree.ts';
import { median } from '../median.ts';
import type { Figure } from '../unconverted.ts';
import { makeTexturedSphere } from '../../helpers/models/textured-sphere.ts';
import { launchWebGlBrowser, serveBenchPages } from './ui-browser.ts';
import type { LoadTimes } from './pages/model.ts';

const TRIANGLES = 1_000_000;
const ROUNDS = 9;
const IDLE_SECONDS = 20;
/** Less in a second is rest; so many seconds it is waited for. */
const REST_SECONDS = 0.03;
const MAX_WAITS = 20;
const CYCLES = 100;
const MIB = 1024 ** 2;

/** The viewer: a large model beside three's own loader, an idle view beside a drawing loop, and what a hundred models leave. */
export async function benchModel(): Promise<Figure[]> {
  const [pages, browser] = [await serveBenchPages(), await launchWebGlBrowser()];
  try {
    pages.files.set('large.glb', await makeKnot(TRIANGLES));
    pages.files.set('textured.glb', await makeTexturedSphere(2_000, 128));
    return [
      ...(await withPage(browser, pages.url, compareLoads)),
      await withPage(browser, pages.url, compareIdle),
      await withPage(browser, pages.url, openAndClose),
    ];
  } finally {
    await browser.close();
    pages.close();
  }
}

async function withPage<T>(browser: Browser, url: string, run: (page: Page) => Promise<T>): Promise<T> {
  const page = await browser.newPage({ viewport: { width: 900, height: 700 } });
  try {
    await page.goto(`${url}/model.html`);
    await page.waitForFunction(() => window.modelBench !== undefined);
    return await run(page);
  } finally {
    await page.close();
  }
}

async function compareLoads(page: Page): Promise<Figure[]> {
  const times = { own: [] as LoadTimes[], plain: [] as LoadTimes[] };
  const load = (way: 'own' | 'plain') => page.evaluate((chosen) => window.modelBench![chosen]('large.glb'), way);
  // The first of each compiles.
  await load('plain');
  await load('own');
  for (let round = 0; round < ROUNDS; round++) {
    times.plain.push(await load('plain'));
    times.own.push(await load('own'));
  }
  const of = (way: 'own' | 'plain', what: keyof LoadTimes) => median(times[way].map((each) => each[what]));
  const ratio = of('own', 'totalMs') / of('plain', 'totalMs');
  return [
    {
      what: `${TRIANGLES} triangles from the address to the first frame, median of ${ROUNDS}`,
      value: `${of('own', 'totalMs').toFixed(0)} ms, ${ratio.toFixed(2)} ×`,
      goal: '≤ 0.75 × GLTFLoader on the page’s thread',
      peer: `GLTFLoader ${of('plain', 'totalMs').toFixed(0)} ms`,
      met: ratio <= 0.75,
    },
    {
      what: 'the longest task of the page meanwhile',
      value: `${of('own', 'longestMs').toFixed(0)} ms`,
      goal: '≤ 50 ms',
      peer: `GLTFLoader ${of('plain', 'longestMs').toFixed(0)} ms`,
      met: of('own', 'longestMs') <= 50,
    },
  ];
}

async function compareIdle(page: Page): Promise<Figure> {
  // Until its surface is measured and its shadow drawn.
  await page.evaluate(() => window.modelBench!.show('large.glb'));
  await waitForRest(page);
  const own = await cpuShare(page);
  await page.evaluate(() => window.modelBench!.plain('large.glb'));
  await page.evaluate(() => window.modelBench!.loop(true));
  const loop = await cpuShare(page);
  return {
    what: `processor share of the browser while a model of ${TRIANGLES} triangles is shown`,
    value: `${own.toFixed(2)} %`,
    goal: '≤ 0.5 %',
    peer: `a drawing loop ${loop.toFixed(0)} %`,
    met: own <= 0.5,
  };
}

/** Until what was begun for the model is done, in the graphics process too. */
async function waitForRest(page: Page): Promise<void> {
  for (let wait = 0; wait < MAX_WAITS; wait++) {
    const before = childCpuSeconds();
    await page.waitForTimeout(1_000);
    if (childCpuSeconds() - before <= REST_SECONDS) return;
  }
}

async function cpuShare(page: Page): Promise<number> {
  const before = childCpuSeconds();
  await page.waitForTimeout(IDLE_SECONDS * 1_000);
  return ((childCpuSeconds() - before) / IDLE_SECONDS) * 100;
}

async function openAndClose(page: Page): Promise<Figure> {
  const session = await page.context().newCDPSession(page);
  const cycle = (count: number) => page.evaluate((times) => window.modelBench!.cycle('textured.glb', times), count);
  const look = async () => ({
    heap: await readHeap(session),
    ...(await page.evaluate(() => window.modelBench!.live())),
  });
  await cycle(10);
  const before = await look();
  await cycle(CYCLES);
  const after = await look();
  const growth = after.heap / before.heap - 1;
  return {
    what: `${CYCLES} models opened and closed`,
    value: `${after.textures - before.textures} textures and ${after.buffers - before.buffers} buffers left, heap ${(growth * 100).toFixed(1)} %`,
    goal: 'no texture, heap within 2 %',
    peer: `after ten models ${before.textures} textures, ${(before.heap / MIB).toFixed(1)} MiB`,
    met: after.textures <= before.textures && growth <= 0.02,
  };
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
