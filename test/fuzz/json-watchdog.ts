import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { MAX_CPU_MS } from './json-limits.ts';
import { die } from '../../src-main/base/processes/watchdog.ts';

// A thread of `json-process.ts`. Ends the process when its case takes too much processor time, or never ends without
// using any. Pauses are counted in rounds of the timer, not by the clock: the computer may sleep, or be busy elsewhere.
const ROUND_MS = 250;
const MAX_ROUNDS = 1_200;

/** Number of the case that runs; 0 while none does. */
const running = new Int32Array(workerData as SharedArrayBuffer);
let current = 0;
let startMs = 0;
let rounds = 0;

setInterval(() => {
  const number = Atomics.load(running, 0);
  const { user, system } = process.cpuUsage();
  const cpuMs = (user + system) / 1_000;
  if (number !== current) [current, startMs, rounds] = [number, cpuMs, 0];
  if (number === 0) return;
  rounds++;
  if (cpuMs - startMs > MAX_CPU_MS) end('too slow');
  if (rounds > MAX_ROUNDS) end('no end');
}, ROUND_MS);

function end(reason: string): void {
  // The parent reads the reason from standard error.
  writeSync(2, reason);
  die();
}
