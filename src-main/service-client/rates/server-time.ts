import type { Clock } from '../../base/clock.ts';

/** The service's clock, told from the `Date` of its answers; steady while ours is set. */
export interface ServerTime {
  /** Learns from an answer's `Date` header; one that is none teaches nothing. */
  learn(date: string | undefined): void;
  /** Epoch ms of the service, to about a second; null before the first answer. */
  now(): number | null;
}

/** A clock that knows nothing yet. */
export function createServerTime(clock: Clock): ServerTime {
  let known: { readonly at: number; readonly elapsed: number } | null = null;
  return {
    learn: (date) => {
      const at = date === undefined ? NaN : Date.parse(date);
      if (Number.isFinite(at)) known = { at, elapsed: clock.elapsed() };
    },
    now: () => known && Math.round(known.at + clock.elapsed() - known.elapsed),
  };
}
