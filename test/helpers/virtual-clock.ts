import type { Clock } from '../../src-main/base/clock.ts';
import { SYSTEM, type System } from '../../src-main/base/system.ts';

/** A clock that stands still until it is told to go on. */
export interface VirtualClock extends Clock {
  /** Lets time pass: every timer that is due runs in its order, each followed by all that it sets off. */
  advance(ms: number): Promise<void>;
  /** Runs from timer to timer until the condition holds. */
  runUntil(isOver: () => boolean): Promise<void>;
  /** Moves the wall clock only. */
  jump(ms: number): void;
  /** Timers that wait. */
  timers(): number;
}

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

/** A clock at a wall time, epoch ms. */
export function createVirtualClock(wall = Date.UTC(2026, 10, 21)): VirtualClock {
  const timers = new Set<Timer>();
  let elapsed = 0;
  let offset = wall;

  const after = (ms: number, run: () => void): (() => void) => {
    const timer = { at: elapsed + Math.max(0, ms), run };
    timers.add(timer);
    return () => void timers.delete(timer);
  };
  const first = (): Timer | undefined =>
    [...timers].reduce<Timer | undefined>((best, timer) => (best && best.at <= timer.at ? best : timer), undefined);
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const runFirst = async (timer: Timer): Promise<void> => {
    timers.delete(timer);
    elapsed = timer.at;
    timer.run();
    await settle();
  };

  return {
    now: () => Math.floor(offset + elapsed),
    elapsed: () => elapsed,
    after,
    pause: (ms, signal) =>
      new Promise((resolve, reject) => {
        const callOff = after(ms, resolve);
        signal?.addEventListener('abort', () => (callOff(), reject(signal.reason as Error)), { once: true });
      }),
    advance: async (ms) => {
      const until = elapsed + ms;
      await settle();
      for (let timer = first(); timer && timer.at <= until; timer = first()) await runFirst(timer);
      elapsed = until;
    },
    runUntil: async (isOver) => {
      await settle();
      while (!isOver()) {
        const timer = first();
        if (!timer) throw new Error('Nothing waits for anything, and it is not over.');
        await runFirst(timer);
      }
    },
    jump: (ms) => void (offset += ms),
    timers: () => timers.size,
  };
}

/** A clock that moves on by a millisecond between two readings, as a real one does. */
export function createTickingClock(base: Clock): { readonly clock: Clock; tickAfter(readings: number): void } {
  let left = Infinity;
  return {
    clock: { ...base, elapsed: () => base.elapsed() + (left-- > 0 ? 0 : 1) },
    tickAfter: (readings) => void (left = readings),
  };
}

/** The real computer but for its clock, and without chance. */
export function virtualSystem(clock: Clock, share = 0.5): System {
  return { ...SYSTEM, clock, random: { ...SYSTEM.random, fraction: () => share } };
}
