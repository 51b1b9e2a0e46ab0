import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createDirectReader } from '../../../src-main/readers/direct-reader.ts';
import type { JobRecord } from '../../../src-main/pipeline/job-record.ts';
import {
  createReferenceStore,
  referencePath,
  referencesFolder,
  referenceThumbnail,
} from '../../../src-main/pipeline/reference-store.ts';
import { createImageCleaner } from '../../../src-main/queue/library/image-cleaner.ts';
import { createRecipeBook } from '../../../src-main/queue/recipes/recipe-book.ts';
import type { Disk } from '../../../src-main/base/files/disk.ts';
import { SYSTEM } from '../../../src-main/base/system.ts';
import { toReferenceText, type ImageReference } from '../../../src-shared/operations/image-reference.ts';
import { buildJob } from '../../helpers/job-records.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

const TWO_DAYS_S = 2 * 24 * 3_600;

/** A home with images that were kept two days ago; what happens on the disk can be answered before and after. */
function open() {
  const home = makeTempFolder();
  const folder = referencesFolder(home);
  const jobs: JobRecord[] = [];
  let settings = '';
  const hooks: { beforeAside?: () => Promise<void>; afterAside?: () => Promise<void> } = {};
  const disk: Disk = {
    ...SYSTEM.disk,
    rename: async (from, to) => {
      const isAside = to.endsWith('.leaving');
      if (isAside) await hooks.beforeAside?.();
      await SYSTEM.disk.rename(from, to);
      if (isAside) await hooks.afterAside?.();
    },
  };
  const store = createReferenceStore(home, createDirectReader(SYSTEM.disk), SYSTEM);
  const keeper = createImageCleaner(home, {
    list: {
      recent: () => [...jobs],
      olderThan: () => [],
      pages: () => expect.unreachable(),
      onRecord: () => expect.unreachable(),
    },
    trash: { records: () => [] },
    system: { ...SYSTEM, disk },
    settingsText: () => settings,
  });
  const fileOf = (color: string): string => path.join(home, `${color}.png`);
  const take = (color: string) => store.add({ path: fileOf(color), name: `${color}.png` });
  const keep = async (color: string): Promise<ImageReference> => {
    await sharp({ create: { width: 24, height: 24, channels: 3, background: color } })
      .png()
      .toFile(fileOf(color));
    const reference = await take(color);
    for (const file of [referencePath(folder, reference), referenceThumbnail(folder, reference.sha256)])
      age(file, TWO_DAYS_S);
    return reference;
  };
  return {
    ...{ home, folder, keeper, keep, take, jobs, hooks },
    set: (text: string) => (settings = text),
    isKept: (reference: ImageReference) => existsSync(referencePath(folder, reference)),
  };
}

function age(file: string, seconds: number): void {
  const then = Date.now() / 1_000 - seconds;
  utimesSync(file, then, then);
}

const jobWith = (reference: ImageReference, patch: Partial<JobRecord> = {}): JobRecord => {
  const job = buildJob(patch);
  const [step] = job.steps;
  const params = { texture_prompt: { image: toReferenceText(reference) } };
  return { ...job, steps: [...job.steps, { ...step!, operation: 'texture_model', params }] };
};

test('only images go that nothing has named for a day, with their thumbnails', async () => {
  const { home, folder, keeper, keep, take, jobs, set, isKept } = open();
  const unnamed = await keep('red');
  const named = await Promise.all(['green', 'blue', 'gold', 'pink', 'plum', 'teal', 'navy', 'gray'].map(keep));
  const states = ['held', 'failed', 'waiting', 'done', 'cancelled'] as const;
  for (const [at, status] of states.entries()) jobs.push(jobWith(named[at]!, { id: status, status }));
  jobs.push(jobWith(named[5]!, { id: 'filed', status: 'done', filed: true }));
  mkdirSync(path.join(home, 'recipes'));
  const recipe = { steps: [{ params: { texture_prompt: { image: toReferenceText(named[6]!) } } }] };
  writeFileSync(path.join(home, 'recipes', 'mossy.json'), JSON.stringify(recipe).replaceAll('/', '\\/'));
  set(JSON.stringify({ anything: [toReferenceText(named[7]!)] }));
  await keep('lime');
  const young = await take('lime');

  const before = await keeper.measure();
  expect(before.freeable.files).toBe(2);
  expect(await keeper.clean()).toEqual(before.freeable);
  expect(isKept(unnamed)).toBe(false);
  expect(existsSync(referenceThumbnail(folder, unnamed.sha256))).toBe(false);
  expect([...named, young].every(isKept)).toBe(true);
  expect(readdirSync(folder)).toHaveLength(2 * (named.length + 1));
  const after = await keeper.measure();
  expect(after).toEqual({ bytes: before.bytes - before.freeable.bytes, freeable: { files: 0, bytes: 0 } });

  jobs.length = 0;
  expect((await keeper.measure()).freeable.files).toBe(2 * 6);
});

