import { onTestFinished } from 'vitest';
import type { JobRecord } from '../../../src-main/pipeline/job-record.ts';
import { createQueue, type Queue } from '../../../src-main/queue/queue.ts';
import type { QueueDeps } from '../../../src-main/queue/queue-deps.ts';
import { openQueueStore } from '../../../src-main/queue/store/queue-store.ts';
import { AppError } from '../../../src-shared/base/errors.ts';

/** A queue of a home that reaches no service, with these jobs added to its store; it is closed after the test. */
export function openOfflineQueue(
  home: string,
  records: readonly JobRecord[] = [],
  deps: Pick<QueueDeps, 'spending'> = {},
): Queue {
  const store = openQueueStore(home);
  store.jobs.addJobs(records);
  store.close();
  const nowhere = () => Promise.reject(new AppError('offline', '', { retryable: true }));
  const queue = createQueue({ home, connect: nowhere, serviceInUse: nowhere, exportFolder: () => home, ...deps });
  onTestFinished(() => queue.close());
  return queue;
}
