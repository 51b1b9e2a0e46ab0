import { expect, test } from 'vitest';
import { createSpendingAgreement } from '../../src-main/hot-folders/spending-agreement.ts';

test('files that arrive around the first minute of the app arrive at once, like all within a minute', () => {
  let now = 59_000;
  const agreement = createSpendingAgreement(
    () => now,
    3,
    () => false,
  );
  agreement.count(2);
  now = 61_000;
  expect([agreement.isMany(1), agreement.isMany(2)]).toEqual([false, true]);
  now = 59_000 + 60_001;
  expect(agreement.isMany(3)).toBe(false);
});
