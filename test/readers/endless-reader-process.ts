import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

// Loaded into a reader process with `--import`: its first call takes BUSY_READER_MB of memory, writes BUSY_READER_FILE and
// then loops for ever, as a read with an endless loop would.
const { BUSY_READER_FILE = '', BUSY_READER_MB = '0' } = process.env;
const taken: Buffer[] = [];

if (isMainThread && process.argv[1]?.includes('reader-worker')) {
  process.once('message', () => {
    for (let mb = 0; mb < Number(BUSY_READER_MB); mb += 10) taken.push(Buffer.alloc(10 * 1024 ** 2, 1));
    writeFileSync(BUSY_READER_FILE, String(taken.length));
    for (;;);
  });
}
