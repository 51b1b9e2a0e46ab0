import { expect, test } from 'vitest';
import { isOpenAt } from '../../src-main/hot-folders/opening-hours.ts';
import { schedule } from '../../src-shared/hot-folders/hot-folder.ts';

/** A moment of the week of 1 March 2026, a Sunday, in local time. */
const at = (day: number, time: string): number => new Date(`2026-03-0${day + 1}T${time}:00`).getTime();

test('without a schedule a folder is always open', () => {
  expect(isOpenAt(null, 0)).toBe(true);
});

test('hours within a day are open from their first minute to before their last', () => {
  const hours = { days: [1, 2], from: '09:00', until: '17:30' };
  expect(['08:59', '09:00', '17:29', '17:30'].map((time) => isOpenAt(hours, at(1, time)))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(isOpenAt(hours, at(3, '12:00'))).toBe(false);
});

test('hours past midnight belong to the day they begin on', () => {
  const friday = { days: [5], from: '22:00', until: '06:00' };
  expect(isOpenAt(friday, at(5, '23:30'))).toBe(true);
  expect(isOpenAt(friday, at(6, '05:59'))).toBe(true);
  expect(isOpenAt(friday, at(6, '06:00'))).toBe(false);
  expect(isOpenAt(friday, at(6, '22:30'))).toBe(false);
  expect(isOpenAt(friday, at(5, '05:00'))).toBe(false);
  expect(isOpenAt({ ...friday, days: [6] }, at(0, '01:00'))).toBe(true);
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
