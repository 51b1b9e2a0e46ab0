import os from 'node:os';
import { createQueue, type Queue } from '../../src-main/queue/queue.ts';
import type { JobOrder } from '../../src-main/queue/create-job-records.ts';

/** Jobs that are added at once: more would need gigabytes. */
const BATCH = 50_000;

/** The queue of a home, which starts no job. */
export function openBenchQueue(home: string): Queue {
  const nowhere = () => Promise.reject(new Error('Nothing is started here.'));
  return createQueue({ home, connect: nowhere, serviceInUse: nowhere, exportFolder: () => os.tmpdir() });
}

/** Adds jobs to the queue of a home. */
export async function fillQueue(home: string, jobs: number, order: JobOrder): Promise<void> {
  const queue = openBenchQueue(home);
  for (let first = 0; first < jobs; first += BATCH)
    queue.add(createSources(Math.min(BATCH, jobs - first), first), order);
  await queue.close();
}

/** Images that do not exist, as the sources of jobs; the number of the first is in its name. */
export function createSources(count: number, first = 0) {
  return Array.from({ length: count }, (_, n) => ({
    path: `/images/${first + n}.png`,
    kind: 'picture' as const,
    bytes: 1,
  }));
}
