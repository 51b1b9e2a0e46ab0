import { appendFileSync, mkdirSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';
import { parentPort } from 'node:worker_threads';
import type { WorkItem } from '../../../src-main/local-service/workers/work-queue.ts';

// What an engine may do to its thread, and its process, at worst; the name of its source says which.
parentPort?.on('message', ({ sourcePaths: [sourcePath], taskId, folder }: WorkItem) => {
  const tell = (message: unknown) => parentPort?.postMessage(message);
  switch (path.basename(sourcePath ?? '').replace('file_', '')) {
    case 'throw':
      throw new Error('thrown outside of any promise');
    case 'exit':
      process.exit(3);
      break;
    case 'abort':
      abortNatively();
      break;
    case 'heap-abort':
      // As V8 dies when a heap fills faster than Node can end its thread.
      writeSync(2, 'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory\n');
      abortNatively();
      break;
    case 'kill':
      process.kill(process.pid, 'SIGKILL');
      break;
    case 'kill-once':
      if (countTries(`${sourcePath}.tries`) < 2) process.kill(process.pid, 'SIGKILL');
      mkdirSync(folder);
      tell({ kind: 'done', result: { files: {}, notes: [] } });
      break;
    case 'interrupt':
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(process.pid, signal);
      tell({ kind: 'done', result: { files: {}, notes: [] } });
      break;
    case 'memory': {
      const hoard: number[][] = [];
      for (;;) hoard.push(new Array<number>(10_000).fill(1));
    }
    // falls through: the loop above never ends
    case 'balloon': {
      // Outside of the JavaScript heap, as the numbers of a model are.
      const hoard: Buffer[] = [];
      for (;;) hoard.push(Buffer.alloc(1024 ** 2, 1));
    }
    // falls through: the loop above never ends
    case 'spin':
      // How far it is, its process id, for whoever wants to know whether it still runs.
      tell({ kind: 'progress', share: process.pid });
      for (;;);
    // falls through: the loop above never ends
    case 'refuse-late':
      // As when the disk is full: a part of its result is there.
      mkdirSync(folder);
      appendFileSync(path.join(folder, 'model.glb'), 'glTF');
      tell({ kind: 'failed', code: 1000, message: 'The disk is full.' });
      break;
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

function countTries(file: string): number {
  appendFileSync(file, '.');
  return statSync(file).size;
}

/** Dies as a fault in a native library does: the system ends the whole process, and no JavaScript hears of it. */
function abortNatively(): void {
  setFlagsFromString('--allow-natives-syntax');
  new Script("%AbortJS('aborted natively')").runInThisContext();
}
