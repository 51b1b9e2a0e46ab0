import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { JobRecord } from '../../../src-main/pipeline/job-record.ts';
import { MANIFEST, toManifest } from '../../../src-main/queue/store/job-manifests.ts';
import { openQueueStore, type QueueStore } from '../../../src-main/queue/store/queue-store.ts';
import { buildJob, buildSource } from '../../helpers/job-records.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

const TASKS = ['0b6e2f0e-7f2b-4b9e-9a55-0d6f6a3b2c11', '0b6e2f0e-7f2b-4b9e-9a55-0d6f6a3b2c12'];
const CLAIM = { folderId: 'f', fileId: 'q', place: 'p', version: 'v', sha256: 'h' };

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

/** A finished job that was charged. */
function finished(id: string, task = TASKS[0]!): JobRecord {
  const job = buildJob({ id, position: 2, status: 'done', serviceId: 's', finishedAt: 2_000 });
  const [step] = job.steps;
  return { ...job, steps: [{ ...step!, status: 'done', taskId: task, creditsConsumed: '110.00' }] };
}

function leaveManifest(home: string, record: JobRecord, folder = record.id): void {
  fs.mkdirSync(path.join(home, 'library', folder), { recursive: true });
  fs.writeFileSync(path.join(home, 'library', folder, MANIFEST), toManifest(record));
}

/** A home with an order that is being sent, a claim and a finished job; the first page of a table or index is overwritten. */
function makeDamaged(part: string): string {
  const home = makeTempFolder();
  const store = openQueueStore(home);
  store.jobs.addJobs([buildJob({ id: 'j', position: 1 }), finished('d')]);
  store.intents.prepare({ id: 'i', jobId: 'j', step: 0, serviceId: 's', operation: 'image_to_model', body: '{}' });
  store.intents.markSending('i', 1);
  store.claimedFiles.addRefused([CLAIM]);
  store.close();
  leaveManifest(home, finished('d'));
  const file = path.join(home, 'queue.db');
  const database = new DatabaseSync(file);
  const page = Number(database.prepare('select rootpage from sqlite_master where name = ?').get(part)?.['rootpage']);
  database.close();
  const handle = fs.openSync(file, 'r+');
  fs.writeSync(handle, Buffer.alloc(4096, 0xa5), 0, 4096, (page - 1) * 4096);
  fs.closeSync(handle);
  return home;
}

/** Everything is there. */
function expectRepaired({ jobs, intents, claimedFiles, rebuilt, recoveredAt }: QueueStore): void {
  expect(jobs.readJobs().map(({ id }) => id)).toEqual(['j', 'd']);
  expect([intents.find('i')?.state, claimedFiles.find(CLAIM)[0]]).toEqual(['ambiguous', CLAIM]);
  expect([rebuilt, recoveredAt()]).toEqual([null, null]);
}

/** The finished job and its charge are there, and everybody learns that the rest is not. */
function expectRebuilt({ jobs, intents, spendings, rebuilt, claimedFiles, recoveredAt }: QueueStore): void {
  expect(jobs.readJobs().map(({ id }) => id)).toEqual(['d']);
  expect([intents.knowsTask(TASKS[0]!), spendings.sumsSince('0000')]).toMatchObject([true, [{ charged: 11_000 }]]);
  expect(rebuilt).toMatchObject({ jobs: 1, backupPath: expect.stringMatching(/^queue\.db\.damaged-/) as string });
  expect([claimedFiles.completeSince(), recoveredAt()].includes(null)).toBe(false);
}

/** Calls back before each change of the disk, directly or by SQLite. */
function watchChanges(before: (call: string) => void): void {
  for (const name of ['linkSync', 'copyFileSync', 'renameSync', 'rmSync', 'fsyncSync'] as const) {
    const real = fs[name] as (...values: unknown[]) => unknown;
    vi.spyOn(fs, name).mockImplementation((...values: unknown[]) => (before(name), real(...values)));
  }
  const { exec } = DatabaseSync.prototype;
  vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (this: DatabaseSync, sql: string) {
    before('exec');
    exec.call(this, sql);
  });
  syncBuiltinESMExports();
}

function stopWatching(): void {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
}

