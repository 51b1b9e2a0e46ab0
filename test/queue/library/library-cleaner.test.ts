import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { ArtifactRecord, JobRecord } from '../../../src-main/pipeline/job-record.ts';
import { openQueueStore } from '../../../src-main/queue/store/queue-store.ts';
import { createQueue, type Queue } from '../../../src-main/queue/queue.ts';
import { SYSTEM, type System } from '../../../src-main/base/system.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import { buildJob, buildSource } from '../../helpers/job-records.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

const home = () => path.join(makeTempFolder(), 'home');

function write(file: string, text: string): string {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

function artifactOf(at: string, name: string, text: string, exported: string | null): ArtifactRecord {
  const file = write(path.join(at, 'library', 'job', name), text);
  const sha256 = createHash('sha256').update(text).digest('hex');
  const exportedPath = exported === null ? null : write(path.join(at, 'export', 'thing', name), exported);
  const kind = { step: 0, role: 'model', format: 'glb', bundle: null } as const;
  return { ...kind, id: name, path: file, bytes: text.length, sha256, exportedPath };
}

interface Opened {
  readonly status?: 'done' | 'waiting';
  readonly others?: readonly JobRecord[];
  readonly system?: System;
}

function open(at: string, artifacts: readonly ArtifactRecord[], opened: Opened = {}): Queue {
  const { status = 'done', others = [], system = SYSTEM } = opened;
  const store = openQueueStore(at);
  store.jobs.addJobs([buildJob({ id: 'job', recipe: 'game', status, finishedAt: 2_000, artifacts }), ...others]);
  store.close();
  const nowhere = () => Promise.reject(new AppError('offline', '', { retryable: true }));
  const queue = createQueue({ home: at, system, connect: nowhere, serviceInUse: nowhere, exportFolder: () => at });
  onTestFinished(() => queue.close());
  return queue;
}

test('only what the output folder has as well leaves the library, and the job shows it from there', async () => {
  const at = home();
  const double = artifactOf(at, 'double.glb', 'same words', 'same words');
  const changed = artifactOf(at, 'changed.glb', 'first words', 'other words');
  const only = artifactOf(at, 'only.glb', 'nowhere else', null);
  const queue = open(at, [double, changed, only]);

  const before = await queue.library.usage();
  expect(before).toMatchObject({
    bytes: 33,
    freeable: { files: 2, bytes: 21 },
    recipes: [{ recipe: 'game', jobs: 1 }],
  });
  expect(await queue.library.clean()).toEqual({ files: 1, bytes: 10, kept: 1 });
  expect([double, changed, only].map(({ path: file }) => existsSync(file))).toEqual([false, true, true]);
  expect(queue.findArtifact('double.glb')?.path).toBe(double.exportedPath);
  expect(queue.list()[0]?.artifacts.map(({ inLibrary }) => inLibrary)).toEqual([false, true, true]);
  const manifest = readFileSync(path.join(at, 'library', 'job', 'manifest.json'), 'utf8');
  expect(JSON.parse(manifest)).toMatchObject({ record: { artifacts: [{ path: double.exportedPath }, {}, {}] } });
  expect(await queue.library.clean()).toEqual({ files: 0, bytes: 0, kept: 1 });
  expect((await queue.library.usage()).bytes).toBe(23);
});

test('a bundle goes only as a whole', async () => {
  const at = home();
  const bundle = path.join(at, 'library', 'job', 'obj');
  const model = { ...artifactOf(at, 'obj/chair.obj', 'v 0 0 0', 'v 0 0 0'), bundle };
  write(path.join(bundle, 'chair.mtl'), 'newmtl a');
  const queue = open(at, [model]);
  expect((await queue.library.usage()).freeable.files).toBe(0);
  write(path.join(at, 'export', 'thing', 'obj', 'chair.mtl'), 'newmtl b');
  expect(await queue.library.clean()).toEqual({ files: 0, bytes: 0, kept: 2 });
  write(path.join(at, 'export', 'thing', 'obj', 'chair.mtl'), 'newmtl a');
  expect(await queue.library.clean({ recipes: ['film'] })).toEqual({ files: 0, bytes: 0, kept: 0 });
  expect(await queue.library.clean({ recipes: ['game'] })).toEqual({ files: 2, bytes: 15, kept: 0 });
  expect(existsSync(path.join(bundle, 'chair.mtl'))).toBe(false);
  expect(queue.findArtifact('obj/chair.obj')?.bundle).toBe(path.join(at, 'export', 'thing', 'obj'));
});

test('a job that is not finished keeps everything', async () => {
  const at = home();
  const queue = open(at, [artifactOf(at, 'double.glb', 'same words', 'same words')], { status: 'waiting' });
  expect(await queue.library.clean()).toEqual({ files: 0, bytes: 0, kept: 0 });
});

test('a file that another job uses stays, whatever became of that job', async () => {
  const at = home();
  const bundle = path.join(at, 'library', 'job', 'car');
  const car = { ...artifactOf(at, 'car/car.gltf', 'a car', 'a car'), bundle };
  write(path.join(bundle, 'car.bin'), 'points');
  write(path.join(at, 'export', 'thing', 'car', 'car.bin'), 'points');
  const plain = (name: string) => artifactOf(at, name, 'same words', 'same words');
  const [held, done, removed] = [plain('held.glb'), plain('done.glb'), plain('removed.glb')];
  const [result, free] = [plain('result.glb'), plain('free.glb')];
  const user = (id: string, status: JobRecord['status'], file: string): JobRecord =>
    buildJob({ id, position: 2, status, kind: 'model', sources: [buildSource(file)] });
  const others = [
    ...[user('a', 'held', held.path), user('b', 'done', done.path), user('c', 'failed', removed.path)],
    { ...user('d', 'done', '/nowhere/chair.glb'), artifacts: [{ ...result, id: 'copy', exportedPath: null }] },
    user('e', 'waiting', car.path),
  ];
  const all = [car, held, done, removed, result, free];
  const queue = open(at, all, { others });
  queue.trash.put(['c']);
  expect(await queue.library.usage()).toMatchObject({ freeable: { files: 1 } });
  expect(await queue.library.clean()).toMatchObject({ files: 1, kept: 0 });
  expect(all.map(({ path: file }) => existsSync(file))).toEqual([true, true, true, true, true, false]);
  expect(existsSync(path.join(bundle, 'car.bin'))).toBe(true);
  expect(queue.findArtifact('free.glb')?.path).toBe(free.exportedPath);
});

test('a file that a job begins to use while both copies are compared stays', async () => {
  const at = home();
  const double = artifactOf(at, 'double.glb', 'same words', 'same words');
  let compare = (): void => undefined;
  const disk: System['disk'] = {
    ...SYSTEM.disk,
    open: (file, mode) => {
      if (file === double.exportedPath) compare();
      return SYSTEM.disk.open(file, mode);
    },
  };
  const queue = open(at, [double], { system: { ...SYSTEM, disk } });
  compare = () => {
    queue.add([{ path: double.path, kind: 'model', bytes: 10 }], {
      ...{ formats: ['glb'], serviceKind: 'local', free: true, outFolder: null },
    });
  };
  expect(await queue.library.clean()).toEqual({ files: 0, bytes: 0, kept: 0 });
  expect([existsSync(double.path), queue.findArtifact('double.glb')?.path]).toEqual([true, double.path]);
});
