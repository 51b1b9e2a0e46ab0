import { mkdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { convertModel } from '../../../src-main/engine/change/convert/convert-model.ts';
import { defaultConvertOptions } from '../../../src-main/engine/change/convert/convert-options.ts';
import { imageToModel } from '../../../src-main/engine/make/one-view/image-to-model.ts';
import { createWatchThread } from '../../../src-main/folders/watching/watch-thread.ts';
import { createQueue, type Queue } from '../../../src-main/queue/queue.ts';
import { drawShape } from '../../helpers/images/sample-images.ts';
import { createBenchFolder } from '../bench-folder.ts';
import { makeKnot } from '../bench-models.ts';
import { timed } from '../harness/clock.ts';
import { defineGroup, type Trial } from '../harness/row.ts';
import { median } from '../harness/statistics.ts';
import { fitLargest, fitLinearithmic, type GrowthPoint } from './fit-exponent.ts';
import { toPointFigures } from './growth-points.ts';

interface Context {
  readonly folder: ReturnType<typeof createBenchFolder>;
  readonly isFull: boolean;
}

/** Work whose time depends on a size. */
interface Curve {
  readonly id: string;
  readonly what: string;
  /** From the smallest; those of `--full` come after them. */
  readonly sizes: readonly number[];
  readonly fullSizes: readonly number[];
  /** Prepares work of a size; returns the work. */
  prepare(n: number, folder: Context['folder']): Promise<() => Promise<unknown>>;
}

const REPEATS = 3;
/** Longer work is timed once. */
const ONCE_MS = 5_000;

const CURVES: readonly Curve[] = [
  {
    id: 'growth/jobs',
    what: 'opening a queue and listing its jobs',
    sizes: [10, 100, 1_000, 10_000, 100_000],
    fullSizes: [1_000_000],
    async prepare(n, folder) {
      const home = folder.at(`jobs-${n}`);
      const queue = openQueue(home);
      const sources = Array.from(
        { length: n },
        (_, i) => ({ path: `/images/${i}.png`, kind: 'picture', bytes: 1 }) as const,
      );
      queue.add(sources, { formats: ['glb'], serviceKind: 'local', free: true, outFolder: null });
      await queue.close();
      return async () => {
        const opened = openQueue(home);
        if (opened.list().length !== n) throw new Error('Not all jobs are listed.');
        await opened.close();
      };
    },
  },
  {
    id: 'growth/files',
    what: 'a hot folder until all files in it are known',
    sizes: [10, 100, 1_000, 10_000],
    fullSizes: [100_000],
    prepare(n, { at }) {
      const folder = at(`files-${n}`);
      mkdirSync(folder);
      for (let i = 0; i < n; i++) writeFileSync(at(`files-${n}`, `${i}.txt`), 'a red chair');
      return Promise.resolve(() => watchAll(folder, n));
    },
  },
  {
    id: 'growth/triangles',
    what: 'converting triangles from GLB to FBX',
    sizes: [1_000, 10_000, 100_000, 1_000_000],
    fullSizes: [10_000_000],
    async prepare(n) {
      const glb = await makeKnot(n);
      return () => convertModel(glb, defaultConvertOptions('FBX'), () => undefined);
    },
  },
  {
    id: 'growth/pixels',
    what: 'an image to a model, by its pixels (256² to 4096²)',
    sizes: [256, 512, 1_024, 2_048, 4_096].map((edge) => edge ** 2),
    fullSizes: [8_192 ** 2],
    async prepare(n) {
      const image = await drawShape(Math.sqrt(n));
      const options = { texture: true, textureSize: 1024, faceLimit: null, compress: '', seed: 0 } as const;
      return () => imageToModel(image, options, () => undefined);
    },
  },
];

/** How the time of work grows with its size, beside n log n. */
export const growthGroup = defineGroup<Context>({
  name: 'growth',
  open: ({ isFull }) => Promise.resolve({ folder: createBenchFolder(), isFull }),
  close: ({ folder }) => Promise.resolve(folder.remove()),
  trials: CURVES.map(toTrial),
});

function toTrial(curve: Curve): Trial<Context> {
  const sizesOf = ({ isFull }: Context) => [...curve.sizes, ...(isFull ? curve.fullSizes : [])];
  return {
    rows: [
      {
        id: curve.id,
        what: `${curve.what}, exponent of the time`,
        ...{ figure: 'exponent', unit: '', better: 'lower', goal: { ratio: 1 } },
      },
    ],
    state: 'cold',
    // Every size is timed several times in one run.
    runs: 1,
    quickRuns: 0,
    async ours(context) {
      const points: GrowthPoint[] = [];
      for (const n of sizesOf(context)) points.push({ n, ms: await timeSize(curve, n, context.folder) });
      return { exponent: fitLargest(points), ...toPointFigures(points) };
    },
    peer: { name: 'n log n', measure: (context) => Promise.resolve({ exponent: fitLinearithmic(sizesOf(context)) }) },
  };
}

/** The median of a few, after one that warms up; the first is enough of long work. */
async function timeSize(curve: Curve, n: number, folder: Context['folder']): Promise<number> {
  const work = await curve.prepare(n, folder);
  const first = await timed(work);
  if (first > ONCE_MS) return first;
  const times: number[] = [];
  for (let repeat = 0; repeat < REPEATS; repeat++) times.push(await timed(work));
  return median(times);
}

async function watchAll(folder: string, files: number): Promise<void> {
  const watcher = createWatchThread();
  let left = files;
  await new Promise<void>((resolve) => {
    const onReady = (): void => void (--left === 0 && resolve());
    const order = { folder, endings: ['txt'], outside: [], polls: false };
    watcher.open(order, { onReady, onStuck: () => undefined, onState: () => undefined });
  });
  await watcher.close();
}

function openQueue(home: string): Queue {
  const nowhere = () => Promise.reject(new Error('Nothing is started here.'));
  return createQueue({ home, connect: nowhere, serviceInUse: nowhere, exportFolder: () => os.tmpdir() });
}
