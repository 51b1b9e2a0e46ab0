import { startProcessEngine } from '../../../src-main/local-service/workers/process-engine.ts';
import { createWorkerPool } from '../../../src-main/local-service/workers/worker-pool.ts';

// A process with a pool of two engines, both in an endless computation; prints their process ids and stays.
const pool = createWorkerPool({
  start: startProcessEngine,
  entry: new URL('./faulty-worker.ts', import.meta.url),
  size: 2,
  limits: { maxBytes: 512 * 1024 ** 2, heapMb: 64, maxMs: 600_000, pollMs: 100 },
});
const order = (taskId: string) =>
  ({ taskId, operation: 'import_model', values: {}, sourcePaths: ['spin'], folder: '' }) as const;
const pids = await Promise.all(
  ['a', 'b'].map(
    (taskId) =>
      new Promise<number>((onProgress) => void pool.run(order(taskId), { onStart: () => undefined, onProgress })),
  ),
);
process.stdout.write(`${pids.join(' ')}\n`);
