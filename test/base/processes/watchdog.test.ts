import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { isOutOfMemory } from '../../../src-main/base/processes/out-of-memory.ts';

interface Watched {
  readonly child: ChildProcess;
  readonly output: () => string;
}

/** Starts a process that takes memory and then loops for ever; a watchdog allows it `allowedMb` more than at the start. */
function startWatched(allowedMb: number, neededMb: number, parent: number): Watched {
  const entry = path.join(import.meta.dirname, 'watched-process.ts');
  const child = fork(entry, [allowedMb, neededMb, parent].map(String), { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (output += text));
  return { child, output: () => output };
}

const hasEnded = ({ child }: Watched): boolean => child.exitCode !== null || child.signalCode !== null;

/** Without the watchdog the process never ends. */
const WITHIN = { timeout: 30_000 };

test('a busy process that takes more memory than its limit is ended and says why', async () => {
  const watched = startWatched(100, 300, process.pid);
  await expect.poll(() => hasEnded(watched), WITHIN).toBe(true);
  await expect.poll(() => isOutOfMemory(watched.output()), WITHIN).toBe(true);
});

test('a busy process whose parent has ended is ended', async () => {
  // The id of another process: this is what an orphan sees.
  const watched = startWatched(2_000, 0, process.pid + 1);
  await expect.poll(() => hasEnded(watched), WITHIN).toBe(true);
  expect(isOutOfMemory(watched.output())).toBe(false);
});

test('a busy process within its limit goes on while its parent runs', async () => {
  const watched = startWatched(2_000, 300, process.pid);
  await once(watched.child, 'message');
  await wait(1_000);
  expect(hasEnded(watched)).toBe(false);
});
