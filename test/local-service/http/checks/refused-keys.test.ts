import { expect, test } from 'vitest';
import { createRefusedKeys } from '../../../../src-main/local-service/http/checks/refused-keys.ts';

const START = 1_000_000;
const rate = (exceeded: boolean) => ({ limit: 1, remaining: 0, reset: (START + 60_000) / 1000, exceeded });

test('a key is refused in its class from its first refused request to the end of the window', () => {
  let time = START;
  const refused = createRefusedKeys(() => time);
  refused.note('key', 'query', rate(false));
  expect(refused.has('key', 'query')).toBe(false);
  refused.note('key', 'query', rate(true));
  expect(refused.has('key', 'query')).toBe(true);
  expect(refused.has('key', 'upload')).toBe(false);
  expect(refused.has('other', 'query')).toBe(false);
  time += 59_999;
  expect(refused.has('key', 'query')).toBe(true);
  time += 1;
  expect(refused.has('key', 'query')).toBe(false);
});

test('a request that is not refused ends it, also while the clocks differ', () => {
  const refused = createRefusedKeys(() => START - 600_000);
  refused.note('key', 'query', rate(true));
  refused.note('key', 'query', rate(false));
  expect(refused.has('key', 'query')).toBe(false);
});
