import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { ArtifactRecord, JobRecord } from '../../../src-main/pipeline/job-record.ts';
import { createQueue, type Queue } from '../../../src-main/queue/queue.ts';
import { openQueueStore } from '../../../src-main/queue/store/queue-store.ts';
import type { System } from '../../../src-main/base/system.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import { TRASH_MS } from '../../../src-shared/jobs/trash.ts';
import { buildJob } from '../../helpers/job-records.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';
import { createVirtualClock, virtualSystem } from '../../helpers/virtual-clock.ts';

const DAY_MS = 24 * 3_600_000;

function write(file: string, text: string): string {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

/** A finished job with a file in the library and the same file in the output folder. */
function finished(home: string, id: string, position: number): JobRecord {
  const file = write(path.join(home, 'library', id, 'chair.glb'), `model of ${id}`);
  const exportedPath = write(path.join(home, 'export', id, 'chair.glb'), `model of ${id}`);
  const kind = { step: 0, role: 'model', format: 'glb', bundle: null } as const;
  const artifact: ArtifactRecord = { ...kind, id: `${id}.glb`, path: file, bytes: 10, sha256: '', exportedPath };
  return buildJob({ id, position, status: 'done', finishedAt: 2_000, artifacts: [artifact] });
}

async function open(home: string, system: System, records: readonly JobRecord[] = []): Promise<Queue> {
  const store = openQueueStore(home, system);
  store.jobs.addJobs(records);
  store.close();
  const nowhere = () => Promise.reject(new AppError('offline', '', { retryable: true }));
  const queue = createQueue({ home, system, connect: nowhere, serviceInUse: nowhere, exportFolder: () => home });
  onTestFinished(() => queue.close());
  return queue;
}

const namesOf = (queue: Queue): string[] => queue.records().map(({ id }) => id);
const trashOf = (queue: Queue): string[] => queue.trash.list().map(({ id }) => id);

test('a removed job keeps its files and its place, over a restart, until it is restored', async () => {
  const home = makeTempFolder();
  const system = virtualSystem(createVirtualClock());
  const queue = await open(home, system, [
    finished(home, 'one', 1),
    finished(home, 'two', 2),
    finished(home, 'three', 3),
  ]);
  const before = queue.records();

  expect(queue.trash.put(['two', 'three', 'unknown'])).toEqual(['two', 'three']);
  expect([namesOf(queue), trashOf(queue)]).toEqual([['one'], ['three', 'two']]);
  expect(queue.trash.list()[0]).toMatchObject({ bytes: 10, removedAt: system.clock.now() });
  expect(await queue.library.usage()).toMatchObject({ bytes: 30, trash: { jobs: 2, bytes: 20 } });
  expect(existsSync(path.join(home, 'library', 'two', 'chair.glb'))).toBe(true);
  await queue.close();

  const again = await open(home, system);
  expect([namesOf(again), trashOf(again)]).toEqual([['one'], ['three', 'two']]);
  const [added] = again.add([{ path: write(path.join(home, 'chair.png'), ''), kind: 'picture', bytes: 0 }], {
    ...{ formats: ['glb'], serviceKind: 'local', free: true, outFolder: null },
  });
  expect(added?.position).toBe(4);
  expect(again.trash.restore(['two', 'three', 'one'])).toEqual(['two', 'three']);
  expect(again.records().slice(0, 3)).toEqual(before);
  expect([namesOf(again).at(-1), trashOf(again)]).toEqual([added?.id, []]);
});

test('a job that continues by itself is not removed, and a removed one is not restored twice', async () => {
  const home = makeTempFolder();
  const queue = await open(home, virtualSystem(createVirtualClock()), [
    buildJob({ id: 'waits', position: 1 }),
    buildJob({ id: 'failed', position: 2, status: 'failed' }),
  ]);
  queue.trash.put(['waits', 'failed', 'failed']);
  expect([namesOf(queue), trashOf(queue)]).toEqual([['waits'], ['failed']]);
  expect(queue.trash.restore(['failed', 'failed'])).toEqual(['failed']);
  expect(queue.trash.restore(['failed'])).toEqual([]);
});

test('after 30 days the files of a removed job leave the library, and nothing else', async () => {
  const home = makeTempFolder();
  const clock = createVirtualClock();
  const queue = await open(home, virtualSystem(clock), [finished(home, 'early', 1), finished(home, 'late', 2)]);
  queue.start();
  queue.trash.put(['early']);
  await clock.advance(10 * DAY_MS);
  queue.trash.put(['late']);
  await clock.advance(TRASH_MS - 10 * DAY_MS - 1);
  expect(trashOf(queue)).toEqual(['late', 'early']);
  await clock.advance(DAY_MS);
  await expect.poll(() => existsSync(path.join(home, 'library', 'early'))).toBe(false);
  expect(trashOf(queue)).toEqual(['late']);
  expect(queue.trash.restore(['early'])).toEqual([]);
  expect(existsSync(path.join(home, 'library', 'late'))).toBe(true);
  expect(readFileSync(path.join(home, 'export', 'early', 'chair.glb'), 'utf8')).toBe('model of early');
});

test('a file that cannot be deleted is told, its job stays away, and the next start deletes it', async () => {
  const home = makeTempFolder();
  const system = virtualSystem(createVirtualClock());
  const busy = Object.assign(new Error('busy'), { code: 'EACCES', syscall: 'rm' });
  let isBusy = true;
  const disk = {
    ...system.disk,
    remove: async (file: string) => {
      if (isBusy && file.endsWith('two')) throw busy;
      await system.disk.remove(file);
    },
  };
  const queue = await open(home, { ...system, disk }, [finished(home, 'one', 1), finished(home, 'two', 2)]);
  queue.trash.put(['one', 'two']);
  await expect(queue.trash.empty(['one', 'two', 'unknown'])).rejects.toMatchObject({ code: 'folder_unwritable' });
  expect([trashOf(queue), queue.trash.restore(['two'])]).toEqual([[], []]);
  expect(['one', 'two'].map((id) => existsSync(path.join(home, 'library', id)))).toEqual([false, true]);
  await queue.close();

  isBusy = false;
  const again = await open(home, { ...system, disk });
  expect([namesOf(again), trashOf(again)]).toEqual([[], []]);
  again.start();
  await expect.poll(() => existsSync(path.join(home, 'library', 'two'))).toBe(false);
  expect(existsSync(path.join(home, 'export', 'two', 'chair.glb'))).toBe(true);
});

test('an unconfirmed order whose task was found while its job was in the trash is not sent again', async () => {
  const home = makeTempFolder();
  const system = virtualSystem(createVirtualClock());
  const store = openQueueStore(home, system);
  const order = { jobId: 'open', step: 0, serviceId: 'cloud', operation: 'image_to_model', body: '{}' };
  store.intents.prepare({ ...order, id: 'intent-open' });
  store.intents.markSending('intent-open', 1_000);
  store.intents.prepare({ ...order, id: 'intent-settled', jobId: 'settled' });
  store.intents.markSending('intent-settled', 1_000);
  store.intents.prepare({ ...order, id: 'intent-found', jobId: 'found' });
  store.intents.markSending('intent-found', 1_000);
  store.jobs.addJobs([
    buildJob({ id: 'open', position: 1, status: 'unknown' }),
    buildJob({ id: 'settled', position: 2, status: 'unknown' }),
    buildJob({ id: 'found', position: 3, status: 'unknown' }),
  ]);
  store.close();
  const queue = await open(home, system);
  queue.trash.put(['open', 'settled', 'found']);
  await queue.close();
  const between = openQueueStore(home, system);
  between.intents.adopt({ ...order, id: 'intent-settled', jobId: 'second' }, 'task');
  between.intents.noteLostTask('intent-found', 'task-2');
  between.close();

  const again = await open(home, system);
  expect(again.trash.restore(['open', 'settled', 'found'])).toEqual(['open', 'settled', 'found']);
  expect(again.records().map(({ status, steps }) => [status, steps[0]?.taskId])).toEqual([
    ['unknown', null],
    ['cancelled', null],
    ['waiting', 'task-2'],
  ]);
  again.retry(['settled']);
  expect(again.find('settled')?.status).toBe('held');
});

test('files that another job uses stay until that job is gone, too', async () => {
  const home = makeTempFolder();
  const clock = createVirtualClock();
  const folder = path.join(home, 'library', 'owner');
  const owner = finished(home, 'owner', 1);
  const main = write(path.join(folder, '1-car', 'car.gltf'), 'model');
  const side = write(path.join(folder, '1-car', 'car.bin'), 'points');
  const thumbnail = write(path.join(folder, 'thumb.webp'), 'image');
  const sources = [{ slot: null, name: 'car.gltf', path: main, bytes: 5, token: null }];
  const queue = await open(home, virtualSystem(clock), [
    owner,
    { ...finished(home, 'user', 2), kind: 'model', sources },
  ]);
  queue.start();
  queue.trash.put(['owner']);
  expect(await queue.trash.empty(['owner'])).toMatchObject({ jobs: 1, kept: 0 });
  expect([main, side, thumbnail, owner.artifacts[0]?.path ?? ''].map((file) => existsSync(file))).toEqual([
    ...[true, true, false, false],
  ]);

  queue.trash.put(['user']);
  expect(await queue.trash.empty(['owner'])).toMatchObject({ jobs: 0 });
  expect(existsSync(side)).toBe(true);
  await queue.trash.empty(['user']);
  await clock.advance(DAY_MS);
  await expect.poll(() => existsSync(folder)).toBe(false);
});

test('a paid result that was not exported is never deleted, and one that was not downloaded only by age', async () => {
  const home = makeTempFolder();
  const clock = createVirtualClock();
  const paid = { serviceKind: 'cloud', free: false } as const;
  const [artifact] = finished(home, 'library', 1).artifacts;
  const library = write(path.join(home, 'library', 'unexported', 'chair.glb'), 'model');
  const exports = buildJob().steps.map((step) => ({
    ...step,
    exports: 'glb' as const,
    status: 'done' as const,
    taskId: 'one',
  }));
  const unexported = buildJob({
    ...{ ...paid, id: 'unexported', position: 1, status: 'failed', steps: exports },
    artifacts: [{ ...(artifact as ArtifactRecord), path: library, exportedPath: null }],
  });
  const steps = exports.map((step) => ({ ...step, status: 'failed' as const, taskId: 'two' }));
  const queue = await open(home, virtualSystem(clock), [
    unexported,
    buildJob({ ...paid, id: 'at service', position: 2, status: 'failed', steps }),
    buildJob({ id: 'local', position: 3, free: true, status: 'failed', steps }),
  ]);
  queue.start();
  queue.trash.put(['unexported', 'at service', 'local']);
  expect(queue.trash.list().map(({ isUnsaved }) => isUnsaved)).toEqual([false, true, true]);
  expect(await queue.trash.empty(trashOf(queue))).toMatchObject({ jobs: 1, kept: 2 });
  expect(trashOf(queue)).toEqual(['at service', 'unexported']);

  await clock.advance(TRASH_MS + DAY_MS);
  expect(trashOf(queue)).toEqual(['unexported']);
  expect(queue.trash.list()).toMatchObject([{ deletedAt: null }]);
  expect(existsSync(library)).toBe(true);
});
