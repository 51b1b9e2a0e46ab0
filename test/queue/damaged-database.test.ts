import { execFileSync } from 'node:child_process';
import {
  closeSync,
  copyFileSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createIncomingFiles } from '../../src-main/folders/incoming-files.ts';
import type { JobRecord } from '../../src-main/pipeline/job-record.ts';
import { openQueueDatabase } from '../../src-main/queue/store/queue-database.ts';
import { openQueueStore, type QueueStore } from '../../src-main/queue/store/queue-store.ts';
import { MANIFEST, readManifests, toManifest } from '../../src-main/queue/store/job-manifests.ts';
import { jobKey } from '../../src-main/queue/store/job-keys.ts';
import { buildJob, buildSource } from '../helpers/job-records.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';
import { openSides } from './side-by-side.ts';

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
  damage(home, part);
  return home;
}

/** Overwrites the first page of a table or index in a closed database. */
function damage(home: string, part: string): void {
  const database = new DatabaseSync(path.join(home, 'queue.db'));
  const page = database.prepare('select rootpage from sqlite_master where name = ?').get(part)?.['rootpage'];
  database.close();
  const file = openSync(path.join(home, 'queue.db'), 'r+');
  writeSync(file, Buffer.alloc(4096, 0xa5), 0, 4096, (Number(page) - 1) * 4096);
  closeSync(file);
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

  test('that was emptied is no new one if jobs were finished in its home', () => {
    const home = makeTempFolder();
    openQueueStore(home).close();
    leaveManifest(home, finished('d', 1));
    truncateSync(path.join(home, 'queue.db'));
    expect(() => openQueueDatabase(home)).toThrow(expect.objectContaining({ code: 'config_invalid' }));
    const again = open(home);
    expect(again.rebuilt).toMatchObject({ jobs: 1 });
    expect(again.jobs.readJobs().map(({ id }) => id)).toEqual(['d']);
    expect(again.claimedFiles.completeSince()).not.toBeNull();
    const fresh = makeTempFolder();
    writeFileSync(path.join(fresh, 'queue.db'), '');
    expect(open(fresh).rebuilt).toBeNull();
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
    const [mine, other, decomposed] = ['chair.png', 'lamp.png', 'gru\u0308n.png'].map((name) => {
      const at = path.join(hot, 'done/set', name);
      writeFileSync(at, name);
      const { ino, birthtimeNs } = statSync(at, { bigint: true });
      const fileId = name === 'lamp.png' ? '1:1' : `${ino}:${birthtimeNs}`;
      const taken = { folderId: 'hot', fileId, place: `set/${name}`.normalize('NFC'), version: '', sha256: 'hash' };
      return { slot: null, name, path: path.join(hot, 'set', name), bytes: 9, token: null, taken };
    });
    mkdirSync(path.join(library, 'job'));
    const record = { ...finished('job', 1), sources: [mine!, other!, decomposed!] };
    writeFileSync(path.join(library, 'job', MANIFEST), toManifest(record));
    expect(readManifests(library)[0]?.sources).toEqual([
      { ...mine, path: path.join(hot, 'done/set/chair.png') },
      other,
      { ...decomposed, path: path.join(hot, 'done/set/gru\u0308n.png') },
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

/** Overwrites the first bytes of a text in a closed database, which its own check does not notice. */
function overwrite(home: string, text: string, by: string): void {
  const file = path.join(home, 'queue.db');
  const bytes = readFileSync(file);
  const at = bytes.indexOf(text);
  expect(at).toBeGreaterThan(0);
  bytes.write(by, at, 'latin1');
  writeFileSync(file, bytes);
}

function warn(): void {
  const stderr = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => stderr.mockRestore());
}

describe('a damaged row', () => {
  test.each([
    ['is no JSON', '"name":"MARK', '\0'],
    ['has lost a field', '"steps":[', '"stepr'],
    ['names another job', '"id":"waiting"', '"id":"waitinh'],
  ])('that %s is set aside, and the others start', (_, text, by) => {
    warn();
    const home = makeTempFolder();
    const store = openQueueStore(home);
    store.jobs.addJobs([{ ...buildJob(), id: 'waiting', position: 1, name: 'MARK.png' }]);
    store.close();
    overwrite(home, text, by);
    const more = openQueueStore(home);
    more.jobs.addJobs([{ ...buildJob(), id: 'other', position: 2 }]);
    more.close();
    const again = open(home);
    expect(again.jobs.readJobs().map(({ id }) => id)).toEqual(['other']);
    expect([again.rebuilt, again.damagedJobs()]).toEqual([null, { restored: 0, lost: 1 }]);
    again.close();
    const database = new DatabaseSync(path.join(home, 'queue.db'));
    const [kept] = database.prepare('select source, row_id, position, length(doc) as bytes from damaged_rows').all();
    database.close();
    expect(kept).toMatchObject({ source: 'jobs', row_id: 'waiting', position: 1 });
    expect(Number(kept?.['bytes'])).toBeGreaterThan(500);
    expect([open(home).damagedJobs()]).toEqual([null]);
  });

  test('is restored from its manifest at its place, and found by its keys', () => {
    warn();
    const home = makeTempFolder();
    const store = openQueueStore(home);
    store.jobs.addJobs([{ ...finished('d', 7), name: 'MARK.png' }, finished('e', 8)]);
    store.close();
    leaveManifest(home, finished('d', 1));
    overwrite(home, '"name":"MARK', '\0');
    const again = open(home);
    expect(again.jobs.readJobs().map(({ id, position }) => [id, position])).toEqual([
      ['d', 7],
      ['e', 8],
    ]);
    expect(again.damagedJobs()).toEqual({ restored: 1, lost: 0 });
    expect([...again.jobs.withKey(jobKey.task(TASK))].map(({ id }) => id)).toEqual(['e', 'd']);
    again.jobs.saveJob({ ...finished('d', 7), name: 'saved' });
    expect(again.jobs.find('d')?.name).toBe('saved');
  });

  test.each([
    ['without a manifest', false, false],
    ['with one that names the task', true, true],
  ])('%s: its task is known only if the job still has it', (_, hasManifest, isKnown) => {
    warn();
    const home = makeTempFolder();
    const store = openQueueStore(home);
    store.jobs.addJobs([{ ...finished('d', 1), name: 'MARK.png' }]);
    store.intents.adopt({ id: 'i', jobId: 'd', step: 0, serviceId: 's', operation: 'image_to_model' }, TASK);
    store.close();
    if (hasManifest) leaveManifest(home, finished('d', 1));
    overwrite(home, '"name":"MARK', '\0');
    const again = open(home);
    again.jobs.readJobs();
    expect(again.intents.knowsTask(TASK)).toBe(isKnown);
  });

  test('that stops a migration is damage of the database', () => {
    const home = makeTempFolder();
    openQueueStore(home).close();
    const database = new DatabaseSync(path.join(home, 'queue.db'));
    database.exec(`drop table damaged_rows; drop table job_keys; drop index jobs_by_settled; drop index intents_sending;
      alter table jobs drop column settled; pragma user_version = 9;
      insert into jobs (id, position, doc) values ('d', 1, '{')`);
    database.close();
    leaveManifest(home, finished('d', 1));
    const again = open(home);
    expect([again.rebuilt?.jobs, again.jobs.readJobs().length]).toEqual([1, 1]);
  });

  test('of the trash is set aside too', () => {
    warn();
    const home = makeTempFolder();
    const store = openQueueStore(home);
    store.jobs.addJobs([{ ...finished('d', 1), name: 'MARK.png' }, finished('e', 2)]);
    store.jobs.removeJobs(['d', 'e'], 5);
    store.close();
    // The page of its earlier place has the same text, so its bytes cannot be found by it.
    const database = new DatabaseSync(path.join(home, 'queue.db'));
    database.exec(`update trash set doc = '{' where id = 'd'`);
    database.close();
    const again = open(home);
    expect(again.trash.read().map(({ record }) => record.id)).toEqual(['e']);
    expect(again.damagedJobs()).toEqual({ restored: 0, lost: 1 });
  });

  test('of the pause pauses the whole queue', () => {
    const home = makeTempFolder();
    const store = openQueueStore(home);
    store.jobs.setPaused(true, null, ['https://a.example']);
    store.close();
    overwrite(home, '["https://a', '\0');
    const again = open(home);
    expect([again.jobs.isPaused(), again.jobs.pausedServices(), again.jobs.pauseReason()]).toEqual([true, null, null]);
    again.facts.set('paused', 'ye\0');
    again.facts.set('pause_reason', '{');
    expect([again.jobs.isPaused(), again.jobs.pauseReason()]).toEqual([true, null]);
  });
});

describe('the inbox', () => {
  test.each([
    ['a damaged database', (home: string) => damage(home, 'jobs')],
    ['a damaged row', (home: string) => overwrite(home, '"name":"MARK', '\0')],
  ])('keeps the image of a job that was lost with %s, also at the next start', async (_, lose) => {
    warn();
    const home = makeTempFolder();
    const [image, later] = ['image', 'later'].map((name) => path.join(home, 'inbox', name)) as [string, string];
    mkdirSync(path.dirname(image));
    writeFileSync(image, 'the only copy');
    const store = openQueueStore(home);
    store.jobs.addJobs([buildJob({ id: 'waiting', name: 'MARK.png', sources: [buildSource(image)] })]);
    store.close();
    lose(home);
    const start = async (): Promise<void> => {
      const app = await openSides(home, [], []);
      expect(app.queue.records()).toEqual([]);
      await app.close();
    };
    await start();
    expect(existsSync(image)).toBe(true);
    writeFileSync(later, 'of no job');
    await start();
    expect([image, later].map((file) => existsSync(file))).toEqual([true, false]);
  });

  test.each([
    [29, true],
    [31, false],
  ])('%i days after jobs were lost: keeps unused files from before it: %s', async (days, isKept) => {
    const home = makeTempFolder();
    const image = path.join(home, 'inbox', 'image');
    mkdirSync(path.dirname(image));
    writeFileSync(image, 'an image');
    utimesSync(image, 1, 1);
    await createIncomingFiles(home).tidy(
      () => false,
      () => Date.now() - days * 24 * 3_600_000,
    );
    expect(existsSync(image)).toBe(isKept);
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
