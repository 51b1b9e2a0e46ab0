/** Restarts within `PERIOD_MS`. */
const MAX_RESTARTS = 3;

/** What crashes more often than this would crash again. */
export const PERIOD_MS = 60_000;

/** Decides whether something that crashed is started again, from the times of its restarts. */
export class RestartLimit {
  #times: number[] = [];

  /** True, and counts a restart, unless there were too many in the last minute. */
  allows(now: number): boolean {
    this.#times = this.#times.filter((time) => now - time < PERIOD_MS);
    if (this.#times.length >= MAX_RESTARTS) return false;
    this.#times.push(now);
    return true;
  }
}

/** True unless a process that was restarted crashed too often; for crashes that are counted in files. */
export const allowsRestart = (crashes: number): boolean => crashes <= MAX_RESTARTS;
