import { expect, test } from 'vitest';
import { createRateLimiter, uncountedRate } from '../../../../src-main/local-service/http/checks/rate-limiter.ts';

const LIMITS = { generation: 2, refine: 1, upload: 1, query: 3 };
const START = 1_000_000;

test('a class has its limit in every minute, and no other class or key pays for it (part 8)', () => {
  let time = START;
  const take = createRateLimiter(LIMITS, () => time);
  const reset = Math.ceil((time + 60_000) / 1000);
  expect(take('key', 'generation')).toEqual({ limit: 2, remaining: 1, reset, exceeded: false });
  time += 59_999;
  expect(take('key', 'generation')).toEqual({ limit: 2, remaining: 0, reset, exceeded: false });
  expect(take('key', 'generation')).toEqual({ limit: 2, remaining: 0, reset, exceeded: true });
  expect(take('key', 'refine').exceeded).toBe(false);
  expect(take('other', 'generation').exceeded).toBe(false);
  time += 1;
  expect(take('key', 'generation')).toMatchObject({ remaining: 1, exceeded: false });
});

test('a request without a key is not counted', () => {
  const rate = uncountedRate(LIMITS.query, START);
  expect(rate).toEqual({ limit: 3, remaining: 3, reset: (START + 60_000) / 1000, exceeded: false });
});

test('a clock that was set back does not stretch a window', () => {
  let time = START;
  const take = createRateLimiter(LIMITS, () => time);
  take('key', 'upload');
  time -= 3_600_000;
  expect(take('key', 'upload').exceeded).toBe(false);
});

test('of a million requests not one too many is admitted', () => {
  let time = START;
  const limits = { ...LIMITS, query: 1200 };
  const take = createRateLimiter(limits, () => time);
  const admitted = new Map<number, number>();
  for (let i = 0; i < 1_000_000; i++) {
    time = START + Math.floor(i / 5);
    const { exceeded, reset } = take('key', 'query');
    if (!exceeded) admitted.set(reset, (admitted.get(reset) ?? 0) + 1);
  }
  expect([...admitted.values()]).toEqual([1200, 1200, 1200, 1200]);
});
