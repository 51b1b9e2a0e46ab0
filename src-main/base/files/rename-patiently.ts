import { renameSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

/** Virus scanners on Windows hold files briefly; a rename is retried for this time. */
const RENAME_PATIENCE_MS = 10_000;
const LONGEST_PAUSE_MS = 500;

/** Renames a file, replacing another one; on Windows it waits for programs that hold one of them. */
export async function renamePatiently(from: string, to: string): Promise<void> {
  const pauses = listPauses();
  for (;;) {
    try {
      return await rename(from, to);
    } catch (error) {
      await wait(nextPause(pauses, error));
    }
  }
}

/** The synchronous version, for use at startup: it blocks while it waits. */
export function renamePatientlySync(from: string, to: string): void {
  const pauses = listPauses();
  const never = new Int32Array(new SharedArrayBuffer(4));
  for (;;) {
    try {
      return renameSync(from, to);
    } catch (error) {
      Atomics.wait(never, 0, 0, nextPause(pauses, error));
    }
  }
}

/** Growing pauses until the patience ends, ms. */
function* listPauses(): Generator<number, undefined> {
  const until = performance.now() + RENAME_PATIENCE_MS;
  for (let pauseMs = 10; performance.now() <= until; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) yield pauseMs;
}

/** The pause before the next attempt; throws the error of the last one if waiting does not help, or not any more. */
function nextPause(pauses: Generator<number, undefined>, error: unknown): number {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  const mayPass = process.platform === 'win32' && ['EPERM', 'EBUSY', 'EACCES'].includes(code);
  const pauseMs = mayPass ? pauses.next().value : undefined;
  if (pauseMs === undefined) throw error;
  return pauseMs;
}
