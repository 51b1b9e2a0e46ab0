import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { ServedFile } from '../../../src-main/app-deps.ts';
import { readServedFile } from '../../../src-main/ipc/files/file-response.ts';
import { createServedFileFinder } from '../../../src-main/ipc/files/served-file-finder.ts';
import type { ArtifactRecord } from '../../../src-main/pipeline/job-record.ts';
import type { Queue } from '../../../src-main/queue/queue.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

const ID = '01a1ff8d-0000-7000-8000-000000000001';

const readSlice = (file: ServedFile, start: number, end: number): Promise<Buffer> =>
  buffer(readServedFile(file, { start, end }));

function makeFinder() {
  const folder = makeTempFolder();
  const bundle = path.join(folder, 'bundle');
  mkdirSync(path.join(bundle, 'deeper'), { recursive: true });
  for (const name of ['model.obj', 'model.mtl', 'Farbe ü.png', path.join('deeper', 'x.png')]) {
    writeFileSync(path.join(bundle, name), name);
  }
  writeFileSync(path.join(folder, 'secret.txt'), 'secret');
  const artifact = {
    id: ID,
    role: 'model',
    format: 'obj',
    path: path.join(bundle, 'model.obj'),
    bundle,
    exportedPath: '/out/chair.obj',
  } as const;
  const alone = { ...artifact, id: ID.replace(/1$/, '2'), bundle: null };
  const known = [artifact, alone] as unknown as readonly ArtifactRecord[];
  const findArtifact = (id: string) => known.find((each) => each.id === id) ?? null;
  const find = createServedFileFinder({ findArtifact, thumbnailPath: () => null } as unknown as Queue, folder);
  const side = (name: string, id = ID) => find(`side-${id}-${Buffer.from(name).toString('base64url')}`);
  return { bundle, find, side, aloneId: alone.id };
}

test('files beside a model are found by name, in whatever case they are asked for', async () => {
  const { bundle, find, side } = makeFinder();
  expect(await find(ID)).toMatchObject({ path: path.join(bundle, 'model.obj'), bytes: 9 });
  expect(await side('model.mtl')).toMatchObject({ path: path.join(bundle, 'model.mtl'), bytes: 9 });
  expect(await side('FARBE Ü.PNG')).toMatchObject({ path: path.join(bundle, 'Farbe ü.png') });
});

test('a model is packed with the files beside it, under the name it was exported with', async () => {
  const { find, aloneId } = makeFinder();
  const zip = (await find(`zip-${ID}`))!;
  expect(zip.mime).toBe('application/zip');
  const files = unzipSync(await readSlice(zip, 0, zip.bytes - 1));
  expect(Object.keys(files).sort()).toEqual(['Farbe ü.png', 'chair.obj', 'model.mtl']);
  expect(Buffer.from(files['chair.obj']!).toString()).toBe('model.obj');
  expect(await find(`zip-${aloneId}`)).toBeNull();
  expect(await find('zip-..')).toBeNull();
});

test('of a packed model, only headers are in memory, and every range is that of the same archive', async () => {
  const { bundle, find } = makeFinder();
  writeFileSync(path.join(bundle, 'empty.bin'), '');
  writeFileSync(path.join(bundle, 'large.bin'), randomBytes(300_000));
  const zip = (await find(`zip-${ID}`))!;
  const inMemory = zip.content!.filter((part) => part instanceof Uint8Array);
  expect(Buffer.concat(inMemory).byteLength).toBeLessThan(1_000);
  const whole = await readSlice(zip, 0, zip.bytes - 1);
  expect(whole.byteLength).toBe(zip.bytes);
  expect(unzipSync(whole)['large.bin']).toEqual(new Uint8Array(readFileSync(path.join(bundle, 'large.bin'))));
  const at = fc.nat(zip.bytes - 1);
  await fc.assert(
    fc.asyncProperty(at, at, async (one, other) => {
      const [start, end] = [Math.min(one, other), Math.max(one, other)];
      const again = (await find(`zip-${ID}`))!;
      expect((await readSlice(again, start, end)).equals(whole.subarray(start, end + 1))).toBe(true);
    }),
    { numRuns: 30 },
  );
});

test('nothing outside the model’s own folder is found, nor beside a model that has none', async () => {
  const { side, aloneId } = makeFinder();
  for (const name of [
    '../secret.txt',
    '..',
    '.',
    '',
    'deeper',
    'deeper/x.png',
    '/etc/passwd',
    'none.png',
    'model.mtl\0',
  ]) {
    expect(await side(name), name).toBeNull();
  }
  expect(await side('model.mtl', aloneId)).toBeNull();
  expect(await side('model.mtl', ID.replace(/1$/, '3'))).toBeNull();
});

test('samples are found by name, and no other file by a path from their folder', async () => {
  const root = makeTempFolder();
  const samples = path.join(root, 'samples');
  mkdirSync(path.join(samples, 'deeper'), { recursive: true });
  for (const name of ['private.png', 'samples/fox.png', 'samples/Fox 2.png', 'samples/deeper/mug.png'])
    writeFileSync(path.join(root, name), 'picture');
  const queue = { findArtifact: () => null, thumbnailPath: () => null } as unknown as Queue;
  const find = createServedFileFinder(queue, samples);
  expect(await find('sample-fox')).toEqual({ path: path.join(samples, 'fox.png'), mime: 'image/png', bytes: 7 });
  for (const name of [
    '../private',
    'deeper/mug',
    'deeper/../fox',
    'Fox 2',
    path.join(root, 'private'),
    'fox.png\0',
    '',
  ])
    expect(await find(`sample-${name}`), name).toBeNull();
});

test('the image that a job was created from is found by the job, and no other file that it was created from', async () => {
  const folder = makeTempFolder();
  const jobs: Record<string, readonly string[]> = {
    views: ['front.JPG', 'side.png'],
    model: ['chair.glb'],
    prompt: [],
    gone: ['missing.png'],
  };
  // Uploaded files are stored without their names.
  for (const name of ['front.JPG', 'chair.glb']) writeFileSync(path.join(folder, `stored-${name.length}`), 'picture');
  const queue = {
    find: (id: string) =>
      Object.hasOwn(jobs, id)
        ? { sources: jobs[id]!.map((name) => ({ name, path: path.join(folder, `stored-${name.length}`) })) }
        : null,
    findArtifact: () => null,
    thumbnailPath: () => null,
  } as unknown as Queue;
  const find = createServedFileFinder(queue, folder);
  expect(await find('original-views')).toEqual({ path: path.join(folder, 'stored-9'), mime: 'image/jpeg', bytes: 7 });
  for (const id of ['model', 'prompt', 'gone', 'unknown', '../front.JPG'])
    expect(await find(`original-${id}`), id).toBeNull();
});

test('an image that was taken in is found by its id, and shown as what its name says', async () => {
  const folder = makeTempFolder();
  const uploaded = path.join(folder, '0b5c');
  writeFileSync(uploaded, 'picture');
  const queue = { findArtifact: () => null, thumbnailPath: () => null } as unknown as Queue;
  const findPicture = (id: string) => (id === 'known' ? { path: uploaded, name: 'fox.WEBP', bytes: 7 } : null);
  const find = createServedFileFinder(queue, folder, findPicture);
  expect(await find('source-known')).toEqual({ path: uploaded, mime: 'image/webp', bytes: 7 });
  expect(await find('source-other')).toBeNull();
});
