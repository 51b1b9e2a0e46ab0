import { parseCredits, ZERO_CREDITS } from '../../../src-shared/api/pricing/credits.ts';
import type { AccountState } from '../../../src-shared/ipc/calls/service-calls.ts';
import type { Clock } from '../../base/clock.ts';
import { SYSTEM } from '../../base/system.ts';
import type { QueueSpending } from '../../queue/spending/spending-control.ts';
import type { ServiceMonitor } from './service-monitor.ts';

/** The balance of the service in use beside today's amounts of the ledger, for the header and the status bar. */
export interface AccountMonitor {
  /** The amounts that were published last. */
  get(): AccountState;
  onChange(listen: (state: AccountState) => void): () => void;
  close(): void;
}

interface Parts {
  readonly serviceMonitor: Pick<ServiceMonitor, 'get' | 'check' | 'onChange'>;
  readonly spending: Pick<QueueSpending, 'today' | 'onChange'>;
  readonly clock?: Pick<Clock, 'after'>;
}

/** Pause before each request for the balance while the amounts differ; only one is in flight. */
const ASK_MS = 200;
/** Amounts that still differ after this time are published: another computer may use the account, or a charge is late. */
const LATE_MS = 3_000;

/**
 * Publishes the state of the service and today's amounts together. The service and the ledger learn of an order at
 * different times, so a change of one is published once the other changed by the same amount.
 */
export function createAccountMonitor({ serviceMonitor, spending, clock = SYSTEM.clock }: Parts): AccountMonitor {
  const listeners = new Set<(state: AccountState) => void>();
  const read = (): AccountState => ({ service: serviceMonitor.get(), today: spending.today() });
  let published = read();
  let isAsking = false;
  let stopAsking = (): void => undefined;
  let stopLate: (() => void) | null = null;

  const publish = (): void => {
    stopLate?.();
    stopLate = null;
    const state = read();
    const changed = !isSame(state, published);
    published = state;
    if (changed) for (const listen of listeners) listen(state);
  };
  const update = (): void => {
    if (hasChangedAlike(published, read())) return publish();
    stopLate ??= clock.after(LATE_MS, publish);
    ask();
  };
  const ask = (): void => {
    if (isAsking) return;
    isAsking = true;
    stopAsking = clock.after(ASK_MS, () => {
      void serviceMonitor.check().then(() => {
        isAsking = false;
        if (stopLate) update();
      });
    });
  };
  const stops = [serviceMonitor.onChange(update), spending.onChange(update)];

  return {
    get: () => published,
    onChange: (listen) => {
      listeners.add(listen);
      return () => void listeners.delete(listen);
    },
    close: () => {
      for (const stop of stops) stop();
      stopAsking();
      stopLate?.();
      stopLate = null;
      listeners.clear();
    },
  };
}

/** True if the account changed by the same amounts as the ledger, or if there is nothing to compare. */
function hasChangedAlike(before: AccountState, after: AccountState): boolean {
  if (before.service.balance === null || after.service.balance === null) return true;
  // Without open orders, only others can have changed the account.
  if (isSame(before.today, after.today) && toAmount(after.today.held) === ZERO_CREDITS) return true;
  const change = (amountOf: (state: AccountState) => string | null): number =>
    toAmount(amountOf(after)) - toAmount(amountOf(before));
  const held = change(({ service }) => service.held);
  const balance = change(({ service }) => service.balance);
  const charged = change(({ today }) => today.charged);
  // A service may count held credits in its balance or not.
  return held === change(({ today }) => today.held) && (balance === -charged || balance === -charged - held);
}

function toAmount(amount: string | null): number {
  return parseCredits(amount ?? '') ?? ZERO_CREDITS;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
