import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { openBenchApp } from './bench-app.ts';
import { createBenchFolder } from './bench-folder.ts';
import { timed } from './harness/clock.ts';
import { defineGroup, type Trial } from './harness/row.ts';
import type { ThreeFormatsOrder } from './three-formats-process.ts';

const FORMATS = ['glb', 'fbx', 'usdz'] as const;
const ORDER = { formats: FORMATS, serviceKind: 'local', free: true, outFolder: null } as const;
/** As many engines as the local service starts. */
const ENGINES = Math.max(2, os.availableParallelism() - 1);

/** Images of a drop with their edges; 500 come in blocks of 50, of which each run measures one. */
const DROPS = [
  { id: '1', images: 1, edge: 1024, quick: 1, what: 'an image of 1024²' },
  { id: '30', images: 30, edge: 256, quick: 2, what: '30 images of 256²' },
  { id: '500', images: 50, edge: 256, quick: 0, what: '500 images of 256², each block of 50' },
] as const;

type Drop = (typeof DROPS)[number];

interface Context {
  readonly session: Awaited<ReturnType<typeof openBenchApp>>;
  readonly folder: ReturnType<typeof createBenchFolder>;
  readonly pool: readonly ChildProcess[];
  readonly isQuick: boolean;
}

function measureDrop(drop: Drop): Trial<Context> {
  const work = 'dropped until the models are in the output folder as GLB, FBX and USDZ';
  return {
    rows: [
      {
        id: `three-formats/${drop.id}`,
        what: `${drop.what} ${work}`,
        quickWhat: `${drop.quick} of ${drop.edge}² ${work}`,
        ...{ figure: 's', unit: 's', better: 'lower', goal: { ratio: 1.5 } },
      },
    ],
    // The app and the pool are warm from `open`.
    state: 'cold',
    quickRuns: drop.quick === 0 ? 0 : 1,
    ours: async (context, run) => ({ s: await timeApp(context, await drawImages(context, drop, run)) }),
    peer: {
      name: `the engine alone in ${ENGINES} processes`,
      measure: async (context, run) => ({ s: await timePool(context, await drawImages(context, drop, run)) }),
    },
  };
}

/** From dropped images to models in three formats on disk, beside the engine alone in a pool of the same size. */
export const threeFormatsGroup = defineGroup<Context>({
  name: 'three-formats',
  async open({ isQuick }) {
    const entry = path.join(import.meta.dirname, 'three-formats-process.ts');
    const pool = Array.from({ length: ENGINES }, () => fork(entry, { stdio: 'inherit' }));
    const context = { session: await openBenchApp(), folder: createBenchFolder(), pool, isQuick };
    const images = await drawImages(context, { ...DROPS[1], images: ENGINES }, -1);
    await timeApp(context, images);
    await timePool(context, images);
    return context;
  },
  async close({ session, folder, pool }) {
    for (const engine of pool) engine.disconnect();
    await session.close();
    folder.remove();
  },
  trials: DROPS.map(measureDrop),
});

/** Different images of each run. */
async function drawImages(
  { folder, isQuick }: Context,
  { id, images, quick, edge }: Pick<Drop, 'id' | 'edge'> & { readonly images: number; readonly quick: number },
  run: number,
): Promise<string[]> {
  const count = isQuick ? quick : images;
  const place = folder.at(`${id}-${run}`);
  mkdirSync(place, { recursive: true });
  return Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const file = path.join(place, `${id}-${run + 1}-${n}.png`);
      await sharp(drawLantern(edge, run * count + n))
        .png()
        .toFile(file);
      return file;
    }),
  );
}

function drawLantern(edge: number, n: number): Buffer {
  const [top, hue] = [10 + (n % 20), (n * 47) % 360];
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="${edge}" height="${edge}">
    <path d="M20 90 L30 ${top + 10} Q50 ${top} 70 ${top + 15} L85 90 Z" fill="hsl(${hue} 60% 50%)"/></svg>`);
}

/** Seconds until every job has ended with its three files. */
async function timeApp({ session: { app } }: Context, images: readonly string[]): Promise<number> {
  const ms = await timed(async () => {
    const sources = images.map((file) => ({ path: file, kind: 'picture', bytes: 1 }) as const);
    const ids = new Set(app.queue.add(sources, ORDER).map(({ id }) => id));
    await app.queue.whenSettled([...ids]);
    const failed = app.queue.records().find(({ id, status }) => ids.has(id) && status !== 'done');
    if (failed) throw new Error(`A job ended as ${failed.status}.`);
  });
  return ms / 1000;
}

/** The same work: engines take images in turn. */
async function timePool({ pool, folder }: Context, images: readonly string[]): Promise<number> {
  const target = folder.at(`pool-${performance.now()}`);
  mkdirSync(target);
  const left = [...images];
  const ms = await timed(() =>
    Promise.all(
      pool.map(async (engine) => {
        for (let image = left.shift(); image !== undefined; image = left.shift()) {
          engine.send({ image, folder: target } satisfies ThreeFormatsOrder);
          await once(engine, 'message');
        }
      }),
    ),
  );
  if (readdirSync(target).length !== images.length * FORMATS.length)
    throw new Error('The pool did not write all files.');
  return ms / 1000;
}
