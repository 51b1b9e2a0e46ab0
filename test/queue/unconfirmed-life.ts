import { writeSync } from 'node:fs';
import { openQueueStore, type QueueStore } from '../../src-main/queue/store/queue-store.ts';
import { createQueue } from '../../src-main/queue/queue.ts';
import { AppError } from '../../src-shared/base/errors.ts';

// Process entry: one run of a queue that holds jobs or confirms them, and stands still for the kill at a moment.
const [home = '', wish = '', moment = ''] = process.argv.slice(2);
const nowhere = () => Promise.reject(new AppError('offline', '', { retryable: true }));
const queue = createQueue({
  home,
  connect: nowhere,
  serviceInUse: nowhere,
  exportFolder: () => home,
  store: watchStore(openQueueStore(home)),
});
if (wish === 'hold') {
  const sources = ['one', 'two'].map((name) => ({ path: `/nowhere/${name}.png`, kind: 'picture' as const, bytes: 1 }));
  const order = { formats: ['glb'], serviceKind: 'cloud', free: false, outFolder: null } as const;
  queue.add(sources, { ...order, origin: 'in', held: 'price' });
} else queue.confirm(queue.records().map(({ id }) => id));

function watchStore(store: QueueStore): QueueStore {
  const { addJobs, saveJobs } = store.jobs;
  const jobs = { ...store.jobs, addJobs: around(addJobs), saveJobs: around(saveJobs) };
  return { ...store, jobs };
}

/** Writing, with the moments right before and right after it. */
function around(write: (records: Parameters<QueueStore['jobs']['saveJobs']>[0]) => void): typeof write {
  return (records) => {
    standStill('before');
    write(records);
    standStill('after');
  };
}

function standStill(here: string): void {
  if (here !== moment) return;
  writeSync(1, 'now\n');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}
