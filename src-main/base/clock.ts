import { setTimeout as wait } from 'node:timers/promises';

/** Time as the app sees it; the simulation has one of its own. */
export interface Clock {
  /** Wall clock, epoch ms; may jump either way. */
  now(): number;
  /** Milliseconds since some moment; never goes back, whatever the wall clock does. */
  elapsed(): number;
  /** Runs once after a pause; returns the way to call it off. */
  after(ms: number, run: () => void): () => void;
  /** Resolves after a pause; rejects with the signal's reason. */
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
