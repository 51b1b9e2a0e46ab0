import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createDirectReader } from '../../src-main/readers/direct-reader.ts';
import { createReferenceStore, referencePath, referencesFolder } from '../../src-main/pipeline/reference-store.ts';
import { SYSTEM, type System } from '../../src-main/base/system.ts';
import { writeSampleImage } from '../helpers/images/sample-images.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';

async function openStore(system: System = SYSTEM) {
  const home = makeTempFolder();
  const folder = referencesFolder(home);
  const give = (name: string, bytes: Uint8Array | string) => {
    const file = path.join(home, name);
    writeFileSync(file, bytes);
    return { path: file, name };
  };
  return { home, folder, give, store: createReferenceStore(home, createDirectReader(system.disk), system) };
}

const files = (folder: string): string[] => readdirSync(folder).sort();
const hashOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

test('one image is kept once, whatever it is called, with a thumbnail, and what the person has stays', async () => {
  const { home, folder, store } = await openStore();
  const picture = await writeSampleImage(home, 'moss.png', 400);
  const sha256 = hashOf(picture);
  expect(await store.add({ path: picture, name: 'walls/moss.png' })).toEqual({
    ...{ sha256, name: 'moss.png', ending: 'png' },
  });
  expect(await store.add({ path: picture, name: 'other.png' })).toMatchObject({ sha256, name: 'other.png' });
  expect(files(folder)).toEqual([`${sha256}.png`, `${sha256}.thumb.webp`]);
  expect(hashOf(path.join(folder, `${sha256}.png`))).toBe(sha256);
  const { format, width } = await sharp(path.join(folder, `${sha256}.thumb.webp`)).metadata();
  expect([format, width]).toEqual(['webp', 160]);
  rmSync(picture);
  expect(hashOf(path.join(folder, `${sha256}.png`))).toBe(sha256);
});

test('an image is called what its bytes are, and by a name that is safe anywhere', async () => {
  const { give, store } = await openStore();
  const jpeg = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#357' } })
    .jpeg()
    .toBuffer();
  const { name } = give('really.png', jpeg);
  expect(await store.add({ path: give('really.png', jpeg).path, name })).toMatchObject({
    ...{ name: 'really.jpg', ending: 'jpg' },
  });
  expect(await store.add({ path: give('x.png', jpeg).path, name: 'a"b\u202egnp.png' })).toMatchObject({
    name: 'a_b_gnp.jpg',
  });
});

test('what can be no image is refused with its name, and nothing of it stays', async () => {
  const { home, folder, give, store } = await openStore();
  const png = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#357' } })
    .png({ compressionLevel: 0 })
    .toBuffer();
  mkdirSync(path.join(home, 'folder.png'));
  const cases = [
    [give('empty.png', ''), 'file_empty'],
    [give('text.png', 'no picture at all'), 'not_a_picture'],
    [give('half.png', png.subarray(0, png.byteLength / 2)), 'file_truncated'],
    [{ path: path.join(home, 'gone.png'), name: 'gone.png' }, 'file_missing'],
    [{ path: path.join(home, 'folder.png'), name: 'folder.png' }, 'not_a_picture'],
  ] as const;
  for (const [file, code] of cases) {
    await expect(store.add(file), file.name).rejects.toMatchObject({ code, subject: file.name });
  }
  expect(files(folder)).toEqual([]);
});

test('looking keeps nothing, and tells the same', async () => {
  const { home, folder, store } = await openStore();
  const picture = { path: await writeSampleImage(home, 'moss.png', 64), name: 'moss.png' };
  const looked = await store.identify(picture);
  expect(files(folder)).toEqual([]);
  expect(await store.add(picture)).toEqual(looked);
});

test('what was damaged is written anew, and two that keep one image at once both have it', async () => {
  const { home, folder, store } = await openStore();
  const picture = { path: await writeSampleImage(home, 'moss.png', 64), name: 'moss.png' };
  const [one, two] = await Promise.all([store.add(picture), store.add(picture)]);
  expect(one).toEqual(two);
  const kept = referencePath(folder, one);
  writeFileSync(kept, 'damaged');
  await store.add(picture);
  expect([hashOf(kept), files(folder).length]).toEqual([one.sha256, 2]);
});

test('a full disk is told as such, and no part stays', async () => {
  const full = Object.assign(new Error('full'), { code: 'ENOSPC' });
  const disk = { ...SYSTEM.disk, rename: () => Promise.reject(full) };
  const { home, folder, store } = await openStore({ ...SYSTEM, disk });
  const picture = { path: await writeSampleImage(home, 'moss.png', 64), name: 'moss.png' };
  await expect(store.add(picture)).rejects.toMatchObject({ code: 'disk_full' });
  expect(files(folder).filter((name) => !name.endsWith('.thumb.webp'))).toEqual([]);
});
