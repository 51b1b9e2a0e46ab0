import { parentPort } from 'node:worker_threads';
import { systemDisk } from '../../src-main/base/files/disk.ts';
import { createDirectReader } from '../../src-main/readers/direct-reader.ts';
import type { ReadRequest } from '../../src-main/readers/file-reader.ts';

// Worker of inspect-images.ts: inspects one file after the other in a thread, without limits.
const reader = createDirectReader(systemDisk);
parentPort?.on('message', (requests: readonly ReadRequest<'inspect-source'>[]) => {
  void (async () => {
    for (const request of requests) await reader.read('inspect-source', request);
    parentPort?.postMessage('done');
  })();
});
