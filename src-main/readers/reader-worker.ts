import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Worker } from 'node:worker_threads';
import sharp from 'sharp';
import { systemDisk, type Disk } from '../base/files/disk.ts';
import { findParentPort } from '../base/parent-port.ts';
import type { ReadRequest, ReadResponse } from './file-reader.ts';
import { encodeReadError } from './read-error.ts';
import { READ_FUNCTIONS } from './read-functions.ts';
import type { ReadAnswer, ReadCall } from './reader-process.ts';

// Entry of a reader process, started by `node-reader-process.ts` or, in Electron, by the shell. The parent limits its
// time and memory and kills it.

// Node's own flag would have to be passed on by every way to start this process.
setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc') as () => void;
/** Resident memory in bytes below which nothing is collected between two reads. */
const RSS_WITHOUT_GC = 200 * 1024 ** 2;

sharp.cache(false);
sharp.concurrency(1);

const port = findParentPort();
// The channel notices the end of the parent at once, the watchdog also while this thread is busy.
if (port === null) process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
const watchdog = new URL(`./reader-watchdog-worker${path.extname(import.meta.filename)}`, import.meta.url);
new Worker(watchdog, { workerData: { maxBytes: Number(process.argv.at(-1)), parent: process.ppid } }).unref();
// Ctrl-C reaches every process of a terminal; the parent decides when this one ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
// Linux: if the computer runs out of memory, end this process before the app.
if (process.platform === 'linux') await writeFile('/proc/self/oom_score_adj', '800').catch(() => undefined);

const answer = (reply: ReadAnswer): void => (port ? port.postMessage(reply) : void process.send?.(reply));

async function handle({ id, name, request }: ReadCall): Promise<void> {
  const read = READ_FUNCTIONS[name] as (request: ReadRequest, disk: Disk) => Promise<ReadResponse>;
  try {
    answer({ id, ok: true, response: await read(request, systemDisk) });
  } catch (error) {
    answer({ id, ok: false, error: encodeReadError(error) });
  }
  // The memory limit applies to the next file, not to what is left of this one.
  if (process.memoryUsage.rss() > RSS_WITHOUT_GC) gc();
}

if (port) port.on('message', ({ data }) => void handle(data as ReadCall));
else process.on('message', (call) => void handle(call as ReadCall));
