import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  createFolderOutputStore,
  type FolderOutputStore,
} from '../../../src-main/local-service/files/folder-output-store.ts';

const TASK = '22222222-2222-4222-8222-222222222222';

let folder: string;
let store: FolderOutputStore;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dropforge-outputs-'));
  store = await createFolderOutputStore(folder);
});
afterEach(() => rm(folder, { recursive: true }));

async function draft(text: string): Promise<void> {
  await mkdir(store.draftFolder(TASK));
  await writeFile(path.join(store.draftFolder(TASK), 'model.glb'), text);
}

test('nobody sees a draft; publishing shows it all at once', async () => {
  await draft('model');
  expect(await store.find(TASK, 'model.glb')).toBeNull();
  await store.publish(TASK);
  expect(await store.find(TASK, 'model.glb')).toMatchObject({ bytes: 5 });
  expect(await readdir(folder)).toEqual([TASK]);
});

test('a task that was stopped between its files and its success is done again', async () => {
  await draft('first');
  await store.publish(TASK);
  await draft('again');
  await store.publish(TASK);
  const file = await store.find(TASK, 'model.glb');
  expect(await readFile(file?.path ?? '', 'utf8')).toBe('again');
  expect(await readdir(folder)).toEqual([TASK]);
});

test('a sweep takes drafts and leaves what is published', async () => {
  await draft('done');
  await store.publish(TASK);
  await draft('half');
  await store.sweep();
  expect(await readdir(folder)).toEqual([TASK]);
});

test('only ids of tasks and plain names are looked for', async () => {
  await writeFile(path.join(folder, 'key'), 'secret');
  expect(await store.find('..', 'key')).toBeNull();
  expect(await store.find(TASK, '../key')).toBeNull();
  expect(() => store.draftFolder('../x')).toThrow();
});
