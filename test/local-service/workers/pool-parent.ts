import { startProcessEngine } from '../../../src-main/local-service/workers/process-engine.ts';
import { createWorkerPool } from '../../../src-main/local-service/workers/worker-pool.ts';

// A process with a pool of two, one of them in a computation without end; tells that one's process id and stays.
const pool = createWorkerPool({
  start: startProcessEngine,
  entry: new URL('./faulty-worker.ts', import.meta.url),
  size: 2,
  limits: { maxBytes: 512 * 1024 ** 2, heapMb: 64, maxMs: 600_000, pollMs: 100 },
});
const order = { taskId: 'a', operation: 'import_model', values: {}, sourcePaths: ['spin'], folder: '' } as const;
await pool.run(order, {
  onStart: () => undefined,
  onProgress: (pid) => process.stdout.write(`${pid}\n`),
});
