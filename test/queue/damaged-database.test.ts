import { execFileSync } from 'node:child_process';
import {
  closeSync,
  copyFileSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { JobRecord } from '../../src-main/pipeline/job-record.ts';
import { openQueueStore, type QueueStore } from '../../src-main/queue/store/queue-store.ts';
import { MANIFEST, readManifests, toManifest } from '../../src-main/queue/store/job-manifests.ts';
import { jobKey } from '../../src-main/queue/store/job-keys.ts';
import { buildJob } from '../helpers/job-records.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';

const TASK = '0b6e2f0e-7f2b-4b9e-9a55-0d6f6a3b2c11';

function open(home: string): QueueStore {
  const store = openQueueStore(home);
  onTestFinished(() => store.close());
  return store;
}

function finished(id: string, position: number): JobRecord {
  const job = buildJob();
  const steps = job.steps.map((step) => ({ ...step, status: 'done' as const, taskId: TASK }));
  return { ...job, id, position, status: 'done', serviceId: 'test', steps: steps.slice(0, 1) };
}

function leaveManifest(home: string, record: JobRecord): void {
  const folder = path.join(home, 'library', record.id);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, MANIFEST), toManifest(record));
}

/** A store with something in every table, closed; then the first page of one table or index is overwritten. */
function makeDamaged(part: string): string {
  const home = makeTempFolder();
  const store = openQueueStore(home);
  store.jobs.addJobs([{ ...buildJob(), id: 'j', position: 1 }, finished('d', 2)]);
  store.jobs.setPaused(false, null);
  store.intents.prepare({ id: 'i', jobId: 'j', step: 0, serviceId: 's', operation: 'image_to_model', body: '{}' });
  store.intents.bind('i', TASK);
  store.intents.dismissTask('z');
  store.claimedFiles.addRefused([{ folderId: 'f', fileId: 'q', place: 'p', version: 'v', sha256: 'h' }]);
  store.close();
  const database = new DatabaseSync(path.join(home, 'queue.db'));
  const page = database.prepare('select rootpage from sqlite_master where name = ?').get(part)?.['rootpage'];
  database.close();
  const file = openSync(path.join(home, 'queue.db'), 'r+');
  writeSync(file, Buffer.alloc(4096, 0xa5), 0, 4096, (Number(page) - 1) * 4096);
  closeSync(file);
  return home;
}