const PATHS = [
  ['of which an index is damaged is repaired', 'intents_by_job', expectRepaired],
  ['of which a table is damaged is rebuilt', 'jobs', expectRebuilt],
] as const;

/** Copies a home as a process that is killed now leaves it, if anything changed since the last copy. */
function createSnapshots(home: string): { readonly take: () => void; readonly taken: string[] } {
  const taken: string[] = [];
  let last = '';
  // It keeps the functions that it finds when it is first used, for all tests of this process.
  fs.cpSync(home, makeTempFolder(), { recursive: true });
  const take = (): void => {
    const files = fs.readdirSync(home).map((name) => {
      const { ino, size, mtimeNs } = fs.statSync(path.join(home, name), { bigint: true });
      return `${name} ${ino} ${size} ${mtimeNs}`;
    });
    if (files.join() === last) return;
    last = files.join();
    const copy = makeTempFolder();
    fs.cpSync(home, copy, { recursive: true });
    taken.push(copy);
  };
  return { take, taken };
}

describe('a database', () => {
  test.each(PATHS)('%s, whenever the process is killed', (_, part, expectWhole) => {
    const home = makeDamaged(part);
    const { take, taken } = createSnapshots(home);
    watchChanges(take);
    const store = openQueueStore(home);
    stopWatching();
    expectWhole(store);
    take();
    store.close();
    for (const copy of taken) {
      const again = openQueueStore(copy);
      expectWhole(again);
      again.close();
    }
    expect(taken.length).toBeGreaterThan(4);
  });

  test.each(PATHS)('%s, whichever call fails once', (_, part, expectWhole) => {
    const origin = makeDamaged(part);
    const failed: string[] = [];
    for (let n = 1, isThrough = false; !isThrough; n++) {
      const home = makeTempFolder();
      fs.cpSync(origin, home, { recursive: true });
      let calls = 0;
      watchChanges((call) => {
        if (++calls !== n) return;
        failed.push(call);
        if (call === 'exec') throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
        throw Object.assign(new Error('EBUSY: resource busy'), { code: 'EBUSY', syscall: call });
      });
      let store: QueueStore | null = null;
      try {
        store = openQueueStore(home);
      } catch {
        // The next start recovers it.
      }
      stopWatching();
      isThrough = calls < n;
      store ??= openQueueStore(home);
      expectWhole(store);
      store.close();
    }
    expect(failed).toEqual(expect.arrayContaining(['linkSync', 'renameSync', 'exec', 'fsyncSync']));
  });

  test('keeps its damaged file, and reports a rebuild until it was closed', () => {
    const home = makeDamaged('jobs');
    const damaged = fs.readFileSync(path.join(home, 'queue.db'));
    const store = openQueueStore(home);
    expect(fs.readFileSync(path.join(home, store.rebuilt?.backupPath ?? '')).equals(damaged)).toBe(true);
    const copy = makeTempFolder();
    fs.cpSync(home, copy, { recursive: true });
    store.close();
    const [again, killed] = [openQueueStore(home), openQueueStore(copy)];
    onTestFinished(() => [again, killed].forEach(({ close }) => close()));
    expect([again.rebuilt, killed.rebuilt]).toEqual([null, store.rebuilt]);
    expect(again.claimedFiles.completeSince()).not.toBeNull();
    expect(fs.readdirSync(home).filter((name) => name.startsWith('queue.db.repaired'))).toEqual([]);
  });

  test('is kept as a copy on a disk without hard links', () => {
    const home = makeDamaged('intents_by_job');
    const damaged = fs.readFileSync(path.join(home, 'queue.db'));
    vi.spyOn(fs, 'linkSync').mockImplementation(() => {
      throw Object.assign(new Error('EPERM'), { code: 'EPERM' });
    });
    syncBuiltinESMExports();
    const store = openQueueStore(home);
    onTestFinished(() => store.close());
    expectRepaired(store);
    const [backup] = fs.readdirSync(home).filter((name) => name.startsWith('queue.db.damaged-'));
    expect(fs.readFileSync(path.join(home, backup ?? '')).equals(damaged)).toBe(true);
  });

  test.each(['jobs', 'intents_by_job'])('is recovered by one process at a time: %s', (part) => {
    const home = makeDamaged(part);
    const other = new DatabaseSync(path.join(home, 'queue.db.lock'));
    other.exec('begin exclusive');
    const before = fs.readFileSync(path.join(home, 'queue.db'));
    expect(() => openQueueStore(home)).toThrow(expect.objectContaining({ code: 'home_locked' }));
    expect(fs.readFileSync(path.join(home, 'queue.db')).equals(before)).toBe(true);
    other.close();
    const store = openQueueStore(home);
    expect(store.jobs.readJobs().map(({ id }) => id)).toContain('d');
    store.close();
  });
});

