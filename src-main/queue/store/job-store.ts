import type { DatabaseSync } from 'node:sqlite';
import { errorInfoSchema } from '../../../src-shared/base/error-info-schema.ts';
import type { ErrorInfo } from '../../../src-shared/base/errors.ts';
import type { JobRecord } from '../../pipeline/job-record.ts';
import { parseJsonOrNull } from '../../base/parse-json-or-null.ts';
import { inTransaction } from '../../base/sqlite/in-transaction.ts';
import type { ClaimedFiles } from './claimed-files.ts';
import { createJobKeys, isSettled } from './job-keys.ts';
import { parseJobRow, type JobRows } from './job-rows.ts';

/** A part of all jobs and the place of the last one; null: no more follow. */
interface JobPage {
  readonly records: JobRecord[];
  readonly next: number | null;
}

/** Jobs on disk; every call is durable when it returns. */
export interface JobStore {
  /** All jobs in order; with `settled`, only so many of the settled ones, the last in order. See `isSettled`. */
  readJobs(settled?: number): JobRecord[];
  find(id: string): JobRecord | undefined;
  /** Settled jobs with a key (see `jobKey`), from the last in order. */
  withKey(key: string): Iterable<JobRecord>;
  /** Settled jobs before a position, from the last; those with the same position are never split. */
  readSettled(before: number, most: number): JobRecord[];
  /** A part of all jobs from a place, in the order in which they were added or restored; 0: the first part. */
  readPage(from: number, most: number): JobPage;
  /** Ids that begin with a text, up to a number of them. */
  findIds(start: string, most: number): string[];
  /** Adds jobs in one transaction, together with the claims of their files. */
  addJobs(records: readonly JobRecord[]): void;
  saveJob(record: JobRecord): void;
  /** Saves several jobs in one transaction. */
  saveJobs(records: readonly JobRecord[]): void;
  /** Moves jobs to the trash in one transaction. */
  removeJobs(ids: readonly string[], removedAt: number): void;
  /** Moves jobs from the trash back in one transaction; returns those that were still there. */
  restoreJobs(records: readonly JobRecord[]): JobRecord[];
  /** The position after the last job, including those in the trash. */
  nextPosition(): number;
  /** True if the user paused the whole queue. */
  isPaused(): boolean;
  /** Why the app paused it automatically; null: it did not. */
  pauseReason(): ErrorInfo | null;
  /** The only services it is paused for, see `serviceOf`; null: it is paused for all, or not at all. */
  pausedServices(): readonly string[] | null;
  setPaused(paused: boolean, reason: ErrorInfo | null, services?: readonly string[] | null): void;
}

/**
 * One JSON document for each row: a job is always read and written as a whole. Settled jobs also have keys, written in the
 * same transaction.
 */
