import { expect, test } from 'vitest';
import { CALL_BURST, CALLS_PER_SECOND, createCallLimit } from '../../src-main/ipc/call-limit.ts';

test('a page may call in a burst, then only as fast as its allowance grows, and gets no more than a burst by resting', () => {
  let now = 0;
  const admit = createCallLimit(() => now);
  const count = (times: number): number => Array.from({ length: times }, admit).filter(Boolean).length;
  expect(count(CALL_BURST + 100)).toBe(CALL_BURST);
  now += 100;
  expect(count(CALL_BURST)).toBe(CALLS_PER_SECOND / 10);
  now += 3_600_000;
  expect(count(2 * CALL_BURST)).toBe(CALL_BURST);
});
