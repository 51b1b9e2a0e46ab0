import type { DatabaseSync } from 'node:sqlite';
import { errorInfo, type ErrorInfo } from '../../../src-shared/base/errors.ts';
import { toCurrentRecord, type JobRecord } from '../../pipeline/job-record.ts';
import { inTransaction } from '../../base/sqlite/in-transaction.ts';
import type { ClaimedFiles } from './claimed-files.ts';

/** Jobs on disk; every call is durable when it returns. */
export interface JobStore {
  /** All jobs in order. */
  readJobs(): JobRecord[];
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
  /** The only services it is paused for, see `placeOf`; null: it is paused for all, or not at all. */
  pausedPlaces(): readonly string[] | null;
  setPaused(paused: boolean, reason: ErrorInfo | null, places?: readonly string[] | null): void;
}

/** One JSON document for each row: a job is always read and written as a whole. */
export function createJobStore(database: DatabaseSync, taken: Pick<ClaimedFiles, 'add'>): JobStore {
  const insert = database.prepare('insert into jobs (id, position, doc) values (?, ?, ?)');
  const update = database.prepare('update jobs set position = ?, doc = ? where id = ?');
  const remove = database.prepare('delete from jobs where id = ?');
  const select = database.prepare('select doc from jobs order by position');
  const moveToTrash = database.prepare(
    'insert or replace into trash (id, position, doc, removed_at) select id, position, doc, ? from jobs where id = ?',
  );
  const takeBack = database.prepare('delete from trash where id = ? and removed_at is not null');
  const last = database.prepare(
    `select coalesce(max(position), 0) as position
     from (select position from jobs union all select position from trash)`,
  );
  const saveJob = (record: JobRecord): void => void update.run(record.position, JSON.stringify(record), record.id);
  const fact = database.prepare('select value from facts where name = ?');
  const setFact = database.prepare('insert or replace into facts (name, value) values (?, ?)');
  return {
    readJobs: () => select.all().map((row) => toCurrentRecord(JSON.parse(row['doc'] as string) as JobRecord)),
    addJobs: (records) =>
      inTransaction(database, () => {
        for (const record of records) insert.run(record.id, record.position, JSON.stringify(record));
        taken.add(records);
      }),
    saveJob,
    saveJobs: (records) => inTransaction(database, () => records.forEach(saveJob)),
    removeJobs: (ids, removedAt) =>
      inTransaction(database, () => {
        for (const id of ids) {
          moveToTrash.run(removedAt, id);
          remove.run(id);
        }
      }),
    restoreJobs: (records) =>
      inTransaction(database, () => {
        const restored = records.filter(({ id }) => takeBack.run(id).changes === 1);
        for (const record of restored) insert.run(record.id, record.position, JSON.stringify(record));
        return restored;
      }),
    nextPosition: () => Number(last.get()?.['position']) + 1,
    isPaused: () => fact.get('paused')?.['value'] === 'yes',
    pauseReason: () => readReason(fact.get('pause_reason')?.['value']),
    pausedPlaces: () => readPlaces(fact.get('paused_places')?.['value']),
    setPaused: (paused, reason, places = null) =>
      inTransaction(database, () => {
        setFact.run('paused_places', JSON.stringify(paused ? places : null));
        setFact.run('paused', paused ? 'yes' : 'no');
        setFact.run('pause_reason', JSON.stringify(paused ? reason : null));
      }),
  };
}

function readPlaces(value: unknown): readonly string[] | null {
  return JSON.parse(typeof value === 'string' ? value : 'null') as readonly string[] | null;
}

/** A newer Dropforge may have saved a reason unknown to this version. */
function readReason(value: unknown): ErrorInfo | null {
  const read = errorInfo.safeParse(JSON.parse(typeof value === 'string' ? value : 'null'));
  return read.success ? read.data : null;
}
