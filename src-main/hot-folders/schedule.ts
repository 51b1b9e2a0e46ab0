import type { Schedule } from '../../src-shared/hot-folders/hot-folder.ts';

const DAY_MINUTES = 24 * 60;

/** True if a time is within a schedule, in this computer's time zone; null: always. */
export function isWithinSchedule(schedule: Schedule | null, now: number): boolean {
  if (!schedule) return true;
  const at = new Date(now);
  const minute = at.getHours() * 60 + at.getMinutes();
  const [from, until] = [toMinute(schedule.from), toMinute(schedule.until)];
  const today = at.getDay();
  const beganToday = schedule.days.includes(today);
  if (from < until) return beganToday && minute >= from && minute < until;
  // After midnight the day on which the period started counts.
  const beganYesterday = schedule.days.includes((today + 6) % 7);
  return (beganToday && minute >= from) || (beganYesterday && minute < until);
}

function toMinute(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return (hours * 60 + minutes) % DAY_MINUTES;
}
