import { afterEach, expect, test } from 'vitest';
import { restoreProcess, stubPage } from '../../../stub-page.ts';

afterEach(restoreProcess);

test('orders that were read stay if more of them, or newer ones, cannot be read', async () => {
  const orders = Array.from({ length: 60 }, (_, at) => ({ at: 60 - at }));
  let isLost = false;
  stubPage((channel, { before, limit }: { before: number | null; limit: number }) => {
    if (channel !== 'money:history') return {};
    if (isLost) throw new Error('lost');
    return orders.filter(({ at }) => before === null || at < before).slice(0, limit);
  });
  const { spendingState } = await import('../../../../../src-renderer/features/account/spending/spending.svelte.ts');
  await spendingState.open();
  expect([spendingState.rows.length, spendingState.hasMore]).toEqual([50, true]);
  isLost = true;
  await spendingState.more();
  await spendingState.open();
  expect([spendingState.rows.length, spendingState.hasMore]).toEqual([50, true]);
  isLost = false;
  await spendingState.more();
  expect([spendingState.rows.length, spendingState.hasMore]).toEqual([60, false]);
});
