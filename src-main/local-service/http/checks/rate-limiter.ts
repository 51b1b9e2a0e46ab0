import type { RateClass } from '../../../../src-shared/api/protocol/limits.ts';

/** What the headers of spec part 8 say about a class of endpoints. */
export interface RateState {
  readonly limit: number;
  readonly remaining: number;
  /** Unix seconds at which the window ends. */
  readonly reset: number;
  /** Whether this request is one too many; it is not counted then. */
  readonly exceeded: boolean;
}

/** Counts a request of a key by class. Null is a request without a valid key: nobody's quota, so it is not counted. */
export type RateLimiter = (keyId: string | null, rateClass: RateClass) => RateState;

const WINDOW_MS = 60_000;

interface Window {
  endsAt: number;
  count: number;
}

/**
 * Fixed windows of a minute: one for each key and class, opened by its first request, with at most the class's limit of
 * requests; the next request after `reset` opens the next. `now` is epoch ms.
 */
export function createRateLimiter(limits: Readonly<Record<RateClass, number>>, now: () => number): RateLimiter {
  const classes = new Map<RateClass, Map<string, Window>>();

  function open(keyId: string, rateClass: RateClass, at: number): Window {
    const windows = classes.get(rateClass) ?? new Map<string, Window>();
    const window = windows.get(keyId);
    // A clock that was set back must not leave a window open for longer than it lasts.
    if (window && at < window.endsAt && at >= window.endsAt - WINDOW_MS) return window;
    const fresh = { endsAt: at + WINDOW_MS, count: 0 };
    windows.set(keyId, fresh);
    classes.set(rateClass, windows);
    return fresh;
  }

  return (keyId, rateClass) => {
    const limit = limits[rateClass];
    const at = now();
    if (keyId === null) return { limit, remaining: limit, reset: Math.ceil((at + WINDOW_MS) / 1000), exceeded: false };
    const window = open(keyId, rateClass, at);
    const exceeded = window.count >= limit;
    if (!exceeded) window.count++;
    return { limit, remaining: limit - window.count, reset: Math.ceil(window.endsAt / 1000), exceeded };
  };
}
