import type { Clock } from '../../base/clock.ts';

/** The clock of the service, from the `Date` of its responses; not affected when the local clock is set. */
export interface ServerTime {
  /** Reads the `Date` header of a response; an invalid one is ignored. */
  learn(date: string | undefined): void;
  /** Epoch ms of the service, to about a second; null before the first answer. */
  now(): number | null;
}

/** Creates a clock without a time. */
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
