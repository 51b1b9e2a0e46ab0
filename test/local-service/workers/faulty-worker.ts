import { appendFileSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { parentPort } from 'node:worker_threads';
import type { WorkOrder } from '../../../src-main/local-service/workers/work-queue.ts';

// What an engine may do to its thread at worst; the name of its source says which.
parentPort?.on('message', ({ sourcePaths: [sourcePath], taskId, folder }: WorkOrder) => {
  const tell = (message: unknown) => parentPort?.postMessage(message);
  switch (path.basename(sourcePath ?? '').replace('file_', '')) {
    case 'throw':
      throw new Error('thrown outside of any promise');
    case 'exit':
      process.exit(3);
      break;
    case 'throw-twice':
      appendFileSync(`${sourcePath}.tries`, '.');
      if (statSync(`${sourcePath}.tries`).size < 3) throw new Error('thrown once more');
      mkdirSync(folder);
      tell({ kind: 'done', result: { files: {}, notes: [] } });
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
      if (folder !== '') mkdirSync(folder);
      console.log('words that must not reach standard output');
      tell({ kind: 'progress', share: 0.5 });
      tell({ kind: 'done', result: { files: { model_url: `${taskId}.glb` }, notes: [] } });
  }
});
