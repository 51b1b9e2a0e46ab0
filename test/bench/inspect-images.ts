import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ReadRequest } from '../../src-main/readers/file-reader.ts';
import { openFileReader } from '../../src-main/readers/open-file-reader.ts';
import { median } from './median.ts';
import { writeNoisyImages } from './noisy-images.ts';
import type { Figure } from './unconverted.ts';

const IMAGES = 1_000;
const PIXELS = 768;
const RUNS = 3;
const MAX_RATIO = 1.2;

/**
 * Time to inspect a thousand images that are dropped at once: in the reader processes of the app, and one after the other
 * in a thread of the main process, as the first edition did. Both start cold in every run.
 */
export async function benchInspectImages(): Promise<Figure[]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'dropforge-bench-'));
  try {
    const images = await writeNoisyImages(folder, IMAGES, PIXELS);
    const [ours, theirs]: [number[], number[]] = [[], []];
    for (let run = 0; run < RUNS; run++) {
      theirs.push(await timeThread(toRequests(images, path.join(folder, `thread-${run}`))));
      ours.push(await timeProcesses(path.join(folder, `home-${run}`), images));
    }
    const ratio = median(ours) / median(theirs);
    return [
      {
        what: `${IMAGES} images of ${PIXELS} pixels inspected, with thumbnails`,
        value: `${median(ours).toFixed(1)} s, ${ratio.toFixed(2)} ×`,
        goal: `≤ ${MAX_RATIO} ×`,
        peer: `one thread of the main process: ${median(theirs).toFixed(1)} s`,
        met: ratio <= MAX_RATIO,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

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
