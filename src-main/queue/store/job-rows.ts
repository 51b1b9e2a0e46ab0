import type { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../../src-shared/base/errors.ts';
import { message } from '../../../src-shared/messages/message.ts';
import { log } from '../../base/log/log.ts';
import { parseJsonOrNull } from '../../base/parse-json-or-null.ts';
import { inTransaction } from '../../base/sqlite/in-transaction.ts';
import { isUnwritable } from '../../base/sqlite/sqlite-errors.ts';
import { toCurrentRecord, type JobRecord } from '../../pipeline/job-record.ts';
import { createJobKeys, isSettled } from './job-keys.ts';

/** A table whose rows contain jobs. */
type JobTable = 'jobs' | 'trash';

/** Damaged rows that were set aside since the start. */
export interface DamagedJobs {
  /** Jobs that were restored from their manifests. */
  readonly restored: number;
  /** Jobs without a manifest: they are no longer in the queue. */
  readonly lost: number;
}

/** Reads rows of jobs. A damaged one is set aside, so that it cannot stop the others. */
export interface JobRows {
  /**
   * The job of a row with `id`, `position` and `doc`. A damaged row is kept in `damaged_rows` and restored from its manifest;
   * null: it has none, and was removed. Tasks of a job that are not restored count as unknown and are found at the service again.
   */
  read(table: JobTable, row: Record<string, unknown>): JobRecord | null;
  /** Null: no row was damaged. */
  damaged(): DamagedJobs | null;
  /** When the last damaged row was found, also before this start, epoch ms; null: none ever was. */
  damagedAt(): number | null;
}

/** The notice that damaged jobs were set aside. */
export function toDamagedJobsError({ restored, lost }: DamagedJobs): AppError {
  return new AppError('jobs_damaged', message('home.jobs-damaged', { restored, lost }), { subject: 'queue.db' });
}

/** Opens the rows of a database; `findManifest` returns the job in a manifest by its id, `now` the time in epoch ms. */
export function createJobRows(
  database: DatabaseSync,
  findManifest: (id: string) => JobRecord | null,
  now: () => number,
): JobRows {
  const keys = createJobKeys(database);
  const statements = {
    jobs: prepareStatements(database, 'jobs'),
    trash: prepareStatements(database, 'trash'),
  };
  const settle = database.prepare('update jobs set settled = ? where id = ?');
  const forgetTasks = database.prepare(
    `update intents set state = 'abandoned' where job_id = ? and state = 'bound'
     and task_id not in (select value from json_each(?))`,
  );
  const lastFound = database.prepare('select max(found_at) as at from damaged_rows');
  let damaged: DamagedJobs = { restored: 0, lost: 0 };
  let damagedAt: number | null = null;

  const replace = (table: JobTable, id: string, record: JobRecord | null): void => {
    statements[table].keep.run(now(), id);
    if (record) statements[table].update.run(JSON.stringify(record), id);
    else statements[table].remove.run(id);
    if (table === 'trash') return;
    keys.removeAll(id);
    const taskIds = record?.steps.flatMap(({ taskId }) => taskId ?? []) ?? [];
    forgetTasks.run(id, JSON.stringify(taskIds));
    if (!record) return;
    settle.run(Number(isSettled(record)), id);
    if (isSettled(record)) keys.add(record);
  };
  const setAside = (table: JobTable, id: string, position: number): JobRecord | null => {
    const found = findManifest(id);
    const record = found && { ...found, position };
    damagedAt = now();
    try {
      if (database.isTransaction) replace(table, id, record);
      else inTransaction(database, () => replace(table, id, record));
    } catch (error) {
      // It is tried again at the next start.
      if (!isUnwritable(error)) throw error;
    }
    damaged = { restored: damaged.restored + (record ? 1 : 0), lost: damaged.lost + (record ? 0 : 1) };
    const result = record ? 'restored from its manifest' : 'removed from the queue';
    log.warn('queue', `A row of the database was damaged and was set aside. Job ${id} was ${result}.`);
    return record;
  };
  return {
    read: (table, row) => parseJobRow(row) ?? setAside(table, String(row['id']), Number(row['position'])),
    damaged: () => (damaged.restored + damaged.lost === 0 ? null : damaged),
    damagedAt: () => damagedAt ?? (lastFound.get()?.['at'] as number | null),
  };
}

function prepareStatements(database: DatabaseSync, table: JobTable) {
  return {
    keep: database.prepare(
      `insert into damaged_rows (source, row_id, position, doc, found_at)
       select '${table}', id, position, cast(doc as blob), ? from ${table} where id = ?`,
    ),
    update: database.prepare(`update ${table} set doc = ? where id = ?`),
    remove: database.prepare(`delete from ${table} where id = ?`),
  };
}

/** The job of a row with `id` and `doc`; null: the row is damaged. */
export function parseJobRow({ id, doc }: Record<string, unknown>): JobRecord | null {
  const value = parseJsonOrNull(String(doc));
  return isJob(value) && value.id === id ? toCurrentRecord(value) : null;
}

/** Checks the fields without which the queue cannot work: a changed byte may also rename a field. */
function isJob(value: unknown): value is JobRecord {
  if (typeof value !== 'object' || value === null) return false;
  const { status, steps, artifacts, notes, sources, sourcePath } = value as Record<string, unknown>;
  return (
    typeof status === 'string' &&
    [steps, artifacts, notes].every(isListOfValues) &&
    (isListOfValues(sources) || typeof sourcePath === 'string')
  );
}

function isListOfValues(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => each !== null);
}
