import { renameSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../../src-shared/base/errors.ts';
import type { IntentStore } from '../../pipeline/intent.ts';
import { SYSTEM, type System } from '../../base/system.ts';
import { copyTables } from './copy-tables.ts';
import { inTransaction } from '../../base/sqlite/in-transaction.ts';
import { isDamaged } from '../../base/sqlite/sqlite-errors.ts';
import { isIntact, openQueueDatabase } from './queue-database.ts';
import type { KeyValueStore } from '../../base/key-value-store.ts';
import { createKeyValueStore } from './key-value-store.ts';
import { createIntentStore } from './intent-store.ts';
import { createDeliveryStore, type DeliveryStore } from './delivery-store.ts';
import { createJobStore, type JobStore } from './job-store.ts';
import { restoreOrders } from '../spending/restore-orders.ts';
import { createSpendingStore, type SpendingStore } from '../spending/spending-store.ts';
import { createClaimedFiles, type ClaimedFiles } from './claimed-files.ts';
import { readManifests } from './job-manifests.ts';
import { createUsageStore, type UsageStore } from './usage-store.ts';
import { message } from '../../../src-shared/messages/message.ts';

/** Where a database is copied to whose indexes are damaged. */
const REPAIRED = 'queue.db.repaired';

/** What became of a queue whose database was damaged. */
export interface RebuiltDatabase {
  /** Name of the damaged database, kept in the home. */
  readonly backupPath: string;
  /** Finished jobs that are in the list again, from their manifests. */
  readonly jobs: number;
}

/** The same as a message. */
export function toRebuiltError({ backupPath, jobs }: RebuiltDatabase): AppError {
  const detail = message('home.jobs-restored', { count: jobs, file: backupPath });
  return new AppError('queue_rebuilt', detail, { subject: 'queue.db' });
}

/** Everything the queue keeps; each call is durable when it returns. The simulation has one that crashes. */
export interface QueueStore {
  readonly jobs: JobStore;
  readonly intents: IntentStore;
  readonly spendings: SpendingStore;
  readonly facts: KeyValueStore;
  readonly claimedFiles: ClaimedFiles;
  readonly usage: UsageStore;
  readonly deliveries: DeliveryStore;
  /** Runs a function in one transaction; nothing of it stays when it throws. */
  together<T>(run: () => T): T;
  /** Null: the database was sound. */
  readonly rebuilt: RebuiltDatabase | null;
  close(): void;
}

/**
 * The queue's database in a home; throws `home_locked` when another process has it. A damaged one is kept aside, and the
 * finished jobs come back from their manifests; tasks of unfinished ones are found at the service by the next sweep, and
 * `taken` says since when it knows what came out of hot folders.
 */
export function openQueueStore(home: string, system: System = SYSTEM): QueueStore {
  try {
    return createQueueStore(openSound(home, system.clock.now()), system);
  } catch (error) {
    if (!isDamaged(error)) throw error;
  }
  const now = system.clock.now();
  const backupPath = keepAside(home, now);
  const store = createQueueStore(openQueueDatabase(home), system);
  store.claimedFiles.restart(now);
  const records = readManifests(path.join(home, 'library'));
  store.jobs.addJobs(records);
  restoreOrders(store, records, system.random);
  return { ...store, rebuilt: { backupPath, jobs: records.length } };
}

/** Everything the queue keeps, in a database that is open and up to date; closing the store closes it. */
export function createQueueStore(database: DatabaseSync, system: System): QueueStore {
  const facts = createKeyValueStore(database);
  const taken = createClaimedFiles(database, facts);
  return {
    claimedFiles: taken,
    jobs: createJobStore(database, taken),
    intents: createIntentStore(database, system),
    spendings: createSpendingStore(database),
    usage: createUsageStore(database, facts, system.clock),
    deliveries: createDeliveryStore(database, system.clock),
    facts,
    together: (run) => inTransaction(database, run),
    rebuilt: null,
    close: () => {
      if (database.isOpen) database.close();
    },
  };
}

/** Looks at every page, because damage shows where it is read and nowhere else. */
function openSound(home: string, now: number): DatabaseSync {
  const database = openQueueDatabase(home);
  try {
    if (isIntact(database)) return database;
    copyTables(database, path.join(home, REPAIRED));
  } catch (error) {
    database.close();
    throw error;
  }
  database.close();
  keepAside(home, now);
  renameSync(path.join(home, REPAIRED), path.join(home, 'queue.db'));
  return openQueueDatabase(home);
}

/** Moves a damaged database and what belongs to it out of the way; nothing is deleted. */
function keepAside(home: string, now: number): string {
  const backupPath = `queue.db.damaged-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}`;
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
