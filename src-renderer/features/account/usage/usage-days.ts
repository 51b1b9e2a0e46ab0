/** Formats the local day of a time (epoch ms) as `2026-11-21`, which sorts as text. */
export function formatDayKey(at: number): string {
  const moment = new Date(at);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${String(moment.getFullYear()).padStart(4, '0')}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}

/** Lists the last `count` local days up to a time (epoch ms), oldest first. */
export function listLastDays(count: number, now: number): string[] {
  const today = new Date(now);
  return Array.from({ length: count }, (_, index) => {
    // Noon, because daylight saving time shifts midnight.
    const day = new Date(today.getFullYear(), today.getMonth(), today.getDate() - (count - 1 - index), 12);
    return formatDayKey(day.getTime());
  });
}
