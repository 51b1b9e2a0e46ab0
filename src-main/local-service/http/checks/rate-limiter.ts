import type { RateClass } from '../../../../src-shared/api/protocol/limits.ts';

/** Values of the rate limit headers of spec part 8 for a class of endpoints. */
export interface RateState {
  readonly limit: number;
  readonly remaining: number;
  /** Unix seconds at which the window ends. */
  readonly reset: number;
  /** True if this request exceeds the limit; it is not counted then. */
  readonly exceeded: boolean;
}

/** Counts a request of a key by class. */
export type RateLimiter = (keyId: string, rateClass: RateClass) => Promise<RateState>;

/** The same in this process. */
export type LocalRateLimiter = (keyId: string, rateClass: RateClass) => RateState;

/** Maximum number of requests per minute by class of endpoints. */
export type RateLimits = Readonly<Record<RateClass, number>>;

const WINDOW_MS = 60_000;

interface Window {
  endsAt: number;
  count: number;
}

/**
 * Fixed windows of one minute for each key and class, each opened by a request, with at most the class's limit of
 * requests; the first request after `reset` opens the next one. `now` is epoch ms.
 */
export function createRateLimiter(limits: RateLimits, now: () => number): LocalRateLimiter {
  const classes = new Map<RateClass, Map<string, Window>>();

  function open(keyId: string, rateClass: RateClass, at: number): Window {
    const windows = classes.get(rateClass) ?? new Map<string, Window>();
    const window = windows.get(keyId);
    // A window must not last longer because the clock was set back.
    if (window && at < window.endsAt && at >= window.endsAt - WINDOW_MS) return window;
    const fresh = { endsAt: at + WINDOW_MS, count: 0 };
    windows.set(keyId, fresh);
    classes.set(rateClass, windows);
    return fresh;
  }

  return (keyId, rateClass) => {
    const limit = limits[rateClass];
    const at = now();
    const window = open(keyId, rateClass, at);
    const exceeded = window.count >= limit;
    if (!exceeded) window.count++;
    return { limit, remaining: limit - window.count, reset: Math.ceil(window.endsAt / 1000), exceeded };
  };
}

/** The state of a request that is not counted, because it has no valid key or needs none. */
export function uncountedRate(limit: number, now: number): RateState {
  return { limit, remaining: limit, reset: Math.ceil((now + WINDOW_MS) / 1000), exceeded: false };
}
