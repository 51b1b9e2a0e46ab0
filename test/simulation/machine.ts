import type { Clock } from '../../src-main/base/clock.ts';
import type { Owner, Kernel } from './kernel.ts';
import type { DiskTree } from './disk-tree.ts';

/** One run of the program, from its start to its death. */
export interface Run extends Owner {
  readonly number: number;
  /** Time it slept while its steady clock stood still, ms. */
  sleptMs: number;
  /** Exchanges on the network that a sleep or a pulled cable ends. */
  readonly exchanges: Set<(error: Error) => void>;
}

/** The computer the program runs on: what outlives a run. */
export interface Machine {
  readonly kernel: Kernel;
  readonly tree: DiskTree;
  /** Epoch ms of the wall clock at true time 0. */
  readonly wallStart: number;
  /** How far the wall clock was moved, ms. */
  wallOffset: number;
  isOffline: boolean;
  /** Bytes that can still be written; infinite unless the disk fills up. */
  freeBytes: number;
  /** Errors the next calls of the disk answer with; taken one by one, `null` lets one pass. */
  readonly diskTrouble: (string | null)[];
  /** As for the disk, for commits of the database; `before` and `after` kill the program around the commit. */
  readonly commitTrouble: ('full' | 'before' | 'after' | null)[];
  /** The run that has the home. */
  holder: Run | null;
}

/** The wall clock at this moment, epoch ms. */
export function wallClock({ kernel, wallStart, wallOffset }: Machine): number {
  return Math.floor(wallStart + kernel.now() + wallOffset);
}

/** A new run. */
export function createRun(number: number): Run {
  return { number, alive: true, asleepUntil: 0, sleptMs: 0, exchanges: new Set() };
}

/** A run's clock: the wall jumps, the steady time does not; both stop with the run. */
export function createSimClock(machine: Machine, run: Run): Clock {
  const { kernel } = machine;
  const after = (ms: number, call: () => void): (() => void) => {
    // As the real one: never at once.
    const due = kernel.after(Math.max(1, ms), run, call, true);
    return () => void (due.cancelled = true);
  };
  return {
    now: () => wallClock(machine),
    elapsed: () => kernel.now() - run.sleptMs,
    after,
    pause: (ms, signal) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        const stop = (): void => {
          callOff();
          reject(signal?.reason as Error);
        };
        const callOff = after(ms, () => {
          signal?.removeEventListener('abort', stop);
          resolve();
        });
        signal?.addEventListener('abort', stop, { once: true });
      }),
  };
}
