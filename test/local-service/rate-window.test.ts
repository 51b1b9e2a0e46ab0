import { expect, test } from 'vitest';
import { createRateWindow } from '../../src-main/local-service/http/rate-window.ts';

test('a class has its limit in every minute, and no other class pays for it', () => {
  let time = 1_000_000;
  const take = createRateWindow(2, () => time);
  const reset = Math.ceil((time + 60_000) / 1000);
  expect(take('query')).toEqual({ limit: 2, remaining: 1, reset, exceeded: false });
  expect(take('query')).toEqual({ limit: 2, remaining: 0, reset, exceeded: false });
  expect(take('query')).toEqual({ limit: 2, remaining: 0, reset, exceeded: true });
  expect(take('upload').exceeded).toBe(false);
  time += 60_000;
  expect(take('query')).toMatchObject({ remaining: 1, exceeded: false });
});