test('an image that is taken again while a clean-up runs is there afterwards', async () => {
  for (const at of ['beforeAside', 'afterAside'] as const) {
    const { folder, keeper, keep, take, hooks, isKept } = open();
    const reference = await keep('red');
    let takes = 0;
    hooks[at] = async () => {
      if (takes++ === 0) expect(await take('red')).toEqual(reference);
    };
    await keeper.clean();
    expect(takes, at).toBeGreaterThan(0);
    expect(isKept(reference), at).toBe(true);
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
    hooks[at] = async () => undefined;
    expect((await keeper.clean()).files, at).toBe(0);
  }
});

test('takings and clean-ups at once leave every image that was taken', async () => {
  const { folder, keeper, keep, take, isKept } = open();
  for (let round = 0; round < 10; round++) {
    const reference = await keep('red');
    const [taken] = await Promise.all([take('red'), keeper.clean(), keeper.clean()]);
    expect(taken).toEqual(reference);
    expect(isKept(taken), String(round)).toBe(true);
    expect(existsSync(referenceThumbnail(folder, taken.sha256)), String(round)).toBe(true);
  }
});

test('an image that a job names since the clean-up began stays', async () => {
  for (const at of ['beforeAside', 'afterAside'] as const) {
    const { keeper, keep, jobs, hooks, isKept } = open();
    const reference = await keep('red');
    hooks[at] = async () => {
      if (jobs.length === 0) jobs.push(jobWith(reference));
    };
    expect(await keeper.clean()).toEqual({ files: 0, bytes: 0 });
    expect(isKept(reference), at).toBe(true);
  }
});

test('what a clean-up that was cut off had taken aside is put back before anything else', async () => {
  const { folder, keeper, keep, jobs, isKept } = open();
  const reference = await keep('red');
  jobs.push(jobWith(reference));
  const name = path.basename(referencePath(folder, reference));
  await SYSTEM.disk.rename(path.join(folder, name), path.join(folder, `.${name}.leaving`));
  expect(await keeper.clean()).toEqual({ files: 0, bytes: 0 });
  expect(isKept(reference)).toBe(true);
});

test('where a recipe cannot be read nothing goes, and it is said which', async () => {
  const { home, keeper, keep, isKept } = open();
  const reference = await keep('red');
  mkdirSync(path.join(home, 'recipes', 'strange.json'), { recursive: true });
  await expect(keeper.clean()).rejects.toMatchObject({ subject: 'strange.json' });
  expect((await keeper.measure()).freeable.files).toBe(0);
  expect(isKept(reference)).toBe(true);
  rmSync(path.join(home, 'recipes', 'strange.json'), { recursive: true });
  expect((await keeper.clean()).files).toBe(2);
});

test('a recipe that is removed or changed leaves its images for a day: it may be wanted back', async () => {
  const { home, keeper, keep, isKept } = open();
  const book = createRecipeBook(home, () => ({ deployment: 'international', now: Date.now() }));
  const reference = await keep('red');
  const copy = await book.duplicate('film', { id: 'mossy' }, 'picture');
  const image = { texture_prompt: { image: toReferenceText(reference) } };
  const textured = { operation: 'texture_model', params: image, from: copy.steps.length - 1, exports: 'glb' } as const;
  const { recipe } = await book.save({ ...copy, steps: [...copy.steps, textured] }, true);
  age(referencePath(referencesFolder(home), reference), TWO_DAYS_S);
  await keeper.clean();
  expect(isKept(reference)).toBe(true);

  await book.remove('mossy');
  expect((await keeper.measure()).freeable.files).toBe(0);
  await keeper.clean();
  await book.save(recipe);
  expect(isKept(reference)).toBe(true);

  age(referencePath(referencesFolder(home), reference), TWO_DAYS_S);
  await book.save({ ...recipe, steps: copy.steps }, true);
  await keeper.clean();
  expect(isKept(reference)).toBe(true);
  for (const file of readdirSync(referencesFolder(home))) age(path.join(referencesFolder(home), file), TWO_DAYS_S);
  expect((await keeper.clean()).files).toBe(2);
});
