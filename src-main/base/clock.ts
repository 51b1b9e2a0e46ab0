import { setTimeout as wait } from 'node:timers/promises';

/** Clock and timers; tests replace them with simulated ones. */
export interface Clock {
  /** Wall clock, epoch ms; may jump in both directions. */
  now(): number;
  /** Monotonic clock in milliseconds, with an arbitrary start. */
  elapsed(): number;
  /** Runs once after a delay; returns a function that cancels it. */
  after(ms: number, run: () => void): () => void;
  /** Resolves after a delay; rejects with the signal's reason. */
  pause(ms: number, signal?: AbortSignal): Promise<void>;
}

/** This computer's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  pause: async (ms, signal) => {
    await wait(ms, undefined, signal ? { signal } : {}).catch(() => signal?.throwIfAborted());
  },
};
