import { mkdirSync, writeFileSync } from 'node:fs';
import { convertModel } from '../../../src-main/engine/change/convert/convert-model.ts';
import { defaultConvertOptions } from '../../../src-main/engine/change/convert/convert-options.ts';
import { imageToModel } from '../../../src-main/engine/make/one-view/image-to-model.ts';
import { createWatchThread } from '../../../src-main/folders/watching/watch-thread.ts';
import { drawShape } from '../../helpers/images/sample-images.ts';
import { createBenchFolder } from '../bench-folder.ts';
import { RECENT_JOBS } from '../../../src-main/queue/job-list/job-memory.ts';
import { fillQueue, openBenchQueue } from '../bench-queue.ts';
import { makeKnot } from '../bench-models.ts';
import { timed } from '../harness/clock.ts';
import { defineGroup, type Trial } from '../harness/row.ts';
import { firstLine } from '../harness/first-line.ts';
import { median } from '../harness/statistics.ts';
import { fitLargest, fitLinearithmic, type GrowthPoint } from './fit-exponent.ts';
import { toPointFigures } from './growth-points.ts';

interface Context {
  readonly folder: ReturnType<typeof createBenchFolder>;
  readonly isQuick: boolean;
  /** Prepared work by curve and size. */
  readonly prepared: Map<string, Work>;
  /** Where curves end before their largest size, and why. */
  readonly ends: Map<string, End>;
}

type Work = () => Promise<unknown>;

interface End {
  readonly n: number;
  readonly why: string;
}

/** Work whose time depends on a size. */
interface Curve {
  readonly id: string;
  readonly what: string;
  /** From the smallest. A curve ends before the first that is refused. */
  readonly sizes: readonly number[];
  /** The largest of a quick run. */
  readonly quickMost: number;
  /** Prepares work of a size; returns the work. */
  prepare(n: number, folder: Context['folder']): Promise<Work>;
}

const RUNS = 3;
const REPEATS = 3;
/** Longer work is timed once in a run. */
const ONCE_MS = 1_000;

const CURVES: readonly Curve[] = [
  {
    id: 'growth/jobs',
    what: 'opening a queue of finished jobs and listing the last 10,000',
    sizes: [10, 100, 1_000, 10_000, 100_000, 1_000_000],
    quickMost: 1_000,
    async prepare(n, folder) {
      const home = folder.at(`jobs-${n}`);
      await fillQueue(home, n, { formats: ['glb'], serviceKind: 'local', free: true, outFolder: null });
      return async () => {
        const opened = openBenchQueue(home);
        if (opened.list().length !== Math.min(n, RECENT_JOBS)) throw new Error('Not all jobs are listed.');
        await opened.close();
      };
    },
  },
  {
    id: 'growth/files',
    what: 'a hot folder until all files in it are known',
    sizes: [10, 100, 1_000, 10_000, 100_000],
    quickMost: 1_000,
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
    sizes: [1_000, 10_000, 100_000, 1_000_000, 2_500_000, 10_000_000],
    quickMost: 100_000,
    async prepare(n) {
      const glb = await makeKnot(n);
      return () => convertModel(glb, defaultConvertOptions('FBX'), () => undefined);
    },
  },
  {
    id: 'growth/pixels',
    what: 'an image to a model, by its pixels (256² to 8192²)',
    sizes: [256, 512, 1_024, 2_048, 4_096, 8_192].map((edge) => edge ** 2),
    quickMost: 1_024 ** 2,
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
  open: ({ isQuick }) =>
    Promise.resolve({ folder: createBenchFolder(), isQuick, prepared: new Map(), ends: new Map() }),
  close: ({ folder }) => Promise.resolve(folder.remove()),
  trials: CURVES.map(toTrial),
});

/** The trial of a curve: every run measures all sizes, so that the exponent has a spread. */
export function toTrial(curve: Curve): Trial<Context> {
  return {
    rows: [
      {
        id: curve.id,
        what: `${curve.what}, exponent of the time`,
        ...{ figure: 'exponent', unit: '', better: 'lower', goal: { ratio: 1 } },
      },
    ],
    state: 'cold',
    runs: RUNS,
    async ours(context) {
      const points = await measureCurve(curve, context);
      return { exponent: fitLargest(points), ...toPointFigures(points) };
    },
    note: ({ ends }) => {
      const end = ends.get(curve.id);
      return end ? `${end.n.toLocaleString('en')}: ${end.why}` : null;
    },
    peer: {
      name: 'n log n',
      measure: (context) => Promise.resolve({ exponent: fitLinearithmic(sizesOf(curve, context)) }),
    },
  };
}

/** Those that are measured: below the one that was refused. */
function sizesOf({ id, sizes, quickMost }: Curve, { isQuick, ends }: Context): number[] {
  return sizes.filter((n) => (!isQuick || n <= quickMost) && n < (ends.get(id)?.n ?? Infinity));
}

/** All points up to the first size that fails, which is noted; throws when that leaves no curve. */
async function measureCurve(curve: Curve, context: Context): Promise<GrowthPoint[]> {
  const points: GrowthPoint[] = [];
  for (const n of sizesOf(curve, context)) {
    try {
      points.push({ n, ms: await timeWork(await prepareOnce(curve, n, context)) });
    } catch (cause) {
      if (points.length < 2) throw cause;
      context.ends.set(curve.id, { n, why: firstLine(cause) });
      break;
    }
  }
  return points;
}

async function prepareOnce(curve: Curve, n: number, { prepared, folder }: Context): Promise<Work> {
  const key = `${curve.id} ${n}`;
  const work = prepared.get(key) ?? (await curve.prepare(n, folder));
  prepared.set(key, work);
  return work;
}

/** The median of a few, after one that warms up; the first is enough of long work. */
async function timeWork(work: Work): Promise<number> {
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
