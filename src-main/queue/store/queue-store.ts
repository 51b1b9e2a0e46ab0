import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { AppError, toErrorInfo } from '../../../src-shared/base/errors.ts';
import { describeError } from '../../../src-shared/messages/describe-error.ts';
import type { IntentStore } from '../../pipeline/intent.ts';
import { SYSTEM, type System } from '../../base/system.ts';
import { inTransaction } from '../../base/sqlite/in-transaction.ts';
import { damagedFileName } from '../../base/files/damaged-file-name.ts';
import { log } from '../../base/log/log.ts';
import { parseJsonOrNull } from '../../base/parse-json-or-null.ts';
import { isDamaged } from '../../base/sqlite/sqlite-errors.ts';
import { toBestEffortStore } from './best-effort-store.ts';
import { leaveIntegrityMark, takeIntegrityMark } from './integrity-mark.ts';
import { assertIntact, findLastBackup, hasContent, openQueueDatabase, QUEUE_FILE } from './queue-database.ts';
import { rebuildDatabase, repairDatabase, withReplacementLock } from './replace-database.ts';
import type { KeyValueStore } from '../../base/key-value-store.ts';
import { createKeyValueStore } from './key-value-store.ts';
import { createIntentStore } from './intent-store.ts';
import { createCollectionStore, type CollectionStore } from './collection-store.ts';
import { createDeliveryStore, type DeliveryStore } from './delivery-store.ts';
import { createJobStore, type JobStore } from './job-store.ts';
import { restoreOrders } from '../spending/restore-orders.ts';
import { createSpendingStore, type SpendingStore } from '../spending/spending-store.ts';
import { createClaimedFiles, type ClaimedFiles } from './claimed-files.ts';
import { findManifest, isStored, readManifests } from './job-manifests.ts';
import { createJobRows, type DamagedJobs } from './job-rows.ts';
import { createTrashStore, type TrashStore } from './trash-store.ts';
import { createUsageStore, type UsageStore } from './usage-store.ts';
import { message } from '../../../src-shared/messages/message.ts';

/** Name of the stored result of a recovery that the user may not know yet. */
const REBUILT = 'rebuilt';

const rebuiltDatabase = z.object({
  /** File name of the damaged database, kept in the home; null: it was missing or empty. */
  backupPath: z.string().nullable(),
  /** Finished jobs that were restored from their manifests. */
  jobs: z.number(),
});

/** Result of recovering a damaged queue database. */
export type RebuiltDatabase = Readonly<z.infer<typeof rebuiltDatabase>>;

/** The result as a message. */
export function toRebuiltError({ backupPath, jobs }: RebuiltDatabase): AppError {
  const detail =
    backupPath === null
      ? message('home.database-missing', { count: jobs })
      : message('home.jobs-restored', { count: jobs, file: backupPath });
  return new AppError('queue_rebuilt', detail, { subject: 'queue.db' });
}

/** All data of the queue; each call is durable when it returns. Tests replace it with a store that crashes. */
export interface QueueStore {
  readonly jobs: JobStore;
  readonly trash: TrashStore;
  readonly collections: CollectionStore;
  readonly intents: IntentStore;
  readonly spendings: SpendingStore;
  readonly facts: KeyValueStore;
  readonly claimedFiles: ClaimedFiles;
  readonly usage: UsageStore;
  readonly deliveries: DeliveryStore;
  /** Runs a function in one transaction; it is rolled back when the function throws. */
  together<T>(run: () => T): T;
  /** Null: the database was intact. Kept until it is closed, so that a process that ended before does not hide it. */
  readonly rebuilt: RebuiltDatabase | null;
  /** Jobs whose rows were found damaged since the start; null: none. */
  damagedJobs(): DamagedJobs | null;
  /** When the database was last rebuilt or a damaged row found, also before this start, epoch ms; null: never. */
  recoveredAt(): number | null;
  close(): void;
}

