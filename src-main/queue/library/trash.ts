import path from 'node:path';
import type { EmptiedTrash, TrashedJob, TrashTotals } from '../../../src-shared/ipc/calls/library-calls.ts';
import { formatCredits } from '../../../src-shared/api/pricing/credits.ts';
import { TRASH_MS } from '../../../src-shared/jobs/trash.ts';
import { isActive } from '../../../src-shared/jobs/job.ts';
import { log } from '../../base/log/log.ts';
import { toLibraryError } from '../../folders/disk-error.ts';
import { mayHaveTask } from '../../pipeline/intent.ts';
import { withStep, type JobRecord } from '../../pipeline/job-record.ts';
import { listDueExports } from '../../pipeline/steps/export-finished.ts';
import { toTaskSearch } from '../commands/resolve-charge.ts';
import type { QueueParts } from '../queue-parts.ts';
import type { SpendingStore } from '../spending/spending-store.ts';
import type { TrashedRecord, TrashStore } from '../store/trash-store.ts';
import { deleteUnsharedFiles, findSharedFiles } from './shared-files.ts';
import { libraryBytesOf } from './library-bytes.ts';

/** Interval between two checks for jobs that are due, so that a job stays for at most a day longer. */
const LOOK_PAUSE_MS = 24 * 3_600_000;

/**
 * Removed jobs, with their files in the library. To the rest of the queue they do not exist: an order whose response was
 * lost is settled without its job, see `settleLostOrders`. Exported files are never touched.
 */
export interface Trash {
  /** Jobs in the trash, the latest removed first. */
  list(): TrashedJob[];
  /** Their records. */
  records(): JobRecord[];
  find(id: string): JobRecord | undefined;
  totals(): TrashTotals;
  /** Moves jobs to the trash, durably. Ignores jobs that continue automatically; returns the ids of the others. */
  put(ids: readonly string[]): string[];
  /** Moves jobs back to their places; ignores jobs that are not in the trash. Returns the ids of the restored jobs. */
  restore(ids: readonly string[]): string[];
  /**
   * Deletes these jobs with their library files, except files that another job names; ignores jobs that are not in the
   * trash, and keeps those with an unsaved result, see `TrashedJob`. Deleted jobs cannot be restored from the moment of the
   * call, even if a file cannot be deleted, which rejects with AppError and is tried again later.
   */
  empty(ids: readonly string[]): Promise<EmptiedTrash>;
  /** Deletes jobs that were removed 30 days ago, now and from then on. A paid result that was never exported is kept. */
  start(): void;
  close(): Promise<void>;
}

interface Deps extends Pick<QueueParts, 'list' | 'system' | 'intents' | 'jobFolder' | 'abortOf' | 'pump'> {
  readonly store: TrashStore;
  readonly spendings: Pick<SpendingStore, 'find'>;
}

