import { parentPort } from 'node:worker_threads';
import type { WorkOrder } from '../../../src-main/local-service/workers/work-queue.ts';

// What an engine may do to its thread at worst; the source path says which.
parentPort?.on('message', ({ sourcePaths: [sourcePath], taskId }: WorkOrder) => {
  const tell = (message: unknown) => parentPort?.postMessage(message);
  switch (sourcePath) {
    case 'throw':
      throw new Error('thrown outside of any promise');
    case 'exit':
      process.exit(3);
      break;
    case 'memory': {
      const hoard: number[][] = [];
      for (;;) hoard.push(new Array<number>(10_000).fill(1));
    }
    // falls through: the loop above never ends
    case 'spin':
      for (;;);
    // falls through: the loop above never ends
    case 'refuse':
      tell({ kind: 'failed', code: 2004, message: 'This is no picture.' });
      break;
    default:
      console.log('words that must not reach standard output');
      tell({ kind: 'progress', share: 0.5 });
      tell({ kind: 'done', result: { files: { model_url: `${taskId}.glb` }, notes: [] } });
  }
});
