import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { inTransaction } from '../../../src-main/base/sqlite/in-transaction.ts';
import { dispatch } from '../../../src-main/ipc/dispatch.ts';
import type { Handlers } from '../../../src-shared/ipc/contract.ts';
import { openQueueDatabase } from '../../../src-main/queue/store/queue-database.ts';
import { createQueueStore } from '../../../src-main/queue/store/queue-store.ts';
import { createIntentStore } from '../../../src-main/queue/store/intent-store.ts';
import { createJobList, type JobChanges } from '../../../src-main/queue/job-list/job-list.ts';
import { createJobRows } from '../../../src-main/queue/store/job-rows.ts';
import { createJobStore } from '../../../src-main/queue/store/job-store.ts';
import { createClaimedFiles } from '../../../src-main/queue/store/claimed-files.ts';
import { createKeyValueStore } from '../../../src-main/queue/store/key-value-store.ts';
import { buildJob } from '../../helpers/job-records.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';
import { SYSTEM } from '../../../src-main/base/system.ts';

function open(home = makeTempFolder()) {
  const database = openQueueDatabase(home);
  onTestFinished(() => {
    if (database.isOpen) database.close();
  });
  return { home, database };
}

describe('the queue’s database', () => {
  test('is one process’s alone', () => {
    const { home, database } = open();
    expect(() => openQueueDatabase(home)).toThrow(expect.objectContaining({ code: 'home_locked' }));
    const script = `import('${path.resolve('src-main/queue/store/queue-database.ts')}').then(({ openQueueDatabase: o }) => { try { o(process.argv[1]); } catch (e) { console.log(e.code); } })`;
    const run = (): string => spawnSync(process.execPath, ['-e', script, home], { encoding: 'utf8' }).stdout.trim();
    expect(run()).toBe('home_locked');
    database.close();
    expect(run()).toBe('');
  });

  test('syncs every commit, in WAL', () => {
    const { database } = open();
    const pragma = (name: string): unknown => Object.values(database.prepare(`pragma ${name}`).get() ?? {})[0];
    expect([pragma('synchronous'), pragma('journal_mode'), pragma('user_version')]).toEqual([2, 'wal', 11]);
  });

  test('of a newer Dropforge is left alone', () => {
    const { home, database } = open();
    database.exec('pragma user_version = 999');
    database.close();
    expect(() => openQueueDatabase(home)).toThrow(expect.objectContaining({ code: 'config_invalid' }));
  });

  test('that is damaged, or cannot be made, is not called locked', () => {
    const home = makeTempFolder();
    writeFileSync(path.join(home, 'queue.db'), 'this is no database'.repeat(100));
    expect(() => openQueueDatabase(home)).toThrow(
      expect.objectContaining({ code: 'config_invalid', subject: 'queue.db' }),
    );
    const folder = makeTempFolder();
    mkdirSync(path.join(folder, 'queue.db'));
    expect(() => openQueueDatabase(folder)).toThrow(expect.objectContaining({ code: 'folder_unwritable' }));
    expect(() => openQueueDatabase(path.join(home, 'queue.db'))).toThrow(
      expect.objectContaining({ code: 'folder_unwritable' }),
    );
  });

  test('keeps nothing of a transaction that throws', () => {
    const { database } = open();
    const store = createJobStore(
      database,
      createClaimedFiles(database, createKeyValueStore(database)),
      createJobRows(database, () => null, Date.now),
    );
    const twins = [buildJob(), buildJob()].map((record) => ({ ...record, id: 'same' }));
    expect(() => store.addJobs(twins)).toThrow();
    expect(store.readJobs()).toEqual([]);
    expect(inTransaction(database, () => 7)).toBe(7);
  });
});

describe('a full disk', () => {
  /** A queue whose database cannot grow by another page. */
  function openFull() {
    const { database } = open();
    const store = createQueueStore(database, SYSTEM);
    // SQLite raises the limit to the pages there are.
    database.exec('pragma max_page_count = 1');
    const large = buildJob({ name: 'x'.repeat(100_000) });
    return { database, store, large };
  }

  test('is SQLite’s own error for the caller, and the queue can be written again', () => {
    const { database, store, large } = openFull();
    const full: unknown = expect.objectContaining({ errcode: 13 });
    expect(() => store.jobs.addJobs([large])).toThrow(full);
    expect(() => store.together(() => store.facts.set('name', large.name))).toThrow(full);
    database.exec('pragma max_page_count = 1000000');
    store.jobs.addJobs([large]);
    expect(store.jobs.readJobs()).toEqual([large]);
  });

  test('is disk_full for the page, not a bug', async () => {
    const { store, large } = openFull();
    const handlers = { 'queue:pause': async () => store.jobs.addJobs([large]) } as unknown as Handlers;
    const reply = await dispatch({ handlers, admits: () => true }, 'queue:pause', {});
    expect(reply).toMatchObject({ ok: false, error: { code: 'disk_full', subject: 'queue.db' } });
  });
});

