import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../src-shared/base/errors.ts';
import { toDiskError } from '../folders/disk-error.ts';
import { makeFolderSync } from '../folders/make-folder.ts';

/** Versions before 3.51.3 may lose committed transactions (WAL reset, sqlite.org/wal.html). */
const OLDEST_SQLITE = [3, 51, 3] as const;

/** Numbered by place and append-only: a migration that was ever released is never changed. */
const MIGRATIONS = [
  `create table jobs (
     id text primary key,
     position integer not null,
     doc text not null
   ) strict;
   create index jobs_by_position on jobs (position);
   create table intents (
     id text primary key,
     job_id text not null,
     step integer not null,
     service_id text not null,
     operation text not null,
     body text not null,
     body_sha256 text not null,
     state text not null check (state in ('prepared','sending','bound','rejected','ambiguous','abandoned')),
     attempt integer not null default 0,
     sent_at integer,
     task_id text unique,
     created_at integer not null
   ) strict;
   create index intents_by_job on intents (job_id, step);`,
  `alter table intents add column request_id text;`,
  `create table echoes (
     service_id text not null,
     operation text not null,
     primary key (service_id, operation)
   ) strict;
   create table dismissed_tasks (task_id text primary key) strict;
   create index intents_by_state on intents (service_id, state);`,
  `create table facts (name text primary key, value text not null) strict;`,
  `create table spendings (
     intent_id text primary key,
     job_id text not null,
     step integer not null,
     name text not null,
     recipe text not null,
     origin text,
     operation text not null,
     service_id text not null,
     service_kind text not null check (service_kind in ('local','cloud')),
     price_key text not null,
     day text not null,
     at integer not null,
     estimate integer,
     charged integer,
     back integer,
     ended text check (ended in ('charged','back','unknown')),
     ended_at integer
   ) strict;
   create index spendings_by_day on spendings (day);
   create index spendings_by_at on spendings (at);
   create index spendings_by_service on spendings (service_kind, at);
   create index spendings_by_price on spendings (price_key, ended_at) where ended = 'charged';`,
  `create table taken_files (
     folder_id text not null,
     file_id text not null,
     place text not null,
     version text not null,
     sha256 text not null,
     job_id text not null,
     primary key (folder_id, file_id, sha256)
   ) strict;
   create index taken_files_by_place on taken_files (folder_id, place);
   create index taken_files_by_job on taken_files (job_id);`,
  `create table usage_rows (
     service_id text not null,
     task_id text not null,
     type text not null,
     status text not null,
     created_at text not null,
     at integer,
     credits integer,
     primary key (service_id, task_id)
   ) strict;
   create index usage_rows_by_at on usage_rows (service_id, at desc);
   create table deliveries (id text primary key, at integer not null) strict;
   create index deliveries_by_at on deliveries (at);`,
] as const;

/**
 * Opens the queue's database, up to date, every commit synced (`synchronous=FULL`): what was saved survives a power cut.
 * On Windows, Linux and macOS alike one process at a time may have it; a second gets `home_locked`.
 */
export function openQueueDatabase(home: string): DatabaseSync {
  const database = openFile(home);
  try {
    database.exec('pragma busy_timeout = 0; pragma locking_mode = exclusive; pragma journal_mode = wal;');
    database.exec('pragma synchronous = full; pragma journal_size_limit = 16777216; begin immediate; commit;');
    assertVersion(database);
    migrate(database);
    return database;
  } catch (cause) {
    database.close();
    throw toDatabaseError(cause, home);
  }
}

/** Runs a function in one transaction; nothing of it stays when it throws. */
export function inTransaction<T>(database: DatabaseSync, run: () => T): T {
  database.exec('begin immediate');
  try {
    const result = run();
    database.exec('commit');
    return result;
  } catch (error) {
    database.exec('rollback');
    throw error;
  }
}

/** Whether the database could not be written because the disk is full, gone, failing or read-only; that may pass. */
export function isUnwritable(thrown: unknown): boolean {
  const { errcode } = thrown as { errcode?: number };
  return errcode !== undefined && [8, 10, 13, 14].includes(errcode & 0xff);
}

/** Whether every page of a database hangs together (`pragma quick_check`); takes about as long as reading it once. */
export function isSound(database: DatabaseSync): boolean {
  return database.prepare('pragma quick_check(1)').get()?.['quick_check'] === 'ok';
}

/** Whether a database cannot be read because its file is damaged, or is none. */
export function isDamaged(thrown: unknown): boolean {
  const { errcode, cause } = thrown as { errcode?: number; cause?: unknown };
  if (errcode !== undefined) return [11, 26].includes(errcode & 0xff);
  return cause !== undefined && cause !== null && isDamaged(cause);
}

function openFile(home: string): DatabaseSync {
  try {
    makeFolderSync(home);
    return new DatabaseSync(path.join(home, 'queue.db'));
  } catch (error) {
    throw toDatabaseError(error, home);
  }
}

/** SQLite's primary result codes (sqlite.org/rescode.html) in our own words. */
function toDatabaseError(cause: unknown, home: string): unknown {
  const { errcode } = cause as { errcode?: number };
  switch (errcode === undefined ? null : errcode & 0xff) {
    case 5:
      return new AppError('home_locked', `Another process uses ${path.basename(home)}.`, { cause });
    case 3:
    case 8:
    case 14:
      return new AppError('folder_unwritable', 'The queue cannot be opened there.', { subject: home, cause });
    case 11:
    case 26:
      return new AppError('config_invalid', 'It is damaged.', {
        subject: 'queue.db',
        cause,
      });
    case 13:
      return new AppError('disk_full', '', { subject: home, cause });
    default:
      return toDiskError(cause, home);
  }
}

function assertVersion(database: DatabaseSync): void {
  const { version } = database.prepare('select sqlite_version() as version').get() as { version: string };
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  const [oldMajor, oldMinor, oldPatch] = OLDEST_SQLITE;
  const rank = (a: number, b: number, c: number): number => a * 1e6 + b * 1e3 + c;
  if (rank(major, minor, patch) < rank(oldMajor, oldMinor, oldPatch)) {
    throw new Error(`SQLite ${version} may lose transactions; ${OLDEST_SQLITE.join('.')} or newer is needed.`);
  }
}

function migrate(database: DatabaseSync): void {
  const { user_version: done } = database.prepare('pragma user_version').get() as { user_version: number };
  if (done > MIGRATIONS.length)
    throw new AppError('config_invalid', 'A newer Dropforge wrote it. Update this one, or give another --home.', {
      subject: 'queue.db',
    });
  for (const [index, sql] of MIGRATIONS.entries()) {
    if (index < done) continue;
    inTransaction(database, () => database.exec(`${sql} pragma user_version = ${index + 1};`));
  }
}
