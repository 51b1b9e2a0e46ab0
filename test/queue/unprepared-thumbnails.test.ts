import { existsSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { createQueue } from '../../src-main/queue/queue.ts';
import type { NewSource, BatchOptions } from '../../src-main/queue/create-job-records.ts';
import { AppError } from '../../src-shared/base/errors.ts';
import { writeSampleImage } from '../helpers/images/sample-images.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';

const OPTIONS: BatchOptions = { formats: ['glb'], serviceKind: 'cloud', free: false, outFolder: null, origin: 'in' };

/** A queue with held jobs made of these sources. */
function openHeld(folder: string, sources: readonly NewSource[], options: Partial<BatchOptions> = { held: 'price' }) {
  const home = path.join(folder, 'home');
  const nowhere = () => Promise.reject(new AppError('offline', '', { retryable: true }));
  const deps = { home, serviceInUse: nowhere, connect: nowhere, exportFolder: () => path.join(home, 'out') };
  const queue = createQueue(deps);
  onTestFinished(() => queue.close());
  queue.add(sources, { ...OPTIONS, ...options });
  const ids = queue.records().map(({ id }) => id);
  const thumbs = () => queue.records().map(({ id }) => queue.thumbnailPath(id));
  return { queue, ids, thumbs, library: path.join(home, 'library') };
}

test('a held job whose image is looked at gets a thumbnail, one that is not does not', async () => {
  const folder = makeTempFolder();
  const sources = await Promise.all(
    ['a', 'b', 'c'].map(async (name): Promise<NewSource> => {
      return { path: await writeSampleImage(folder, `${name}.png`, 300), kind: 'picture', bytes: 1 };
    }),
  );
  const { queue, ids, thumbs } = openHeld(folder, sources);
  queue.thumbnails.make(ids.slice(0, 2));
  await expect.poll(() => thumbs().filter((thumb) => thumb !== null)).toHaveLength(2);
  expect(thumbs()[2]).toBeNull();
  expect(await sharp(thumbs()[0] ?? '').metadata()).toMatchObject({ format: 'webp', width: 160 });
  expect(queue.records().map(({ status }) => status)).toEqual(['held', 'held', 'held']);
});

test('a job that waits for its turn gets a thumbnail before it starts', async () => {
  const folder = makeTempFolder();
  const source: NewSource = { path: await writeSampleImage(folder, 'a.png', 300), kind: 'picture', bytes: 1 };
  const { queue, ids, thumbs } = openHeld(folder, [source], {});
  queue.thumbnails.make(ids);
  await expect.poll(() => thumbs()[0]).not.toBeNull();
  expect(queue.records()).toMatchObject([{ status: 'waiting', hasThumbnail: true }]);
});

test('who looks elsewhere first lets what was not begun go', async () => {
  const folder = makeTempFolder();
  const sources = await Promise.all(
    Array.from({ length: 12 }, async (_, index): Promise<NewSource> => {
      return { path: await writeSampleImage(folder, `${index}.png`, 100), kind: 'picture', bytes: 1 };
    }),
  );
  const { queue, ids, thumbs } = openHeld(folder, sources);
  queue.thumbnails.make(ids);
  queue.thumbnails.make(ids.slice(-1));
  await expect.poll(() => thumbs().at(-1)).not.toBeNull();
  // The first was begun when the others were let go.
  expect(thumbs().filter((thumb) => thumb !== null)).toHaveLength(2);
});

test('an image that is damaged or gone, a model and a job that is over stay as they are', async () => {
  const folder = makeTempFolder();
  const damaged = path.join(folder, 'damaged.png');
  await writeFile(damaged, 'no picture');
  const good = await writeSampleImage(folder, 'good.png', 100);
  const { queue, ids, thumbs, library } = openHeld(folder, [
    { path: damaged, kind: 'picture', bytes: 1 },
    { path: path.join(folder, 'gone.png'), kind: 'picture', bytes: 1 },
    { path: path.join(folder, 'gone.glb'), kind: 'model', bytes: 1 },
    { path: good, kind: 'picture', bytes: 1 },
  ]);
  queue.thumbnails.make([...ids, 'unknown']);
  await expect.poll(() => thumbs()[3]).not.toBeNull();
  expect(thumbs().slice(0, 3)).toEqual([null, null, null]);
  expect(queue.records().map(({ status }) => status)).toEqual(['held', 'held', 'held', 'held']);

  queue.trash.put([ids[3] as string]);
  await queue.trash.empty([ids[3] as string]);
  expect(existsSync(path.join(library, ids[3] as string))).toBe(false);
  const cancelled = openHeld(makeTempFolder(), [{ path: good, kind: 'picture', bytes: 1 }], {});
  cancelled.queue.cancel(cancelled.ids);
  cancelled.queue.thumbnails.make(cancelled.ids);
  expect(existsSync(cancelled.library) ? readdirSync(cancelled.library) : []).toEqual([]);
});
