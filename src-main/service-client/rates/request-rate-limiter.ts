import { RATE_LIMIT_HEADERS } from '../../../src-shared/api/protocol/envelope.ts';
import type { RateClass } from '../../../src-shared/api/protocol/limits.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import { backoffMs } from './backoff.ts';
import type { System } from '../../base/system.ts';
import { readReset } from '../http/to-app-error.ts';
import { message } from '../../../src-shared/messages/message.ts';

type Header = (name: string) => string | undefined;

/** Delays calls to stay within the rate limits that the service reports (spec part 8). */
export interface RequestRateLimiter {
  /**
   * Resolves when a call of the class is within the limit, with a function to call when its response has arrived.
   * Rejects with the signal's reason. While the limit of the class is unknown, calls go one by one.
   */
  enter(rateClass: RateClass, signal: AbortSignal): Promise<() => void>;
  /** Like `enter` without waiting: throws `rate_limited` with the time to retry. */
  enterNow(rateClass: RateClass): () => void;
  /** Reads the rate limit headers of a response. */
  learn(rateClass: RateClass, header: Header): void;
  /** Records that the service refused a call of the class (code 1007): no other is sent before `retryAt`. */
  refuse(rateClass: RateClass, retryAt: number | null): void;
}

/** Stores until when the service closed a class, epoch ms. */
export interface RateLimitStore {
  /** Null if the class is not closed. */
  get(rateClass: RateClass): number | null;
  /** Saves until when a class is closed, epoch ms. */
  set(rateClass: RateClass, until: number): void;
}

/** Longest window, in ms: windows are about a minute, so a longer reset time is cut to this. */
const LONGEST_WINDOW_MS = 10 * 60_000;
/** Windows that end within this time are the same, because `Date` and reset are in seconds. */
const SAME_WINDOW_MS = 1_500;

/** After this time without a refusal, the next one counts as the first. */
const FORGIVEN_MS = 60_000;

interface ClassState {
  /** Calls without a response yet. */
  inFlight: number;
  /** True if a response contained all headers of the current window. */
  hasServerLimits: boolean;
  /** Remaining calls of the current window, and its end by `clock.elapsed()`; null if not reported. */
  window: { remaining: number; readonly endsAt: number } | null;
  /** No call before this time, by `clock.elapsed()`. */
  closedUntil: number;
  refusals: number;
  readonly waiters: (() => void)[];
  stopTimer: (() => void) | null;
}

/** Creates a limiter that knows only the stored refusals. */
export function createRequestRateLimiter(
  { clock, random }: Pick<System, 'clock' | 'random'>,
  closed: RateLimitStore | null = null,
): RequestRateLimiter {
  const states = new Map<RateClass, ClassState>();

  const stateOf = (rateClass: RateClass): ClassState => {
    const known = states.get(rateClass);
    if (known) return known;
    // A time far in the future means that the clock was set back.
    const leftMs = Math.min((closed?.get(rateClass) ?? 0) - clock.now(), LONGEST_WINDOW_MS);
    const closedUntil = leftMs > 0 ? clock.elapsed() + leftMs : 0;
    const fresh = {
      inFlight: 0,
      hasServerLimits: false,
      window: null,
      closedUntil,
      refusals: 0,
      waiters: [],
      stopTimer: null,
    };
    states.set(rateClass, fresh);
    return fresh;
  };

  /** Milliseconds until the class opens; 0 if it is open. */
  const closedForMs = (state: ClassState): number => {
    const now = clock.elapsed();
    if (state.window && now >= state.window.endsAt) {
      // The next window is unknown; another device may use the same key.
      state.window = null;
      state.hasServerLimits = false;
    }
    const emptyUntil = state.window && state.window.remaining <= 0 ? state.window.endsAt : 0;
    return Math.max(0, state.closedUntil - now, emptyUntil - now);
  };

  const take = (state: ClassState): (() => void) => {
    let isOver = false;
    state.inFlight++;
    if (state.window) state.window.remaining--;
    return () => {
      if (isOver) return;
      isOver = true;
      state.inFlight--;
      letIn(state);
    };
  };

  const letIn = (state: ClassState): void => {
    // One value for both decisions: a class that opens between them would keep its calls waiting without a timer.
    let pauseMs = closedForMs(state);
    while (state.waiters.length > 0 && pauseMs === 0 && (state.hasServerLimits || state.inFlight === 0)) {
      state.waiters.shift()?.();
      pauseMs = closedForMs(state);
    }
    state.stopTimer?.();
    if (state.waiters.length === 0) pauseMs = 0;
    state.stopTimer = pauseMs > 0 ? clock.after(pauseMs + random.fraction() * 250, () => letIn(state)) : null;
  };

  return {
    enter: (rateClass, signal) =>
      new Promise((resolve, reject) => {
        const state = stateOf(rateClass);
        if (signal.aborted) return reject(signal.reason as Error);
        const goIn = (): void => {
          signal.removeEventListener('abort', giveUp);
          resolve(take(state));
        };
        const giveUp = (): void => {
          state.waiters.splice(state.waiters.indexOf(goIn), 1);
          letIn(state);
          reject(signal.reason as Error);
        };
        signal.addEventListener('abort', giveUp, { once: true });
        state.waiters.push(goIn);
        letIn(state);
      }),
    enterNow: (rateClass) => {
      const state = stateOf(rateClass);
      const pauseMs = closedForMs(state);
      if (pauseMs === 0) return take(state);
      const retryAt = clock.now() + pauseMs;
      throw new AppError('rate_limited', message('service.minute-limit'), { retryable: true, retryAt });
    },
    learn: (rateClass, header) => {
      const state = stateOf(rateClass);
      const remaining = header(RATE_LIMIT_HEADERS.remaining);
      const reset = readReset(header, clock.now());
      if (reset === null || remaining === undefined || !/^\d{1,9}$/.test(remaining)) {
        state.hasServerLimits = true;
        return;
      }
      const pauseMs = Math.min(reset - clock.now(), LONGEST_WINDOW_MS);
      // A delayed response may describe a window that has ended.
      if (pauseMs <= 0) return;
      const endsAt = clock.elapsed() + pauseMs;
      const left = Number(remaining);
      state.hasServerLimits = true;
      if (state.window && endsAt < state.window.endsAt + SAME_WINDOW_MS) {
        state.window.remaining = Math.min(state.window.remaining, left);
      } else {
        // Other pending calls may not have been counted yet.
        state.window = { remaining: left - Math.max(0, state.inFlight - 1), endsAt };
      }
    },
    refuse: (rateClass, retryAt) => {
      const state = stateOf(rateClass);
      // If many calls are refused together, the first response sets the delay; later ones only extend it.
      const isNews = clock.elapsed() >= state.closedUntil;
      if (!isNews && retryAt === null) return;
      if (clock.elapsed() - state.closedUntil > FORGIVEN_MS) state.refusals = 0;
      const pauseMs = backoffMs(isNews ? state.refusals++ : 0, retryAt, clock.now(), random.fraction);
      state.closedUntil = Math.max(state.closedUntil, clock.elapsed() + pauseMs);
      closed?.set(rateClass, clock.now() + state.closedUntil - clock.elapsed());
    },
  };
}