/**
 * Opens the queue's database in a home; throws `home_locked` when another process has it. If only indexes of it are damaged,
 * it is repaired. Otherwise a damaged or missing one is replaced: finished jobs are restored from their manifests; the next
 * sweep finds the tasks of unfinished ones at the service, and `claimedFiles` reports since when claims of hot folders are
 * known. A recovery that does not end changes nothing, and is repeated.
 */
export function openQueueStore(home: string, system: System = SYSTEM): QueueStore {
  const sound = unlessDamaged(() => openSound(home, system));
  if (sound) return sound;
  return withReplacementLock(home, () => {
    const repaired = unlessDamaged(() => {
      repairDatabase(home, damagedFileName(QUEUE_FILE, system.clock.now()));
      return openSound(home, system);
    });
    if (repaired) return repaired;
    const now = system.clock.now();
    const backup = damagedFileName(QUEUE_FILE, now);
    const backupPath = hasContent(home) ? backup : findLastBackup(home);
    rebuildDatabase(home, backup, (database) => restoreJobs(database, home, { system, now, backupPath }));
    return openSound(home, system);
  });
}

/** Null if the database is damaged. */
function unlessDamaged<T>(open: () => T): T | null {
  try {
    return open();
  } catch (error) {
    if (!isDamaged(error)) throw error;
    return null;
  }
}

/** Checks every page, because damage is only detected where it is read; a large database not at every start. */
function openSound(home: string, system: System): QueueStore {
  const now = system.clock.now();
  const database = openQueueDatabase(home);
  try {
    const checkedAt = takeIntegrityMark(home, now);
    if (checkedAt === null) assertIntact(database, home);
    const store = createQueueStore(database, system, home);
    const rebuilt = rebuiltDatabase.safeParse(parseJsonOrNull(store.facts.get(REBUILT) ?? '')).data ?? null;
    if (rebuilt) log.warn('queue', describeError(toErrorInfo(toRebuiltError(rebuilt))).happened);
    const close = (): void => {
      if (rebuilt && database.isOpen) toBestEffortStore(store.facts).set(REBUILT, 'null');
      store.close();
      leaveIntegrityMark(home, checkedAt ?? now);
    };
    return { ...store, rebuilt, close };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Fills a new database with the finished jobs of a home's library. */
function restoreJobs(
  database: DatabaseSync,
  home: string,
  { system, now, backupPath }: { readonly system: System; readonly now: number; readonly backupPath: string | null },
): void {
  const store = createQueueStore(database, system);
  store.claimedFiles.restart(now);
  const records = readManifests(path.join(home, 'library')).filter((record) =>
    isStored(record.id, () => store.jobs.addJobs([record])),
  );
  restoreOrders(store, records, system.random);
  store.facts.set(REBUILT, JSON.stringify({ backupPath, jobs: records.length } satisfies RebuiltDatabase));
}

/**
 * Creates the stores in an open, migrated database; closing the store closes it. Damaged jobs are restored from the library of
 * the home.
 */
export function createQueueStore(database: DatabaseSync, system: System, home?: string): QueueStore {
  const facts = createKeyValueStore(database);
  const taken = createClaimedFiles(database, facts);
  const find = (id: string) => (home === undefined ? null : findManifest(path.join(home, 'library'), id));
  const rows = createJobRows(database, find, system.clock.now);
  return {
    claimedFiles: taken,
    jobs: createJobStore(database, taken, rows),
    trash: createTrashStore(database, rows),
    collections: createCollectionStore(database),
    intents: createIntentStore(database, system),
    spendings: createSpendingStore(database),
    usage: createUsageStore(database, facts, system.clock),
    deliveries: createDeliveryStore(database, system.clock),
    facts,
    together: (run) => inTransaction(database, run),
    rebuilt: null,
    damagedJobs: rows.damaged,
    recoveredAt: () => {
      const times = [taken.completeSince(), rows.damagedAt()].filter((at) => at !== null);
      return times.length === 0 ? null : Math.max(...times);
    },
    close: () => {
      if (database.isOpen) database.close();
    },
  };
}
