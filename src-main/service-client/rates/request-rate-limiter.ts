import { RATE_LIMIT_HEADERS } from '../../../src-shared/api/protocol/envelope.ts';
import type { RateClass } from '../../../src-shared/api/protocol/limits.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import { backoffMs } from './backoff.ts';
import type { System } from '../../base/system.ts';
import { readReset } from '../http/to-app-error.ts';
import { message } from '../../../src-shared/messages/message.ts';

type Header = (name: string) => string | undefined;

/** Keeps calls within the rate limits the service tells of, so that none has to be refused (spec part 8). */
export interface RequestRateLimiter {
  /**
   * Resolves when a call of the class would not be one too many, with the way to say that its answer is there; rejects
   * with the signal's reason. While nothing is known of the class, calls go one by one.
   */
  enter(rateClass: RateClass, signal: AbortSignal): Promise<() => void>;
  /** As `enter` for calls nobody wants to wait for: throws `rate_limited`, with when to come again. */
  enterNow(rateClass: RateClass): () => void;
  /** Learns from an answer's headers. */
  learn(rateClass: RateClass, header: Header): void;
  /** The service refused a call of the class (code 1007): no other goes out before its moment. */
  refuse(rateClass: RateClass, retryAt: number | null): void;
}

/** Until when the service closed a class by a refusal, kept between starts; epoch ms. */
export interface RateLimitStore {
  /** Null: it is not closed, as far as is known. */
  get(rateClass: RateClass): number | null;
  /** Saves until when a class is closed, epoch ms. */
  set(rateClass: RateClass, until: number): void;
}

/** Windows are told in minutes; of one that seems longer than this nothing is believed but that it is long. */
const LONGEST_WINDOW_MS = 10 * 60_000;
/** Two windows that end closer together than this are one: `Date` and reset are told in whole seconds. */
const SAME_WINDOW_MS = 1_500;

/** Peace after which a refusal is the first again. */
const FORGIVEN_MS = 60_000;

interface ClassState {
  /** Calls of ours whose answers are not there yet. */
  inFlight: number;
  /** Whether an answer told all it has to tell of the present window. */
  hasServerLimits: boolean;
  /** What is left in the present window, and when that ends by `clock.elapsed()`; null: not told. */
  window: { remaining: number; readonly endsAt: number } | null;
  /** No call before this moment, by `clock.elapsed()`. */
  closedUntil: number;
  refusals: number;
  readonly waiters: (() => void)[];
  stopTimer: (() => void) | null;
}

/** A gate that knows nothing of the service yet but what it closed before. */
export function createRequestRateLimiter(
  { clock, random }: Pick<System, 'clock' | 'random'>,
  closed: RateLimitStore | null = null,
): RequestRateLimiter {
  const states = new Map<RateClass, ClassState>();

  const stateOf = (rateClass: RateClass): ClassState => {
    const known = states.get(rateClass);
    if (known) return known;
    // A moment that seems far ahead means that the clock was set back.
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

  /** Milliseconds until the class opens; 0: it is open. */
  const closedForMs = (state: ClassState): number => {
    const now = clock.elapsed();
    if (state.window && now >= state.window.endsAt) {
      // Of the next window nothing is known; another device may use the key as well.
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
    while (state.waiters.length > 0 && closedForMs(state) === 0 && (state.hasServerLimits || state.inFlight === 0)) {
      state.waiters.shift()?.();
    }
    state.stopTimer?.();
    const pauseMs = state.waiters.length > 0 ? closedForMs(state) : 0;
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
      // An answer that was long on its way may tell of a window that is over.
      if (pauseMs <= 0) return;
      const endsAt = clock.elapsed() + pauseMs;
      const left = Number(remaining);
      state.hasServerLimits = true;
      if (state.window && endsAt < state.window.endsAt + SAME_WINDOW_MS) {
        state.window.remaining = Math.min(state.window.remaining, left);
      } else {
        // The others that are on their way may not have been counted yet.
        state.window = { remaining: left - Math.max(0, state.inFlight - 1), endsAt };
      }
    },
    refuse: (rateClass, retryAt) => {
      const state = stateOf(rateClass);
      // Of many that were refused together the first tells how long; later ones only make it longer where they say so.
      const isNews = clock.elapsed() >= state.closedUntil;
      if (!isNews && retryAt === null) return;
      if (clock.elapsed() - state.closedUntil > FORGIVEN_MS) state.refusals = 0;
      const pauseMs = backoffMs(isNews ? state.refusals++ : 0, retryAt, clock.now(), random.fraction);
      state.closedUntil = Math.max(state.closedUntil, clock.elapsed() + pauseMs);
      closed?.set(rateClass, clock.now() + state.closedUntil - clock.elapsed());
    },
  };
}
