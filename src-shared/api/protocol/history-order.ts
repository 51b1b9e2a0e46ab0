/** Rows of a history may be out of order by as much, ms: several machines of a service write them. */
const DISORDER_MS = 120_000;

/** The order in which a service lists its usage history, as far as the history was read. */
export interface HistoryOrder {
  /** The creation times of further rows (ISO 8601), in the order of the list; each row once. */
  add(times: readonly string[]): void;
  /**
   * True if all rows that follow are older than a time, epoch ms. The interface does not say in which order rows come
   * (4.7), so this needs rows whose times were seen to fall.
   */
  isPast(time: number): boolean;
}

/** The order of a history of which nothing was read yet. */
export function createHistoryOrder(): HistoryOrder {
  let newest = -Infinity;
  let oldest = Infinity;
  let hasFallen = false;
  let hasRisen = false;
  return {
    add: (times) => {
      for (const time of times.map((each) => Date.parse(each)).filter((each) => !Number.isNaN(each))) {
        hasRisen ||= time > oldest + DISORDER_MS;
        hasFallen ||= time < newest - DISORDER_MS;
        newest = Math.max(newest, time);
        oldest = Math.min(oldest, time);
      }
    },
    isPast: (time) => hasFallen && !hasRisen && oldest + DISORDER_MS < time,
  };
}
