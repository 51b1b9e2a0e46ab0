import { expect, onTestFinished, test } from 'vitest';
import { formatCredits, parseCredits, toCredits, ZERO_CREDITS } from '../../../src-shared/api/pricing/credits.ts';
import type { AccountState } from '../../../src-shared/ipc/calls/service-calls.ts';
import type { SpentToday } from '../../../src-shared/ipc/views/money-view.ts';
import { settings } from '../../../src-shared/settings/settings.ts';
import { createAccountMonitor } from '../../../src-main/ipc/watchers/account-monitor.ts';
import { createServiceMonitor } from '../../../src-main/ipc/watchers/service-monitor.ts';
import { createServiceClient } from '../../../src-main/service-client/service-client.ts';
import { createFakeNetwork } from '../../helpers/service/fake-network.ts';
import { createVirtualClock, virtualSystem } from '../../helpers/virtual-clock.ts';
import { profileOf } from '../../helpers/service/raw-service.ts';

const START = 1_000_00;

/** An account and the ledger of this computer, each of which learns of an order by itself. */
async function watchAccount({ excludesHeld }: { excludesHeld: boolean }) {
  const clock = createVirtualClock();
  const account = { left: START, held: 0 };
  const ledger = { charged: 0, held: 0 };
  const network = createFakeNetwork(async () => {
    const balance = excludesHeld ? account.left - account.held : account.left;
    const data = { balance: balance / 100, frozen: account.held / 100 };
    await clock.pause(50);
    return { data };
  });
  const client = createServiceClient(profileOf('http://127.0.0.1:1'), network, virtualSystem(clock, 0));
  const all = settings.parse({ service: 'cloud' });
  const serviceMonitor = createServiceMonitor({ client: async () => client }, () => all, virtualSystem(clock, 0));
  const listeners = new Set<(today: SpentToday) => void>();
  const spending = {
    today: () => ({ ...toWords(ledger), back: '0.00', test: false }),
    onChange: (listen: (today: SpentToday) => void) => (listeners.add(listen), () => void listeners.delete(listen)),
  };
  const monitor = createAccountMonitor({ serviceMonitor, spending, clock });
  onTestFinished(() => (monitor.close(), serviceMonitor.close()));
  const pushes: AccountState[] = [];
  monitor.onChange((state) => pushes.push(state));
  void serviceMonitor.check();
  await clock.advance(100);
  serviceMonitor.setVisible(true);
  return {
    ...{ clock, account, monitor, pushes, network },
    changeLedger: (change: Partial<typeof ledger>): void => {
      Object.assign(ledger, change);
      for (const listen of listeners) listen(spending.today());
    },
    ledger,
  };
}

function toWords({ charged, held }: { charged: number; held: number }) {
  return { charged: formatCredits(toCredits(charged)), held: formatCredits(toCredits(held)) };
}

function amountOf(words: string | null): number {
  return parseCredits(words ?? '') ?? ZERO_CREDITS;
}

/** What is wrong with a push, if the header and the status bar disagree in it. */
function disagreement({ service, today }: AccountState, excludesHeld: boolean): string[] {
  const right = START - amountOf(today.charged) - (excludesHeld ? amountOf(today.held) : 0);
  const agrees = service.held === today.held && amountOf(service.balance) === right;
  return agrees ? [] : [JSON.stringify({ service, today })];
}

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'the header and the status bar agree in every push of a random history (seed %i)',
  async (seed) => {
    const excludesHeld = seed % 2 === 0;
    const { clock, account, changeLedger, ledger, monitor, pushes } = await watchAccount({ excludesHeld });
    const random = createRandom(seed);
    const pause = async (most: number): Promise<void> => {
      await clock.advance(random(most));
      expect(pushes.flatMap((push) => disagreement(push, excludesHeld))).toEqual([]);
    };
    const openOrders: number[] = [];
    for (let step = 0; step < 24; step++) {
      const amount =
        openOrders.length > 2 || (openOrders.length > 0 && random(2) === 0) ? openOrders.shift() : undefined;
      if (amount === undefined) {
        const price = (1 + random(20)) * 5_00;
        openOrders.push(price);
        changeLedger({ held: ledger.held + price });
        await pause(800);
        account.held += price;
      } else {
        const charged = random(3) === 0 ? 0 : amount;
        account.held -= amount;
        account.left -= charged;
        await pause(800);
        changeLedger({ held: ledger.held - amount, charged: ledger.charged + charged });
      }
      await pause(2_000);
    }
    await clock.advance(2_500);
    expect(monitor.get()).toMatchObject({
      service: { held: formatCredits(toCredits(account.held)) },
      today: toWords(ledger),
    });
    expect(pushes.length).toBeGreaterThan(12);
  },
);

test('an order is published with its balance, not before, and at the latest after 3 s', async () => {
  const { clock, account, changeLedger, pushes, network } = await watchAccount({ excludesHeld: false });
  const before = pushes.length;
  changeLedger({ held: 110_00 });
  await clock.advance(1_000);
  expect(pushes).toHaveLength(before);
  account.held = 110_00;
  await clock.advance(300);
  expect(pushes.slice(before)).toMatchObject([{ service: { held: '110.00' }, today: { held: '110.00' } }]);

  changeLedger({ held: 220_00 });
  const asked = network.calls.length;
  await clock.advance(3_000);
  expect(pushes.at(-1)).toMatchObject({ service: { held: '110.00' }, today: { held: '220.00' } });
  expect(network.calls.length - asked).toBeLessThanOrEqual(3_000 / 200 + 2);
});

test('a top-up is published at once while nothing is held', async () => {
  const { clock, account, pushes } = await watchAccount({ excludesHeld: false });
  account.left += 500_00;
  await clock.advance(2_500);
  expect(pushes.at(-1)).toMatchObject({ service: { balance: '1500.00' } });
});

/** Whole numbers from 0 to below a bound. */
function createRandom(seed: number): (bound: number) => number {
  let state = seed * 2_654_435_761;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}
