import { renameSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../../src-shared/base/errors.ts';
import type { IntentStore } from '../../pipeline/intent.ts';
import { SYSTEM, type System } from '../../base/system.ts';
import { copyTables } from './copy-tables.ts';
import { inTransaction } from '../../base/sqlite/in-transaction.ts';
import { damagedFileName } from '../../base/files/damaged-file-name.ts';
import { isDamaged } from '../../base/sqlite/sqlite-errors.ts';
import { leaveIntegrityMark, takeIntegrityMark } from './integrity-mark.ts';
import { isIntact, openQueueDatabase } from './queue-database.ts';
import type { KeyValueStore } from '../../base/key-value-store.ts';
import { createKeyValueStore } from './key-value-store.ts';
import { createIntentStore } from './intent-store.ts';
import { createCollectionStore, type CollectionStore } from './collection-store.ts';
import { createDeliveryStore, type DeliveryStore } from './delivery-store.ts';
import { createJobStore, type JobStore } from './job-store.ts';
import { restoreOrders } from '../spending/restore-orders.ts';
import { createSpendingStore, type SpendingStore } from '../spending/spending-store.ts';
import { createClaimedFiles, type ClaimedFiles } from './claimed-files.ts';
import { findManifest, readManifests } from './job-manifests.ts';
import { createJobRows, type DamagedJobs } from './job-rows.ts';
import { createTrashStore, type TrashStore } from './trash-store.ts';
import { createUsageStore, type UsageStore } from './usage-store.ts';
import { message } from '../../../src-shared/messages/message.ts';

/** Temporary copy of a database with damaged indexes. */
const REPAIRED = 'queue.db.repaired';

/** Result of recovering a damaged queue database. */
export interface RebuiltDatabase {
  /** File name of the damaged database, kept in the home. */
  readonly backupPath: string;
  /** Finished jobs that were restored from their manifests. */
  readonly jobs: number;
}

/** The result as a message. */
export function toRebuiltError({ backupPath, jobs }: RebuiltDatabase): AppError {
  const detail = message('home.jobs-restored', { count: jobs, file: backupPath });
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
  /** Null: the database was intact. */
  readonly rebuilt: RebuiltDatabase | null;
  /** Jobs whose rows were found damaged since the start; null: none. */
  damagedJobs(): DamagedJobs | null;
  /** When the database was last rebuilt or a damaged row found, also before this start, epoch ms; null: never. */
  recoveredAt(): number | null;
  close(): void;
}

/**
 * Opens the queue's database in a home; throws `home_locked` when another process has it. A damaged one is kept aside, and
 * finished jobs are restored from their manifests; the next sweep finds the tasks of unfinished ones at the service, and
 * `taken` reports since when claims of hot folders are known.
 */
export function openQueueStore(home: string, system: System = SYSTEM): QueueStore {
  const opened = system.clock.now();
  try {
    const { database, checkedAt } = openSound(home, opened);
    const store = createQueueStore(database, system, home);
    const close = (): void => {
      store.close();
      leaveIntegrityMark(home, checkedAt);
    };
    return { ...store, close };
  } catch (error) {
    if (!isDamaged(error)) throw error;
  }
  const now = system.clock.now();
  const backupPath = keepAside(home, now);
  const store = createQueueStore(openQueueDatabase(home), system, home);
  store.claimedFiles.restart(now);
  const records = readManifests(path.join(home, 'library'));
  store.jobs.addJobs(records);
  restoreOrders(store, records, system.random);
  return { ...store, rebuilt: { backupPath, jobs: records.length } };
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

/** Checks every page, because damage is only detected where it is read; a large database not at every start. */
function openSound(home: string, now: number): { readonly database: DatabaseSync; readonly checkedAt: number } {
  const database = openQueueDatabase(home);
  try {
    const checkedAt = takeIntegrityMark(home, now);
    if (checkedAt !== null) return { database, checkedAt };
    if (isIntact(database)) return { database, checkedAt: now };
    copyTables(database, path.join(home, REPAIRED));
  } catch (error) {
    database.close();
    throw error;
  }
  database.close();
  keepAside(home, now);
  renameSync(path.join(home, REPAIRED), path.join(home, 'queue.db'));
  return { database: openQueueDatabase(home), checkedAt: now };
}

/** Renames a damaged database and its side files; nothing is deleted. */
function keepAside(home: string, now: number): string {
  const backupPath = damagedFileName('queue.db', now);
  renameSync(path.join(home, 'queue.db'), path.join(home, backupPath));
  for (const ending of ['-wal', '-shm']) {
    try {
      renameSync(path.join(home, `queue.db${ending}`), path.join(home, `${backupPath}${ending}`));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return backupPath;
}