describe('a missing database', () => {
  /** The home of a database that was removed. */
  function removeDatabase(home: string): string {
    fs.renameSync(path.join(home, 'queue.db'), path.join(makeTempFolder(), 'queue.db'));
    return home;
  }

  test('is rebuilt where jobs were finished', () => {
    const store = openQueueStore(removeDatabase(makeDamaged('jobs')));
    onTestFinished(() => store.close());
    expect(store.rebuilt).toEqual({ jobs: 1, backupPath: null });
    expect(store.jobs.readJobs().map(({ id }) => id)).toEqual(['d']);
    expect(store.claimedFiles.completeSince()).not.toBeNull();
  });

  test.each(['missing', 'empty'])('is rebuilt where a damaged one was kept: %s', (state) => {
    const home = makeTempFolder();
    const backups = ['2026-01-02', '2026-01-01'].map((day) => `queue.db.damaged-${day}`);
    for (const name of [...backups, `${backups[0]}-wal`]) fs.writeFileSync(path.join(home, name), 'damaged');
    fs.writeFileSync(path.join(home, 'queue.db-wal'), 'a log without its database');
    if (state === 'empty') fs.writeFileSync(path.join(home, 'queue.db'), '');
    const store = openQueueStore(home);
    onTestFinished(() => store.close());
    expect(store.rebuilt).toEqual({ jobs: 0, backupPath: backups[0] });
    expect(store.claimedFiles.completeSince()).not.toBeNull();
    const kept = fs.readdirSync(home).filter((name) => /^queue\.db\.damaged-.*Z-wal$/.test(name));
    expect(kept.map((name) => fs.readFileSync(path.join(home, name), 'utf8'))).toEqual(['a log without its database']);
  });

  test('is a new one elsewhere', () => {
    const home = makeTempFolder();
    openQueueStore(home).close();
    const again = openQueueStore(removeDatabase(home));
    onTestFinished(() => again.close());
    expect([again.rebuilt, again.claimedFiles.completeSince()]).toEqual([null, null]);
  });
});

describe('a rebuild', () => {
  test('restores a job once if its folder was copied', () => {
    const home = makeDamaged('jobs');
    for (const copy of ['a copy of d', 'd copy']) leaveManifest(home, { ...finished('d'), name: 'copied.png' }, copy);
    leaveManifest(home, finished('moved', TASKS[1]), 'of another name');
    const store = openQueueStore(home);
    onTestFinished(() => store.close());
    expect(store.jobs.readJobs().map(({ id, name }) => [id, name])).toEqual([
      ['d', 'chair.png'],
      ['moved', 'chair.png'],
    ]);
    expect(store.spendings.sumsSince('0000')).toMatchObject([{ charged: 22_000 }]);
    expect(store.rebuilt?.jobs).toBe(2);
  });

  test('leaves out what of a manifest cannot be stored, and restores the others', () => {
    const home = makeDamaged('jobs');
    const taken = { ...CLAIM, sha256: undefined as never };
    leaveManifest(home, { ...finished('claim', TASKS[1]), sources: [buildSource('/nowhere/a.png', { taken })] });
    leaveManifest(home, { ...finished('place', TASKS[1]), position: 1.5 });
    leaveManifest(home, { ...finished('charge', TASKS[1]), recipe: undefined as never });
    const store = openQueueStore(home);
    onTestFinished(() => store.close());
    expect(store.jobs.readJobs().map(({ id }) => id)).toEqual(['charge', 'd']);
    expect(store.spendings.sumsSince('0000')).toMatchObject([{ charged: 11_000 }]);
    expect(store.rebuilt?.jobs).toBe(2);
  });
});
