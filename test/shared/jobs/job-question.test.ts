import { expect, test } from 'vitest';
import { asksBeforeCancel, asksBeforeRemove } from '../../../src-shared/jobs/job-question.ts';
import type { Money } from '../../../src-shared/jobs/job.ts';

const jobs = (kind: Money['kind'], count = 1) =>
  Array.from({ length: count }, () => ({
    money: { kind, amount: '1.00', back: '0.00' },
    steps: [{ status: 'waiting' as const }],
  }));

test('twenty jobs that cost nothing are cancelled and removed unasked, one more is not', () => {
  for (const asks of [asksBeforeCancel, asksBeforeRemove])
    expect([asks(jobs('estimate', 20)), asks(jobs('estimate', 21))]).toEqual([false, true]);
});

test('one that may be charged twice, or was charged before, is skipped after a question', () => {
  const money = { kind: 'estimate', amount: '1.00', back: '0.00' } as const;
  expect(asksBeforeCancel([{ money, steps: [{ status: 'unknown' }] }])).toBe(true);
  expect(asksBeforeCancel([{ money: { ...money, charged: '1.00' }, steps: [] }])).toBe(true);
});

test('one job with spent credits is cancelled, and one with an unconfirmed charge removed, after a question', () => {
  expect((['free', 'held', 'charged', 'maybe_paid'] as const).map((kind) => asksBeforeCancel(jobs(kind)))).toEqual([
    ...[false, true, true, true],
  ]);
  expect((['held', 'charged', 'maybe_paid'] as const).map((kind) => asksBeforeRemove(jobs(kind)))).toEqual([
    ...[false, false, true],
  ]);
});
