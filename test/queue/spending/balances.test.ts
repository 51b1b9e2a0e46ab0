import { expect, test } from 'vitest';
import { toCredits, type Credits } from '../../../src-shared/api/pricing/credits.ts';
import { createBalances } from '../../../src-main/queue/spending/balances.ts';
import { profileOf } from '../../helpers/service/raw-service.ts';
import { createVirtualClock } from '../../helpers/virtual-clock.ts';

/** An account at a service that takes what it holds out of its balance, or leaves it in. */
function openBench(excludesHeld: boolean) {
  const clock = createVirtualClock();
  const habits = new Map<string, boolean>();
  const balances = createBalances(clock, {
    get: (id) => habits.get(id) ?? null,
    set: (id, excludes) => void habits.set(id, excludes),
  });
  const account = { money: 1_000, frozen: 0 };
  const client = {
    profile: profileOf('http://127.0.0.1:1'),
    getBalance: async (): Promise<{ balance: Credits; frozen: Credits }> => ({
      balance: toCredits(account.money - (excludesHeld ? account.frozen : 0)),
      frozen: toCredits(account.frozen),
    }),
  };
  const order = (name: string, amount: number): void => {
    balances.hold('test', name, toCredits(amount));
    account.frozen += amount;
    balances.bound(name);
  };
  const end = (name: string, held: number, charged: number): void => {
    account.frozen -= held;
    account.money -= charged;
    balances.end(name, toCredits(charged));
  };
  const refresh = async (): Promise<void> => {
    await clock.advance(61_000);
    await balances.refresh(client);
  };
  return { balances, habits, order, end, refresh, client, clock, left: () => balances.available('test', '') };
}

test.each([true, false])(
  'what is left is right at any moment once it was asked twice; excludes held: %s',
  async (excludes) => {
    const bench = openBench(excludes);
    expect(bench.left()).toBeNull();
    await bench.refresh();
    bench.order('a', 100);
    expect(bench.left()).toBe(900);
    expect(bench.habits.size).toBe(0);
    await bench.refresh();
    expect([...bench.habits.values()]).toEqual([excludes]);
    expect(bench.left()).toBe(900);
    bench.order('b', 50);
    expect(bench.left()).toBe(850);
    bench.end('b', 50, 40);
    expect(bench.left()).toBe(860);
    bench.end('a', 100, 100);
    expect(bench.left()).toBe(860);
    await bench.refresh();
    expect(bench.left()).toBe(860);
  },
);

test('until it was seen what the balance means, what is held counts as still in it', async () => {
  const bench = openBench(true);
  await bench.refresh();
  bench.order('a', 100);
  // Something ended in between, so that the two answers prove nothing.
  bench.end('a', 100, 0);
  bench.order('b', 100);
  await bench.refresh();
  expect([bench.habits.size, bench.left()]).toEqual([0, 800]);
});

test('an order that has no task yet when the balance is asked counts beside the answer', async () => {
  const bench = openBench(true);
  await bench.refresh();
  bench.balances.hold('test', 'a', toCredits(100));
  await bench.refresh();
  expect(bench.left()).toBe(900);
  bench.balances.release('a');
  expect(bench.left()).toBe(1_000);
});

test('an answer younger than a minute is not asked for again, unless a person may have topped up', async () => {
  const { balances, client, clock } = openBench(true);
  let asked = 0;
  const counting = { ...client, getBalance: () => (asked++, client.getBalance()) };
  await Promise.all([balances.refresh(counting), balances.refresh(counting)]);
  await clock.advance(59_000);
  await balances.refresh(counting);
  expect(asked).toBe(1);
  balances.forget();
  await balances.refresh(counting);
  expect(asked).toBe(2);
});