export function createJobStore(database: DatabaseSync, taken: Pick<ClaimedFiles, 'add'>, rows: JobRows): JobStore {
  const keys = createJobKeys(database);
  const insert = database.prepare('insert into jobs (id, position, doc, settled) values (?, ?, ?, ?)');
  const update = database.prepare('update jobs set position = ?, doc = ?, settled = ? where id = ?');
  const remove = database.prepare('delete from jobs where id = ?');
  const select = database.prepare('select id, position, doc from jobs order by position');
  // Both sides name the index; otherwise SQLite reads every row.
  const selectRecent = database.prepare(
    `select id, position, doc from jobs where settled = 0 or (settled = 1 and position >= coalesce(
       (select position from jobs where settled = 1 order by position desc limit 1 offset max(0, ?1 - 1)), -1e308))
     order by position, rowid`,
  );
  const byId = database.prepare('select id, position, doc from jobs where id = ?');
  const settledById = database.prepare('select id, doc from jobs where id = ? and settled = 1');
  const selectSettled = database.prepare(
    `select id, position, doc from jobs where settled = 1 and position < ?1 and position >= coalesce(
       (select position from jobs where settled = 1 and position < ?1 order by position desc limit 1 offset max(0, ?2 - 1)), -1e308)
     order by position desc, rowid desc`,
  );
  const selectPage = database.prepare(
    'select rowid as place, id, position, doc from jobs where rowid >= ? order by rowid limit ?',
  );
  const selectIds = database.prepare(
    'select id from jobs where id >= ?1 and id < ?1 || char(0x10ffff) order by id limit ?2',
  );
  const moveToTrash = database.prepare(
    'insert or replace into trash (id, position, doc, removed_at) select id, position, doc, ? from jobs where id = ?',
  );
  const takeBack = database.prepare('delete from trash where id = ? and removed_at is not null');
  const last = database.prepare(
    `select max(coalesce((select max(position) from jobs), 0), coalesce((select max(position) from trash), 0)) as position`,
  );
  const addJob = (record: JobRecord): void => {
    const settled = isSettled(record);
    insert.run(record.id, record.position, JSON.stringify(record), Number(settled));
    if (settled) keys.add(record);
  };
  const removeKeys = (id: string): void => {
    const before = settledById.get(id);
    if (!before) return;
    const record = parseJobRow(before);
    if (record) keys.remove(record);
    else keys.removeAll(id);
  };
  const saveJob = (record: JobRecord): void => {
    const settled = isSettled(record);
    removeKeys(record.id);
    const { changes } = update.run(record.position, JSON.stringify(record), Number(settled), record.id);
    if (settled && changes > 0) keys.add(record);
  };
  const find = (id: string): JobRecord | undefined => {
    const row = byId.get(id);
    return row && (rows.read('jobs', row) ?? undefined);
  };
  const toRecords = (found: Record<string, unknown>[]): JobRecord[] =>
    found.flatMap((row) => rows.read('jobs', row) ?? []);
  const fact = database.prepare('select value from facts where name = ?');
  const setFact = database.prepare('insert or replace into facts (name, value) values (?, ?)');
  return {
    readJobs: (settled) => toRecords(settled === undefined ? select.all() : selectRecent.all(settled)),
    find,
    *withKey(key) {
      for (const id of keys.find(key)) {
        const record = find(id);
        if (record) yield record;
      }
    },
    readSettled: (before, most) => toRecords(selectSettled.all(before, most)),
    readPage: (from, most) => {
      const page = selectPage.all(from, most);
      return { records: toRecords(page), next: page.length < most ? null : Number(page.at(-1)?.['place']) };
    },
    findIds: (start, most) => selectIds.all(start, most).map(({ id }) => String(id)),
    addJobs: (records) =>
      inTransaction(database, () => {
        records.forEach(addJob);
        taken.add(records);
      }),
    // The caller may have a transaction open.
    saveJob: (record) => (database.isTransaction ? saveJob(record) : inTransaction(database, () => saveJob(record))),
    saveJobs: (records) => inTransaction(database, () => records.forEach(saveJob)),
    removeJobs: (ids, removedAt) =>
      inTransaction(database, () => {
        for (const id of ids) {
          removeKeys(id);
          moveToTrash.run(removedAt, id);
          remove.run(id);
        }
      }),
    restoreJobs: (records) =>
      inTransaction(database, () => {
        const restored = records.filter(({ id }) => takeBack.run(id).changes === 1);
        restored.forEach(addJob);
        return restored;
      }),
    nextPosition: () => Number(last.get()?.['position']) + 1,
    // A damaged state is a pause: nothing runs that the user may have stopped.
    isPaused: () => !['no', undefined].includes(fact.get('paused')?.['value'] as string | undefined),
    pauseReason: () => readReason(fact.get('pause_reason')?.['value']),
    pausedServices: () => readServices(fact.get('paused_places')?.['value']),
    setPaused: (paused, reason, services = null) =>
      inTransaction(database, () => {
        setFact.run('paused_places', JSON.stringify(paused ? services : null));
        setFact.run('paused', paused ? 'yes' : 'no');
        setFact.run('pause_reason', JSON.stringify(paused ? reason : null));
      }),
  };
}

/** Null, for all services, if the list is damaged. */
function readServices(value: unknown): readonly string[] | null {
  const services = parseJsonOrNull(String(value));
  return Array.isArray(services) && services.every((each) => typeof each === 'string') ? services : null;
}

/** A newer Dropforge may have saved a reason unknown to this version. */
function readReason(value: unknown): ErrorInfo | null {
  const read = errorInfoSchema.safeParse(parseJsonOrNull(String(value)));
  return read.success ? read.data : null;
}
