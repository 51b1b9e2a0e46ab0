import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import sharp from 'sharp';
import { runWorkItem } from '../operations/run-work-item.ts';
import { toFailure } from '../operations/to-failure.ts';
import type { WorkerMessage } from './worker-messages.ts';
import type { WorkItem } from './work-queue.ts';

// One core a worker: the pool is as large as the machine, and a cache would keep images nobody asks for again.
sharp.concurrency(1);
sharp.cache(false);
// On Linux this is the priority of this thread alone; elsewhere it would slow the answers to queries as well.
if (process.platform === 'linux') setPriority(5);

const port = parentPort;
if (!port) throw new Error('engine-worker runs as a worker thread only');

port.on('message', (order: WorkItem) => {
  const tell = (message: WorkerMessage) => port.postMessage(message);
  runWorkItem(order, (share) => tell({ kind: 'progress', share })).then(
    (result) => tell({ kind: 'done', result }),
    (error: unknown) => tell({ kind: 'failed', ...toFailure(error) }),
  );
});
