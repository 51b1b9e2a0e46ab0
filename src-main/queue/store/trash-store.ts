import type { DatabaseSync } from 'node:sqlite';
import type { JobRecord } from '../../pipeline/job-record.ts';
import { inTransaction } from '../../base/sqlite/in-transaction.ts';
import type { JobRows } from './job-rows.ts';

/** A removed job, as it was when it was removed. */
export interface TrashedRecord {
  readonly record: JobRecord;
  /** Epoch ms. */
  readonly removedAt: number;
}

/** Removed jobs on disk; every call is durable when it returns. `JobStore` moves jobs here and back. */
export interface TrashStore {
  /** Jobs that can be restored, from the earliest removed. */
  read(): TrashedRecord[];
  /** From now on these jobs cannot be restored; their files may be deleted. All or none. */
  discard(ids: readonly string[]): void;
  /** Discarded jobs whose files may still exist. */
  listDiscarded(): string[];
  /** The files of a discarded job no longer exist. */
  forget(id: string): void;
}

/** The trash of the queue's database. A row without a time of removal is discarded. */
export function createTrashStore(database: DatabaseSync, rows: JobRows): TrashStore {
  const select = database.prepare(
    'select id, position, doc, removed_at from trash where removed_at is not null order by removed_at, position',
  );
  const discard = database.prepare('update trash set removed_at = null where id = ?');
  const discarded = database.prepare('select id from trash where removed_at is null');
  const remove = database.prepare('delete from trash where id = ? and removed_at is null');
  return {
    read: () =>
      select.all().flatMap((row) => {
        const record = rows.read('trash', row);
        return record ? [{ record, removedAt: Number(row['removed_at']) }] : [];
      }),
    discard: (ids) => inTransaction(database, () => ids.forEach((id) => discard.run(id))),
    listDiscarded: () => discarded.all().map(({ id }) => String(id)),
    forget: (id) => void remove.run(id),
  };
}
