import type { RateClass } from '../../../../src-shared/api/protocol/limits.ts';
import type { RateState } from './rate-limiter.ts';

/** Keys above a rate limit, by class. */
export interface RefusedKeys {
  /** True until the window ends in which a request was refused. */
  has(keyId: string, rateClass: RateClass): boolean;
  /** Notes what came of counting a request. */
  note(keyId: string, rateClass: RateClass, rate: RateState): void;
}

/** Remembers whose requests are refused, so that nothing is read for them before they are counted. `now` is epoch ms. */
export function createRefusedKeys(now: () => number): RefusedKeys {
  /** Ends of windows, Unix seconds. */
  const ends = new Map<string, number>();
  const nameOf = (keyId: string, rateClass: RateClass): string => `${rateClass} ${keyId}`;
  return {
    has: (keyId, rateClass) => (ends.get(nameOf(keyId, rateClass)) ?? 0) * 1000 > now(),
    note(keyId, rateClass, { exceeded, reset }) {
      if (exceeded) ends.set(nameOf(keyId, rateClass), reset);
      else ends.delete(nameOf(keyId, rateClass));
    },
  };
}
