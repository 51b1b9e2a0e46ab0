import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../../src-shared/base/errors.ts';
import { assertSqliteVersion } from '../../base/sqlite/assert-sqlite-version.ts';
import { migrate } from '../../base/sqlite/migrate.ts';
import { SQLITE, sqliteCode } from '../../base/sqlite/sqlite-errors.ts';
import { toDiskError } from '../../folders/disk-error.ts';
import { isDamagedFileName } from '../../base/files/damaged-file-name.ts';
import { makePrivateFileSync, makePrivateFolderSync } from '../../base/files/private-files.ts';
import { fillJobKeys } from './job-keys.ts';
import { hasManifest } from './job-manifests.ts';
import { message } from '../../../src-shared/messages/message.ts';

/** File name of the queue's database in its home. */
export const QUEUE_FILE = 'queue.db';

/** Numbered by index and append-only: a released migration is never changed. */
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
  `create table trash (
     id text primary key,
     position integer not null,
     doc text not null,
     removed_at integer
   ) strict;`,
  `create table collections (id text primary key, name text not null) strict;`,
  `alter table jobs add column settled integer not null default 1;
   update jobs set settled = 0 where coalesce(doc ->> 'status', '') not in ('done', 'failed', 'cancelled')
     or exists (select 1 from json_each(doc, '$.steps') where value ->> 'status' = 'running'
       and value ->> 'taskId' is not null and value ->> 'creditsConsumed' is null);
   create index jobs_by_settled on jobs (settled, position);
   create table job_keys (
     key text not null,
     job_id text not null,
     primary key (key, job_id)
   ) strict, without rowid;
   ${fillJobKeys('main')}
   create index intents_sending on intents (id) where state = 'sending';`,
  `create table damaged_rows (
     id integer primary key,
     source text not null,
     row_id text not null,
     position integer not null,
     doc blob not null,
     found_at integer not null
   ) strict;`,
] as const;

/**
 * Opens the queue's database, migrated, with every commit synced (`synchronous=FULL`): saved data survives a power cut.
 * On Windows, Linux and macOS only one process at a time can open it; a second gets `home_locked`. `name`: a new file that is to
 * replace it.
 */
export function openQueueDatabase(home: string, name = QUEUE_FILE): DatabaseSync {
  const database = openFile(home, name);
  try {
    database.exec('pragma busy_timeout = 0; pragma locking_mode = exclusive; pragma journal_mode = wal;');
    database.exec('pragma synchronous = full; pragma journal_size_limit = 16777216; begin immediate; commit;');
    assertSqliteVersion(String(database.prepare('select sqlite_version() as version').get()?.['version']));
    migrate(database, MIGRATIONS, toNewerDatabaseError);
    return database;
  } catch (cause) {
    database.close();
    throw toDatabaseError(cause, home);
  }
}

/** True if no page of a database is damaged (`pragma quick_check`); takes about as long as reading the file once. */
export function isIntact(database: DatabaseSync): boolean {
  return database.prepare('pragma quick_check(1)').get()?.['quick_check'] === 'ok';
}

/** Throws as `openQueueDatabase` does for a damaged database if one of its pages is. */
export function assertIntact(database: DatabaseSync, home: string): void {
  if (!isIntact(database)) throw toDatabaseError({ errcode: SQLITE.CORRUPT }, home);
}

function openFile(home: string, name: string): DatabaseSync {
  if (name === QUEUE_FILE && isLost(home)) throw toDatabaseError({ errcode: SQLITE.NOTADB }, home);
  try {
    makePrivateFolderSync(home);
    makePrivateFileSync(path.join(home, name));
    return new DatabaseSync(path.join(home, name));
  } catch (error) {
    throw toDatabaseError(error, home);
  }
}

/**
 * True if the file is missing or empty although jobs were finished in this home, or a damaged database was kept: it was
 * removed or cut off, and is no new database.
 */
function isLost(home: string): boolean {
  return !hasContent(home) && (hasManifest(path.join(home, 'library')) || findLastBackup(home) !== null);
}

/** True if the database of a home is there and not empty. */
export function hasContent(home: string): boolean {
  return (statSync(path.join(home, QUEUE_FILE), { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** Name of the last damaged database that was kept in a home; null: there is none. */
export function findLastBackup(home: string): string | null {
  const names = listNames(home).filter((name) => isDamagedFileName(name, QUEUE_FILE) && !/-(wal|shm)$/.test(name));
  return names.sort().at(-1) ?? null;
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Maps an error of opening, creating or replacing the database of a home for the user. */
export function toDatabaseError(cause: unknown, home: string): unknown {
  switch (sqliteCode(cause)) {
    case SQLITE.BUSY:
      return new AppError('home_locked', message('home.in-use', { name: path.basename(home) }), { cause });
    case SQLITE.PERM:
    case SQLITE.READONLY:
    case SQLITE.CANTOPEN:
      return new AppError('folder_unwritable', message('home.queue-cannot-open'), { subject: home, cause });
    case SQLITE.CORRUPT:
    case SQLITE.NOTADB:
      return new AppError('config_invalid', message('home.damaged'), {
        subject: QUEUE_FILE,
        cause,
      });
    case SQLITE.FULL:
      return new AppError('disk_full', '', { subject: home, cause });
    default:
      return toDiskError(cause, home);
  }
}

function toNewerDatabaseError(): AppError {
  return new AppError('config_invalid', message('home.newer-version'), {
    subject: QUEUE_FILE,
  });
}
