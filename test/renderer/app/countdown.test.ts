import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startCountdown, type Countdown } from '../../../src-renderer/app/countdown.ts';

const MS = 6000;

let ends = 0;
let countdown: Countdown;
beforeEach(() => {
  vi.useFakeTimers();
  ends = 0;
  countdown = startCountdown(MS, () => ends++);
});
afterEach(() => vi.useRealTimers());

test('a countdown is over once, when its time is', () => {
  vi.advanceTimersByTime(MS - 1);
  expect(ends).toBe(0);
  vi.advanceTimersByTime(10 * MS);
  expect(ends).toBe(1);
});

test('it is held until all who held it let go, and then begins anew', () => {
  countdown.pause();
  countdown.pause();
  vi.advanceTimersByTime(10 * MS);
  countdown.resume();
  vi.advanceTimersByTime(10 * MS);
  expect(ends).toBe(0);
  countdown.resume();
  vi.advanceTimersByTime(MS - 1);
  expect(ends).toBe(0);
  vi.advanceTimersByTime(1);
  expect(ends).toBe(1);
});

test('stopped while it is held it never comes to its end, whoever lets go of it', () => {
  countdown.pause();
  countdown.stop();
  countdown.resume();
  vi.advanceTimersByTime(10 * MS);
  expect(ends).toBe(0);
});

test('resuming without a pause does not start the timer a second time', () => {
  countdown.resume();
  vi.advanceTimersByTime(10 * MS);
  countdown.resume();
  vi.advanceTimersByTime(10 * MS);
  expect(ends).toBe(1);
});
