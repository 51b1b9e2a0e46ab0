import path from 'node:path';
import { Worker } from 'node:worker_threads';
import sharp from 'sharp';
import { systemDisk, type Disk } from '../base/files/disk.ts';
import { findParentPort } from '../base/parent-port.ts';
import { saveCompiledCode } from '../base/processes/compiled-code.ts';
import { collectGarbage } from '../base/processes/collect-garbage.ts';
import { isolateProcess } from '../base/processes/isolate-process.ts';
import type { ReadRequest, ReadResponse } from './file-reader.ts';
import { encodeReadError } from './read-error.ts';
import { READ_FUNCTIONS } from './read-functions.ts';
import { limitAnswer, type ReadCall, type ReaderMessage } from './reader-process.ts';

// Entry of a reader process, started by `node-reader-process.ts` or, in Electron, by the shell. The parent limits its
// time and memory and kills it.

/** Above the engines': their tasks are longer. */
const OOM_SCORE = 800;

/** Less than half of the limit, so that most of it is left for the next file. */
const MAX_KEPT_BYTES = 200 * 1024 ** 2;

sharp.cache(false);
sharp.concurrency(1);

const port = findParentPort();
const watchdog = new URL(`./reader-watchdog-worker${path.extname(import.meta.filename)}`, import.meta.url);
new Worker(watchdog, { workerData: { maxBytes: Number(process.argv.at(-1)), parent: process.ppid } }).unref();
await isolateProcess(OOM_SCORE);

const say = (said: ReaderMessage): void => (port ? port.postMessage(said) : void process.send?.(said));

let isCodeSaved = false;

async function handle({ id, name, request }: ReadCall): Promise<void> {
  try {
    const read = (await READ_FUNCTIONS[name]()) as (request: ReadRequest, disk: Disk) => Promise<ReadResponse>;
    say(limitAnswer(request, { id, ok: true, response: await read(request, systemDisk) }));
  } catch (error) {
    say(limitAnswer(request, { id, ok: false, error: encodeReadError(error) }));
  }
  collectGarbage(MAX_KEPT_BYTES);
  if (!isCodeSaved) saveCompiledCode();
  isCodeSaved = true;
}

if (port) port.on('message', ({ data }) => void handle(data as ReadCall));
else process.on('message', (call) => void handle(call as ReadCall));
say({ ready: true });
