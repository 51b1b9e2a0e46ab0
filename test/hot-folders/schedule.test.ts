import { expect, test } from 'vitest';
import { isWithinSchedule } from '../../src-main/hot-folders/schedule.ts';
import { schedule } from '../../src-shared/hot-folders/hot-folder.ts';

/** A moment of the week of 1 March 2026, a Sunday, in local time. */
const at = (day: number, time: string): number => new Date(`2026-03-0${day + 1}T${time}:00`).getTime();

test('every time is within no schedule', () => {
  expect(isWithinSchedule(null, 0)).toBe(true);
});

test('a schedule within a day contains its first minute, but not its last', () => {
  const hours = { days: [1, 2], from: '09:00', until: '17:30' };
  expect(['08:59', '09:00', '17:29', '17:30'].map((time) => isWithinSchedule(hours, at(1, time)))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(isWithinSchedule(hours, at(3, '12:00'))).toBe(false);
});

test('hours past midnight belong to the day they begin on', () => {
  const friday = { days: [5], from: '22:00', until: '06:00' };
  expect(isWithinSchedule(friday, at(5, '23:30'))).toBe(true);
  expect(isWithinSchedule(friday, at(6, '05:59'))).toBe(true);
  expect(isWithinSchedule(friday, at(6, '06:00'))).toBe(false);
  expect(isWithinSchedule(friday, at(6, '22:30'))).toBe(false);
  expect(isWithinSchedule(friday, at(5, '05:00'))).toBe(false);
  expect(isWithinSchedule({ ...friday, days: [6] }, at(0, '01:00'))).toBe(true);
});

test.each([
  [{ days: [], from: '09:00', until: '10:00' }],
  [{ days: [7], from: '09:00', until: '10:00' }],
  [{ days: [1], from: '24:00', until: '10:00' }],
  [{ days: [1], from: '9:00', until: '10:00' }],
  [{ days: [1], from: '10:00', until: '10:00' }],
])('%j is no schedule', (wrong) => {
  expect(schedule.safeParse(wrong).success).toBe(false);
});
