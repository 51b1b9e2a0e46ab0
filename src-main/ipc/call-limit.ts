/** Burst size and average calls per second of a page: far above normal use with 400 jobs. */
export const CALL_BURST = 2_000;
export const CALLS_PER_SECOND = 500;

/** Returns true if one more call is allowed; a page that floods is refused until it pauses. */
export type CallLimit = () => boolean;

/** A token bucket for one page; `now` is monotonic, in ms. */
export function createCallLimit(now: () => number = () => performance.now()): CallLimit {
  let left = CALL_BURST;
  let at = now();
  return () => {
    const time = now();
    left = Math.min(CALL_BURST, left + ((time - at) / 1000) * CALLS_PER_SECOND);
    at = time;
    if (left < 1) return false;
    left--;
    return true;
  };
}
