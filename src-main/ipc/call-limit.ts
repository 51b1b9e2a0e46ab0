/** Calls a page may make at once, and in every second on average: far more than a person at 400 jobs causes. */
export const CALL_BURST = 2_000;
export const CALLS_PER_SECOND = 500;

/** Whether one more call is let through; a page that floods hears no until it pauses. */
export type CallLimit = () => boolean;

/** A token bucket for one page; `now` in ms, never going back. */
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
