import { expect, test } from 'vitest';
import { enforceLimits, type LossCause } from '../../../src-main/base/processes/enforce-limits.ts';

/** Resolves to the limit that a process with this memory exceeds first. */
const whenExceeded = (bytes: number | null, maxMs: number): Promise<LossCause> =>
  new Promise((resolve) => {
    const limits = { maxBytes: 1_000, heapMb: 1, maxMs, pollMs: 1 };
    enforceLimits({ residentBytes: () => Promise.resolve(bytes) }, limits, resolve);
  });

test('the parent of a process notices that it takes too much memory', async () => {
  expect(await whenExceeded(1_001, 60_000)).toBe('too-much-memory');
});

test.each([1_000, null])('a process with %s bytes may take its time, which is limited', async (bytes) => {
  expect(await whenExceeded(bytes, 20)).toBe('too-slow');
});
