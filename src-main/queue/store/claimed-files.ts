import type { DatabaseSync } from 'node:sqlite';
import type { JobRecord, ClaimMark } from '../../pipeline/job-record.ts';
import type { KeyValueStore } from '../../base/key-value-store.ts';

/** Name of the stored fact. */
const COMPLETE_SINCE = 'taken_files_since';

/**
 * Files claimed from hot folders, so that no file is processed twice, also after a restart. A row is written in one
 * transaction with its job, is kept after the job is removed, and is deleted when the app itself moves the file. A file that
 * was moved by somebody else keeps a row without a place.
 */
export interface ClaimedFiles {
  /** The claims of this file, or at this path. */
  find(file: Pick<ClaimMark, 'folderId' | 'fileId' | 'place'>): ClaimMark[];
  /** Records the claims of the sources of jobs, inside a transaction of the caller. */
  add(records: readonly JobRecord[]): void;
  /** Records files that got no job and stay in the folder. */
  addRefused(files: readonly ClaimMark[]): void;
  /** The files of a job are no longer at their places; those with the `missing` ids may be in the folder under another name. */
  forget(jobId: string, missing?: readonly string[]): void;
  /** Claims before this time may be unknown, epoch ms; null: all are known. */
  completeSince(): number | null;
  /** Records that the database is new and the claims of the previous one are lost. */
  restart(now: number): void;
}

/** Claimed files, in the queue's database. */
export function createClaimedFiles(database: DatabaseSync, facts: KeyValueStore): ClaimedFiles {
  const insert = database.prepare(
    `insert or replace into taken_files (folder_id, file_id, place, version, sha256, job_id) values (?, ?, ?, ?, ?, ?)`,
  );
  const byFile = database.prepare('select * from taken_files where folder_id = ? and file_id = ?');
  const byPlace = database.prepare('select * from taken_files where folder_id = ? and place = ?');
  const remove = database.prepare('delete from taken_files where job_id = ?');
  const detach = database.prepare(`update taken_files set place = '', job_id = '' where job_id = ? and file_id = ?`);
  const put = ({ folderId, fileId, place, version, sha256 }: ClaimMark, jobId: string): void =>
    void insert.run(folderId, fileId, place, version, sha256, jobId);
  return {
    find: ({ folderId, fileId, place }) =>
      [...byFile.all(folderId, fileId), ...byPlace.all(folderId, place)].map((row) => ({
        folderId,
        fileId: String(row['file_id']),
        place: String(row['place']),
        version: String(row['version']),
        sha256: String(row['sha256']),
      })),
    add: (records) => {
      for (const { id, sources } of records) {
        for (const { taken } of sources) if (taken) put(taken, id);
      }
    },
    addRefused: (files) => files.forEach((file) => put(file, '')),
    forget: (jobId, missing = []) => {
      for (const fileId of missing) detach.run(jobId, fileId);
      remove.run(jobId);
    },
    completeSince: () => {
      const since = facts.get(COMPLETE_SINCE);
      return since === null ? null : Number(since);
    },
    restart: (now) => facts.set(COMPLETE_SINCE, String(now)),
  };
}