describe('jobs on disk', () => {
  test('come back whole and in order', () => {
    const { home, database } = open();
    const store = createJobStore(
      database,
      createClaimedFiles(database, createKeyValueStore(database)),
      createJobRows(database, () => null, Date.now),
    );
    const records = [3, 1, 2].map((position) => buildJob({ position, name: `Stuhl “${position}” 椅子.png` }));
    store.addJobs(records);
    store.saveJob({ ...(records[1] ?? buildJob()), status: 'done' });
    expect(store.nextPosition()).toBe(4);
    database.close();
    const again = open(home).database;
    const read = createJobStore(
      again,
      createClaimedFiles(again, createKeyValueStore(again)),
      createJobRows(again, () => null, Date.now),
    ).readJobs();
    expect(read.map(({ position, status }) => [position, status])).toEqual([
      [1, 'done'],
      [2, 'waiting'],
      [3, 'waiting'],
    ]);
    expect(read[2]).toEqual(records[0]);
  });

  test('changes are told in batches, once for each job, and removals too', async () => {
    const { database } = open();
    const list = createJobList(
      createJobStore(
        database,
        createClaimedFiles(database, createKeyValueStore(database)),
        createJobRows(database, () => null, Date.now),
      ),
      SYSTEM.clock,
    );
    onTestFinished(() => list.close());
    const pushed: JobChanges[] = [];
    const heard = new Promise<void>((resolve) => list.onChange((changes) => (pushed.push(changes), resolve())));
    const [one, two] = [buildJob({ position: 1 }), buildJob({ position: 2 })];
    list.add([one, two]);
    for (let turn = 1; turn <= 50; turn++) list.setProgress(one.id, turn / 50);
    list.save({ ...one, status: 'running' });
    list.remove([two.id], 1_000);
    expect(list.save({ ...two, status: 'done' }).status).toBe('done');
    expect(list.get(two.id)).toBeUndefined();
    await heard;
    expect(pushed).toHaveLength(1);
    expect(pushed[0]).toMatchObject({ jobs: [{ id: one.id, status: 'running' }], removed: [two.id] });
  });
});

describe('intents on disk', () => {
  const wish = { id: 'i1', jobId: 'j1', step: 0, serviceId: 's', operation: 'image_to_model', body: '{"ä":1}' };

  test('what was being sent when the process died is in doubt', () => {
    const { database } = open();
    const intents = createIntentStore(database);
    intents.prepare(wish);
    expect(intents.markSending('i1', 77)).toMatchObject({ state: 'sending', attempt: 1, sentAt: 77, body: '{"ä":1}' });
    expect(createIntentStore(database).findStanding('j1', 0)).toMatchObject({ state: 'ambiguous', sentAt: 77 });
  });

  test('an attempt that sent no byte leaves no trace', () => {
    const intents = createIntentStore(open().database);
    const prepared = intents.prepare(wish);
    intents.markSending('i1', 77);
    intents.unmarkSending(prepared);
    expect(intents.find('i1')).toEqual(prepared);
  });

  test('a task belongs to one intent', () => {
    const intents = createIntentStore(open().database);
    intents.prepare(wish);
    intents.prepare({ ...wish, id: 'i2', step: 1 });
    intents.bind('i1', 't1');
    expect([intents.knowsTask('t1'), intents.knowsTask('t2')]).toEqual([true, false]);
    expect(() => intents.bind('i2', 't1')).toThrow();
    expect(intents.findStanding('j1', 1)?.state).toBe('prepared');
  });

  test('what was refused or given up stands no more', () => {
    const intents = createIntentStore(open().database);
    intents.prepare(wish);
    for (const state of ['rejected', 'abandoned'] as const) {
      intents.mark('i1', state);
      expect(intents.findStanding('j1', 0)).toBeNull();
    }
  });
});
