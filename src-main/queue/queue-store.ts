import type { IntentStore } from '../pipeline/intent.ts';
import { SYSTEM, type System } from '../system/system.ts';
import { openQueueDatabase } from './database.ts';
import { createIntentStore } from './intent-store.ts';
import { createJobStore, type JobStore } from './job-store.ts';

/** Everything the queue keeps; each call is durable when it returns. The simulation has one that crashes. */
export interface QueueStore {
  readonly jobs: JobStore;
  readonly intents: IntentStore;
  close(): void;
}

/** The queue's database in a home; throws `home_locked` when another process has it. */
export function openQueueStore(home: string, system: System = SYSTEM): QueueStore {
  const database = openQueueDatabase(home);
  return {
    jobs: createJobStore(database),
    intents: createIntentStore(database, system),
    close: () => {
      if (database.isOpen) database.close();
    },
  };
}
