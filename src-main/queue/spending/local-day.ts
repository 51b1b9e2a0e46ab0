import type { Clock } from '../../base/clock.ts';

/** Maximum interval between checks of the day, to detect sleep and clock changes. */
const DAY_CHECK_MS = 15 * 60_000;

/** The local day of a moment as `YYYY-MM-DD`; days in this form sort as text. */
export function toLocalDay(epochMs: number): string {
  const at = new Date(epochMs);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/**
 * Calls `check` when a local day begins, and at least every 15 minutes, because a sleep or a change of the clock may
 * skip that moment. Returns a function that stops it.
 */
export function watchLocalDay(clock: Pick<Clock, 'now' | 'after'>, check: () => void): () => void {
  let stop: () => void;
  const schedule = (): void => {
    const pauseMs = Math.max(1_000, Math.min(DAY_CHECK_MS, msUntilNextDay(clock.now())));
    stop = clock.after(pauseMs, () => {
      schedule();
      check();
    });
  };
  schedule();
  return () => stop();
}

/** Milliseconds from a moment until the next local day begins; summer time makes some days 23 or 25 hours long. */
function msUntilNextDay(epochMs: number): number {
  const at = new Date(epochMs);
  return new Date(at.getFullYear(), at.getMonth(), at.getDate() + 1).getTime() - epochMs;
}
