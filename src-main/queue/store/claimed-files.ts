import type { DatabaseSync } from 'node:sqlite';
import type { JobRecord, ClaimMark } from '../../pipeline/job-record.ts';
import type { KeyValueStore } from '../../base/key-value-store.ts';

/** Name of the fact. */
const COMPLETE_SINCE = 'taken_files_since';

/**
 * What was taken out of hot folders, so that no file is taken twice whatever is restarted. A row comes in one transaction
 * with its job, outlives it, and goes when the app itself puts the file elsewhere.
 */
export interface ClaimedFiles {
  /** The claims of this file, or at this path. */
  find(file: Pick<ClaimMark, 'folderId' | 'fileId' | 'place'>): ClaimMark[];
  /** Writes down what the sources of jobs say, inside a transaction of the caller's. */
  add(records: readonly JobRecord[]): void;
  /** Writes down files that no job was made of and that stay where they are. */
  addRefused(files: readonly ClaimMark[]): void;
  /** The files of a job are no longer in the folder. */
  forget(jobId: string): void;
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
    forget: (jobId) => void remove.run(jobId),
    completeSince: () => {
      const since = facts.get(COMPLETE_SINCE);
      return since === null ? null : Number(since);
    },
    restart: (now) => facts.set(COMPLETE_SINCE, String(now)),
  };
}
