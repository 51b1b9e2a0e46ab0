import { RATE_CLASSES, type RateClass } from '../../../src-shared/api/limits.ts';

/** What the headers of spec part 8 say about a class of endpoints. */
export interface RateState {
  readonly limit: number;
  readonly remaining: number;
  /** Unix seconds at which the window ends. */
  readonly reset: number;
  /** Whether this request is one too many. */
  readonly exceeded: boolean;
}

/** Counts requests by class. */
export type RateWindow = (rateClass: RateClass) => RateState;

const WINDOW_MS = 60_000;

/**
 * Fixed windows of a minute with `limit` requests for every class. The quotas of part 8 protect a cloud from its
 * clients; here there is one client on the same computer, so the limit only stops a loop that has gone astray.
 */
export function createRateWindow(limit: number, now: () => number): RateWindow {
  const counts = Object.fromEntries(Object.keys(RATE_CLASSES).map((name) => [name, 0])) as Record<RateClass, number>;
  let endsAt = 0;
  return (rateClass) => {
    if (now() >= endsAt) {
      endsAt = now() + WINDOW_MS;
      for (const name of Object.keys(counts) as RateClass[]) counts[name] = 0;
    }
    const count = ++counts[rateClass];
    return { limit, remaining: Math.max(0, limit - count), reset: Math.ceil(endsAt / 1000), exceeded: count > limit };
  };
}
