import { expect, test } from 'vitest';
import { createHistoryOrder } from '../../../../src-shared/api/protocol/history-order.ts';

const NOW = Date.UTC(2026, 10, 21);
const MINUTE = 60_000;

/** A history with rows created so many minutes ago, in the order of the list. */
function listMinutesAgo(...minutes: number[]) {
  const order = createHistoryOrder();
  order.add(minutes.map((each) => new Date(NOW - each * MINUTE).toISOString()));
  return order;
}

test.each<[string, number[], boolean]>([
  ['newest first', [1, 10, 60], true],
  ['newest first, with neighbours exchanged', [1, 11, 10, 60], true],
  ['newest first, but not that far back', [1, 10, 20], false],
  ['newest first, but hardly that far back', [1, 10, 31], false],
  ['oldest first', [60, 50, 45], false],
  ['all of one time', [60, 60, 60], false],
  ['in any order', [60, 1, 50], false],
  ['newest first by page only', [60, 70, 1, 10], false],
  ['one row', [60], false],
])('a history that is listed %s: what follows is older than half an hour: %s', (_, minutes, isPast) => {
  expect(listMinutesAgo(...minutes).isPast(NOW - 30 * MINUTE)).toBe(isPast);
});

test('rows without a time say nothing about the order', () => {
  const order = listMinutesAgo(1, 10);
  order.add(['', 'yesterday']);
  expect(order.isPast(NOW - 5 * MINUTE)).toBe(true);
  expect(order.isPast(NOW - 30 * MINUTE)).toBe(false);
});