/** Creates the trash of a queue. */
export function createTrash({ store, spendings, list, system, intents, jobFolder, abortOf, pump }: Deps): Trash {
  const { clock, disk } = system;
  const entries = new Map<string, TrashedRecord>(store.read().map((entry) => [entry.record.id, entry]));
  let stopTimer: (() => void) | null = null;
  let expiring: Promise<void> = Promise.resolve();
  let isClosed = false;

  const bytesOf = (record: JobRecord): number => libraryBytesOf(record, jobFolder(record.id));
  const sum = (records: readonly JobRecord[]): TrashTotals => ({
    jobs: records.length,
    bytes: records.reduce((bytes, record) => bytes + bytesOf(record), 0),
  });
  const records = (): JobRecord[] => [...entries.values()].map(({ record }) => record);

  /** Discards the jobs first: a job whose files are partly deleted is never restored. */
  const discard = (ids: readonly string[]): void => {
    if (ids.length === 0) return;
    store.discard(ids);
    for (const id of ids) entries.delete(id);
  };
  /** Deletes the files of all discarded jobs, also of those that an earlier attempt could not delete. */
  const deleteFiles = async (): Promise<void> => {
    const discarded = store.listDiscarded();
    if (discarded.length === 0) return;
    const failures: unknown[] = [];
    const library = path.dirname(jobFolder('any'));
    const shared = await findSharedFiles({ list, trashed: records }, library, () => isClosed);
    if (isClosed) return;
    for (const id of discarded) {
      try {
        const isGone = await deleteUnsharedFiles(jobFolder(id), shared.get(id) ?? new Set(), disk);
        // Closed in the meantime: the next start finds the files gone.
        if (isClosed) return;
        // Files that another job names are freed when that job is gone, too.
        if (isGone) store.forget(id);
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw toLibraryError(failures[0]);
  };
  const expire = async (): Promise<void> => {
    const due = [...entries.values()].filter(
      ({ record, removedAt }) => clock.now() - removedAt >= TRASH_MS && !isUnexported(record),
    );
    discard(due.map(({ record }) => record.id));
    await deleteFiles();
  };
  const look = (): void => {
    stopTimer = clock.after(LOOK_PAUSE_MS, look);
    expiring = expiring.then(expire).catch((error: unknown) => {
      log.error('queue', 'the trash could not be emptied', error);
    });
  };

  return {
    records,
    find: (id) => entries.get(id)?.record,
    totals: () => sum(records()),
    list: () =>
      [...entries.values()].reverse().map(({ record, removedAt }) => ({
        id: record.id,
        name: record.name,
        recipe: record.recipe,
        kind: record.kind,
        status: record.status,
        hasThumbnail: record.hasThumbnail,
        bytes: bytesOf(record),
        removedAt,
        deletedAt: isUnexported(record) ? null : removedAt + TRASH_MS,
        isUnsaved: isUnsaved(record),
      })),
    put: (ids) => {
      const removed = [...new Set(ids)].flatMap((id) => {
        const record = list.get(id);
        return record === undefined || abortOf(id) !== null || isActive(record.status) ? [] : [record];
      });
      const removedAt = clock.now();
      list.remove(
        removed.map(({ id }) => id),
        removedAt,
      );
      for (const record of removed) entries.set(record.id, { record, removedAt });
      return removed.map(({ id }) => id);
    },
    restore: (ids) => {
      const wanted = [...new Set(ids)].flatMap((id) => entries.get(id)?.record ?? []);
      const restored = list.restore(wanted.map((record) => toRestored(record)));
      for (const { id, step, steps } of restored) {
        entries.delete(id);
        const lost = intents.findLost(id, step);
        if (lost?.taskId && lost.taskId === steps[step]?.taskId) intents.adopt(lost, lost.taskId);
      }
      pump();
      return restored.map(({ id }) => id);
    },
    empty: async (ids) => {
      const asked = [...new Set(ids)].flatMap((id) => entries.get(id)?.record ?? []);
      const gone = asked.filter((record) => !isUnsaved(record));
      discard(gone.map(({ id }) => id));
      await deleteFiles();
      return { ...sum(gone), kept: asked.length - gone.length };
    },
    start: look,
    close: async () => {
      isClosed = true;
      stopTimer?.();
      await expiring;
    },
  };

  /**
   * The task of an unconfirmed order may have been found in the meantime. The job downloads it then, unless it was
   * downloaded as a job of its own: then nothing is left to confirm, and searching for it again would order it a second time.
   */
  function toRestored(record: JobRecord): JobRecord {
    const { status, step, steps, id } = record;
    const isOpen = (steps[step]?.taskId ?? null) !== null || mayHaveTask(intents.findStanding(id, step));
    if (status !== 'unknown' || isOpen) return record;
    const lost = intents.findLost(id, step);
    const end = lost === null ? null : spendings.find(lost.id)?.end;
    // A failed task has no result and was not charged.
    if (lost && end?.kind !== 'back') {
      const creditsConsumed = end?.kind === 'charged' ? formatCredits(end.charged) : null;
      const found = withStep(record, step, { taskId: lost.taskId, creditsConsumed });
      return toTaskSearch({ ...found, foundIntent: lost.id });
    }
    const { cancelledFrom: _, ...kept } = withStep(record, step, { status: 'cancelled' });
    // Its task may have become a job of its own: to retry this one orders another.
    const isPaidBefore = !kept.free && end?.kind !== 'back';
    return { ...kept, ...(isPaidBefore && { unconfirmed: 'price' }), status: 'cancelled', error: null };
  }
}

/** True if a paid result exists only in the library, because its export failed. */
function isUnexported(record: JobRecord): boolean {
  return !record.free && listDueExports(record).length > 0;
}

/** True if a paid result was not exported, or was not downloaded and may still be at the service. */
function isUnsaved(record: JobRecord): boolean {
  const isAtService = record.steps.some(
    ({ status, taskId, refunded }) => status !== 'done' && taskId !== null && !refunded,
  );
  return isUnexported(record) || (!record.free && isAtService);
}