describe('a damaged database', () => {
  test.each(['jobs', 'intents', 'facts', 'taken_files', 'dismissed_tasks', 'deliveries', 'spendings'])(
    'is known by any of its tables: %s',
    (table) => {
      const again = open(makeDamaged(table));
      expect(again.rebuilt).not.toBeNull();
      expect(again.jobs.isPaused()).toBe(false);
    },
  );

  test.each([
    ...['intents_by_job', 'sqlite_autoindex_intents_1', 'sqlite_autoindex_intents_2'],
    ...['jobs_by_position', 'jobs_by_settled', 'job_keys'],
  ])('of which only an index is damaged loses nothing: %s', (index) => {
    const again = open(makeDamaged(index));
    expect(again.rebuilt).toBeNull();
    expect(again.jobs.readJobs().map(({ id }) => id)).toEqual(['j', 'd']);
    expect([...again.jobs.withKey(jobKey.task(TASK))].map(({ id }) => id)).toEqual(['d']);
    expect([again.intents.findStanding('j', 0)?.id, again.intents.knowsTask(TASK)]).toEqual(['i', true]);
  });

  test('is kept aside, and finished jobs come back from their manifests with their tasks', () => {
    const home = makeTempFolder();
    const store = openQueueStore(home);
    store.jobs.addJobs(Array.from({ length: 300 }, (_, n) => ({ ...buildJob(), id: `job-${n}`, position: n })));
    store.close();
    leaveManifest(home, finished('second', 2));
    leaveManifest(home, finished('first', 1));
    mkdirSync(path.join(home, 'library', 'no-manifest'));
    leaveManifest(home, { ...finished('x', 3), status: 'failed' });
    const file = openSync(path.join(home, 'queue.db'), 'r+');
    for (let page = 3; page < 40; page++) writeSync(file, Buffer.alloc(2048, 0xa5), 0, 2048, page * 4096);
    closeSync(file);

    const again = open(home);
    expect(again.rebuilt).toEqual({ backupPath: expect.stringMatching(/^queue\.db\.damaged-/) as string, jobs: 2 });
    expect(readdirSync(home)).toContain(again.rebuilt?.backupPath);
    expect(again.jobs.readJobs().map(({ id }) => id)).toEqual(['first', 'second']);
    expect(again.intents.knowsTask(TASK)).toBe(true);
  });

  test('that is no database at all is kept aside too, and a sound one is left alone', () => {
    const home = makeTempFolder();
    writeFileSync(path.join(home, 'queue.db'), 'this is no database'.repeat(1_000));
    const store = openQueueStore(home);
    expect(store.rebuilt).toMatchObject({ jobs: 0 });
    store.jobs.addJobs([buildJob()]);
    store.close();
    const again = open(home);
    expect([again.rebuilt, again.jobs.readJobs().length]).toEqual([null, 1]);
  });

  test('of a newer Dropforge is no damage', () => {
    const home = makeTempFolder();
    openQueueStore(home).close();
    const file = openSync(path.join(home, 'queue.db'), 'r+');
    // The user version lies at byte 60 of the header (sqlite.org/fileformat.html 1.3).
    writeSync(file, Buffer.from([0, 0, 3, 231]), 0, 4, 60);
    closeSync(file);
    expect(() => openQueueStore(home)).toThrow(expect.objectContaining({ code: 'config_invalid' }));
    expect(readdirSync(home)).toEqual(['queue.db']);
  });

  test('finds a source that was put away after its job was written down, and no other file in its place', () => {
    const [library, hot] = [makeTempFolder(), makeTempFolder()];
    mkdirSync(path.join(hot, 'done/set'), { recursive: true });
    const [mine, other] = ['chair.png', 'lamp.png'].map((name) => {
      const at = path.join(hot, 'done/set', name);
      writeFileSync(at, name);
      const { ino, birthtimeNs } = statSync(at, { bigint: true });
      const fileId = name === 'chair.png' ? `${ino}:${birthtimeNs}` : '1:1';
      const taken = { folderId: 'hot', fileId, place: `set/${name}`, version: '', sha256: 'hash' };
      return { slot: null, name, path: path.join(hot, 'set', name), bytes: 9, token: null, taken };
    });
    mkdirSync(path.join(library, 'job'));
    const record = { ...finished('job', 1), sources: [mine!, other!] };
    writeFileSync(path.join(library, 'job', MANIFEST), toManifest(record));
    expect(readManifests(library)[0]?.sources).toEqual([
      { ...mine, path: path.join(hot, 'done/set/chair.png') },
      other,
    ]);
  });

  test('manifests that are none, or hold something else, are passed over', () => {
    const home = makeTempFolder();
    for (const [name, text] of [
      ['a', '{'],
      ['b', 'null'],
      ['c', '{"record":{"id":"c"}}'],
      ['d', JSON.stringify({ record: { ...finished('d', 1), sources: undefined } })],
      [
        'e',
        JSON.stringify({ record: { ...finished('e', 1), sources: [{ name: 'e', path: 5, taken: { place: 5 } }] } }),
      ],
      ['f', `${JSON.stringify({ record: finished('f', 1) })}${' '.repeat(5_000_000)}`],
    ] as const) {
      mkdirSync(path.join(home, name));
      writeFileSync(path.join(home, name, MANIFEST), text);
    }
    if (process.platform !== 'win32') {
      mkdirSync(path.join(home, 'g'));
      execFileSync('mkfifo', [path.join(home, 'g', MANIFEST)]);
    }
    expect(readManifests(home)).toEqual([]);
    expect(readManifests(path.join(home, 'nowhere'))).toEqual([]);
  });
});

test('a log cut off anywhere opens with the commits before the cut, in order, none half', () => {
  const home = makeTempFolder();
  const store = openQueueStore(home);
  store.jobs.addJobs([{ ...buildJob(), id: 'job', name: 'commit 0' }]);
  for (let n = 1; n <= 40; n++) store.jobs.saveJob({ ...buildJob(), id: 'job', name: `commit ${n}` });
  const [db, log] = [path.join(home, 'queue.db'), path.join(home, 'queue.db-wal')];
  expect(existsSync(log)).toBe(true);
  const { size } = statSync(log);
  let before = -1;
  for (let cut = 0; cut <= 48; cut++) {
    const copy = makeTempFolder();
    copyFileSync(db, path.join(copy, 'queue.db'));
    copyFileSync(log, path.join(copy, 'queue.db-wal'));
    const file = openSync(path.join(copy, 'queue.db-wal'), 'r+');
    ftruncateSync(file, Math.floor((size * cut) / 48));
    closeSync(file);
    const opened = openQueueStore(copy);
    const [record] = opened.jobs.readJobs();
    opened.close();
    const commit = record ? Number(record.name.slice('commit '.length)) : -1;
    expect(opened.rebuilt).toBeNull();
    expect(commit).toBeGreaterThanOrEqual(before);
    before = commit;
  }
  expect(before).toBe(40);
  store.close();
});
