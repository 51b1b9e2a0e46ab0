import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ReadRequest } from '../../src-main/readers/file-reader.ts';
import { openFileReader } from '../../src-main/readers/open-file-reader.ts';
import { createBenchFolder } from './bench-folder.ts';
import { defineGroup, type Trial } from './harness/row.ts';
import { writeNoisyImages } from './noisy-images.ts';

const IMAGES = 300;
const QUICK_IMAGES = 100;
const PIXELS = 768;

interface Context {
  readonly folder: ReturnType<typeof createBenchFolder>;
  readonly images: readonly string[];
}

const inspect: Trial<Context> = {
  rows: [
    {
      id: 'inspect/images',
      what: '300 images of 768² inspected, with thumbnails',
      quickWhat: '100 images of 768² inspected, with thumbnails',
      ...{ figure: 's', unit: 's', better: 'lower', goal: { ratio: 1.2 } },
    },
  ],
  state: 'cold',
  ours: async ({ folder, images }, run) => ({ s: await timeProcesses(folder.at(`home-${run}`), images) }),
  peer: {
    name: 'one thread of the main process, one after the other',
    measure: async ({ folder, images }, run) => ({
      s: await timeThread(toRequests(images, folder.at(`thread-${run}`))),
    }),
  },
};

/**
 * Time to inspect images that are dropped at once: in the reader processes of the app, and one after the other in a thread
 * of the main process, as the first edition did. Both start cold in every run.
 */
export const inspectGroup = defineGroup<Context>({
  name: 'inspect',
  async open({ isQuick }) {
    const folder = createBenchFolder();
    return { folder, images: await writeNoisyImages(folder.at(), isQuick ? QUICK_IMAGES : IMAGES, PIXELS) };
  },
  close: ({ folder }) => Promise.resolve(folder.remove()),
  trials: [inspect],
});

function toRequests(images: readonly string[], thumbnails: string): ReadRequest<'inspect-source'>[] {
  mkdirSync(thumbnails, { recursive: true });
  return images.map((file, index) => ({
    kind: 'picture',
    path: file,
    thumbnailPath: path.join(thumbnails, `${index}.webp`),
    subject: path.basename(file),
  }));
}

async function timeThread(requests: readonly ReadRequest<'inspect-source'>[]): Promise<number> {
  const startedAt = performance.now();
  const worker = new Worker(new URL('./inspect-thread.ts', import.meta.url));
  worker.postMessage(requests);
  await once(worker, 'message');
  const seconds = (performance.now() - startedAt) / 1_000;
  await worker.terminate();
  return seconds;
}

async function timeProcesses(home: string, images: readonly string[]): Promise<number> {
  const requests = toRequests(images, path.join(home, 'thumbnails'));
  const startedAt = performance.now();
  const reader = openFileReader(home);
  await Promise.all(requests.map((request) => reader.read('inspect-source', request)));
  const seconds = (performance.now() - startedAt) / 1_000;
  await reader.close();
  return seconds;
}
