import { workerData } from 'node:worker_threads';
import { startWatchdog } from '../base/processes/watchdog.ts';

// A thread of a reader process, whose main thread may be busy in one loop for ever.

const { maxBytes, parent } = workerData as { readonly maxBytes: number; readonly parent: number };
startWatchdog(maxBytes, parent);
