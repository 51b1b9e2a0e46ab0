import { Worker } from 'node:worker_threads';
import type { StartEngine } from './engine.ts';
import type { WorkerMessage } from './worker-messages.ts';

/**
 * Node ends a thread whose heap is full and gives it 16 MB more for that; one collection of a larger young generation
 * could exceed this, and then V8 aborts the whole process.
 */
const NURSERY_MB = 16;

/** An engine in a thread of this process: exceptions and a full heap end only the thread, a native crash ends the process. */
export const startThreadEngine: StartEngine = (entry, { heapMb }, { onMessage }) => {
  const resourceLimits = { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: NURSERY_MB };
  const thread = new Worker(entry, { resourceLimits, stdout: true });
  // Standard output is reserved for the line that reports that the service is ready.
  thread.stdout.on('data', (chunk: Buffer) => process.stderr.write(chunk));
  let outOfMemory = false;
  thread.on('message', (message: WorkerMessage) => onMessage(message));
  thread.on('error', (error: NodeJS.ErrnoException) => {
    outOfMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    if (!outOfMemory) console.error('An engine thread failed:', error);
  });
  thread.on('exit', () => onMessage({ kind: 'lost', outOfMemory }));
  return {
    send: (order) => thread.postMessage(order),
    residentBytes: () => Promise.resolve(process.memoryUsage.rss()),
    end: () => thread.terminate().then((code) => ({ reason: `code ${code}`, outOfMemory })),
  };
};
