import { readFile } from 'node:fs/promises';
import { imageToModel } from '../../src-main/engine/make/one-view/image-to-model.ts';
import { writeSampleImage } from '../helpers/images/sample-images.ts';
import { openBenchApp } from './bench-app.ts';
import { createBenchFolder } from './bench-folder.ts';
import { runEngine } from './engine/run-engine.ts';
import { timed } from './harness/clock.ts';
import { defineGroup, type Trial } from './harness/row.ts';

const EDGE = 1024;
const OPTIONS = { texture: true, textureSize: EDGE, faceLimit: null, compress: '', seed: 1 } as const;
const ORDER = { formats: ['glb'], serviceKind: 'local', free: true, outFolder: null } as const;

interface Context {
  readonly folder: ReturnType<typeof createBenchFolder>;
  readonly image: string;
  readonly bytes: Uint8Array;
  /** An app that has run a job. */
  readonly warm: Awaited<ReturnType<typeof openBenchApp>>;
}

const first: Trial<Context> = {
  rows: [
    {
      id: 'end-to-end/first',
      what: 'drop to GLB in the output folder, first 1024² image of a session',
      ...{ figure: 'ms', unit: 'ms', better: 'lower', goal: { limit: 3_000, ratio: 2 } },
    },
  ],
  state: 'cold',
  async ours({ image }) {
    const session = await openBenchApp();
    try {
      return { ms: await timed(() => runJob(session, image)) };
    } finally {
      await session.close();
    }
  },
  peer: {
    name: 'the engine alone in a new process',
    measure: ({ folder, image }) => {
      const task = { operation: 'image_to_model', values: { model: 'v3.1-20260211' } } as const;
      return Promise.resolve({ ms: runEngine({ sources: [image], target: folder.at('model.glb'), task }).ms });
    },
  },
};

const later: Trial<Context> = {
  rows: [
    {
      id: 'end-to-end/later',
      what: 'drop to GLB in the output folder, later 1024² images',
      ...{ figure: 'ms', unit: 'ms', better: 'lower', goal: { limit: 3_000, ratio: 2 } },
    },
  ],
  state: 'warm',
  ours: async ({ warm, image }) => ({ ms: await timed(() => runJob(warm, image)) }),
  peer: {
    name: 'the engine alone',
    measure: async ({ bytes }) => ({ ms: await timed(() => imageToModel(bytes, OPTIONS, () => undefined)) }),
  },
};

/** From a dropped image to the GLB in the output folder. */
export const endToEndGroup = defineGroup<Context>({
  name: 'end-to-end',
  async open() {
    const folder = createBenchFolder();
    const image = await writeSampleImage(folder.at(), 'bench.png', EDGE);
    return { folder, image, bytes: await readFile(image), warm: await openBenchApp() };
  },
  async close({ folder, warm }) {
    await warm.close();
    folder.remove();
  },
  trials: [first, later],
});

async function runJob({ app }: Context['warm'], image: string): Promise<void> {
  const [record] = app.queue.add([{ path: image, kind: 'picture', bytes: 1 }], ORDER);
  await app.queue.whenSettled([record?.id ?? '']);
  if (app.queue.records().at(-1)?.status !== 'done') throw new Error('The job did not end well.');
}
