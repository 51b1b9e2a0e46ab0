import os from 'node:os';
import { createQueue, type Queue } from '../../src-main/queue/queue.ts';
import { SYSTEM } from '../../src-main/base/system.ts';
import { inTransaction } from '../../src-main/base/sqlite/in-transaction.ts';
import type { JobRecord } from '../../src-main/pipeline/job-record.ts';
import { createJobRecord, type BatchOptions } from '../../src-main/queue/create-job-records.ts';
import { fillJobKeys } from '../../src-main/queue/store/job-keys.ts';
import { openQueueDatabase } from '../../src-main/queue/store/queue-database.ts';

/** Jobs that are written at once. */
const BATCH = 50_000;

/** The queue of a home, which starts no job. */
export function openBenchQueue(home: string): Queue {
  const nowhere = () => Promise.reject(new Error('Nothing is started here.'));
  return createQueue({ home, connect: nowhere, serviceInUse: nowhere, exportFolder: () => os.tmpdir() });
}

/** Writes finished jobs into the queue of a home, as after a long life: its database is checked and closed. */
export async function fillQueue(home: string, jobs: number, options: BatchOptions): Promise<void> {
  const database = openQueueDatabase(home);
  const insert = database.prepare('insert into jobs (id, position, doc, settled) values (?, ?, ?, 1)');
  for (let first = 0; first < jobs; first += BATCH) {
    inTransaction(database, () => {
      createSources(Math.min(BATCH, jobs - first), first).forEach((source, index) => {
        const record = toFinished(createJobRecord(source, options, first + index + 1, SYSTEM));
        insert.run(record.id, record.position, JSON.stringify(record));
      });
    });
  }
  // In the order of the keys, which is much faster than a job at a time.
  inTransaction(database, () => database.exec(fillJobKeys('main')));
  database.close();
  await openBenchQueue(home).close();
}

/** The job with a result of each step. */
function toFinished(record: JobRecord): JobRecord {
  const uuid = (): string => SYSTEM.random.uuid();
  return {
    ...record,
    status: 'done',
    steps: record.steps.map((step) => ({ ...step, status: 'done', taskId: uuid() })),
    artifacts: record.steps.map(({ exports: format }, step) => ({
      ...{ id: uuid(), step, role: 'model', format, bundle: null, bytes: 1, sha256: '0'.repeat(64) },
      path: `/library/${record.id}/${step}-model.${format}`,
      exportedPath: `/export/${record.name}/${step}.${format}`,
      exportedAs: uuid(),
    })),
    finishedAt: record.createdAt,
  };
}

/** Images that do not exist, as the sources of jobs; the number of the first is in its name. */
export function createSources(count: number, first = 0) {
  return Array.from({ length: count }, (_, n) => ({
    path: `/images/${first + n}.png`,
    kind: 'picture' as const,
    bytes: 1,
  }));
}
