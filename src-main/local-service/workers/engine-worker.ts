import { getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import sharp from 'sharp';
import { collectGarbage } from '../../base/processes/collect-garbage.ts';
import { runWorkItem } from '../operations/run-work-item.ts';
import { toFailure } from '../operations/to-failure.ts';
import { isLargeWork } from './is-large-work.ts';
import type { WorkerMessage } from './worker-messages.ts';
import type { WorkItem } from './work-queue.ts';

/** Lower than that of the process that answers requests; see `nice(1)`. */
const PRIORITY = 5;

/** A task with textures of 1,024 texels leaves less than this, and needs no more room than it finds then. */
const MAX_KEPT_BYTES = 256 * 1024 ** 2;
/** What an engine holds before its first task; large work starts with little more. */
const MAX_KEPT_BEFORE_LARGE_BYTES = 190 * 1024 ** 2;

// One core per worker: the pool is as large as the machine, and a cache would keep images that are not used again.
sharp.concurrency(1);
sharp.cache(false);
// On Linux this sets the priority of this thread only; elsewhere it would also delay responses to queries.
// Only root may raise the priority of a process that was started with a lower one.
if (process.platform === 'linux') setPriority(Math.max(PRIORITY, getPriority()));

const port = parentPort;
if (!port) throw new Error('engine-worker runs as a worker thread only');

port.on('message', (order: WorkItem) => {
  const tell = (message: WorkerMessage) => port.postMessage(message);
  if (isLargeWork(order)) collectGarbage(MAX_KEPT_BEFORE_LARGE_BYTES);
  runWorkItem(order, (share) => tell({ kind: 'progress', share }))
    .then(
      (result) => tell({ kind: 'done', result }),
      (error: unknown) => tell({ kind: 'failed', ...toFailure(error) }),
    )
    .finally(() => collectGarbage(MAX_KEPT_BYTES));
});
