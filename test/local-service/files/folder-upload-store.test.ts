import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { partPathOf } from '../../../src-main/base/files/durable-file.ts';
import { newFileToken } from '../../../src-main/local-service/files/upload-store.ts';
import {
  createFolderUploadStore,
  type FolderUploadStore,
} from '../../../src-main/local-service/files/folder-upload-store.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

let folder: string;
let later: number;
let store: FolderUploadStore;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dropforge-files-'));
  later = 0;
  store = await createFolderUploadStore(folder, () => Date.now() + later);
});
afterEach(() => rm(folder, { recursive: true }));

async function receive(bytes = 'bytes'): Promise<string> {
  const token = newFileToken();
  await store.receive(token, Readable.from([Buffer.from(bytes)]), 1000);
  return token;
}

async function contentOf(token: string): Promise<string | null> {
  const copy = await store.openCopy({ kind: 'upload', token });
  return copy && readFile(copy.path, 'utf8');
}

test('a file can be used for a day; a task that was accepted with it still finds it', async () => {
  const token = await receive();
  expect(await store.find(token)).toEqual({ kind: 'upload', token });
  later = DAY_MS + 1000;
  expect(await store.find(token)).toBeNull();
  expect(await contentOf(token)).toBe('bytes');
});

test('a sweep takes what expired or was never finished, and leaves what is in use', async () => {
  const [old, inUse] = [await receive(), await receive()];
  await writeFile(path.join(folder, 'file_broken.part'), 'half');
  later = DAY_MS + HOUR_MS + 1000;
  await store.sweep(new Set([inUse]));
  expect(await readdir(folder)).toEqual([inUse]);
  expect(await contentOf(old)).toBeNull();
});

test('a sweep leaves what is good and what is just being received', async () => {
  const good = await receive();
  const body = new Readable({ read: () => undefined });
  const token = newFileToken();
  const partName = path.basename(partPathOf(path.join(folder, token)));
  const receiving = store.receive(token, body, 1000);
  body.push('first half, ');
  while (!(await readdir(folder)).includes(partName));
  await store.sweep(new Set());
  body.push('second half');
  body.push(null);
  await receiving;
  expect((await readdir(folder)).toSorted()).toEqual([good, token].toSorted());
});

test('two uploads to one token at once: the first wins', async () => {
  const token = newFileToken();
  const results = await Promise.allSettled([
    store.receive(token, Readable.from([Buffer.from('one')]), 1000),
    store.receive(token, Readable.from([Buffer.from('second')]), 1000),
  ]);
  expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected']);
  expect(await contentOf(token)).toBe('one');
});

test('no token leads out of the folder', async () => {
  for (const token of ['../key', 'file_../../key', 'file_a/b', '', 'file_']) {
    expect(await store.find(token)).toBeNull();
    await expect(store.receive(token, Readable.from([Buffer.from('x')]), 1000)).rejects.toThrow();
  }
});
