import { availableCredits } from '../../../src-shared/api/pricing/available-credits.ts';
import { addCredits, ZERO_CREDITS, toCredits, type Credits } from '../../../src-shared/api/pricing/credits.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import type { ServiceClient } from '../../service-client/service-client.ts';
import type { Clock } from '../../base/clock.ts';
import { log } from '../../base/log/log.ts';

/** Maximum age of a balance before it is requested again. */
const FRESH_MS = 60_000;

/** True if the balance of a service excludes held credits; null: not known yet. */
export interface BalanceOptions {
  get(serviceId: string): boolean | null;
  set(serviceId: string, excludesHeld: boolean): void;
}

/** Available credits of each service, as a conservative estimate: the last reported balance, less later reservations. */
export interface Balances {
  /** Requests the balance unless the last one is recent. A failed request counts as unknown. */
  refresh(client: Pick<ServiceClient, 'profile' | 'getBalance'>): Promise<void>;
  /** Credits available for spending; null: unknown. `without`: an order to ignore because it is checked again. */
  available(serviceId: string, without: string): Credits | null;
  hold(serviceId: string, order: string, amount: Credits): void;
  release(order: string): void;
  /** The order has its task: the service holds its credits from now on, and its next balance may include it. */
  bound(order: string): void;
  /** The order ended with that charge. */
  end(order: string, charged: Credits): void;
  /** The user may have topped up. */
  forget(): void;
}

interface ReportedBalance {
  readonly balance: Credits;
  readonly frozen: Credits;
}

interface Account {
  reported: ReportedBalance | null;
  /** `clock.elapsed()` when it was requested; null: a request is needed. */
  refreshedAt: number | null;
  refreshing: Promise<void> | null;
  /** Charges that the last reported balance does not include. */
  charged: Credits;
  /** Reservations since the request, and if an order ended since then: used to learn how the balance treats holds. */
  held: Credits;
  hasEnded: boolean;
}

interface Hold {
  readonly account: Account;
  readonly amount: Credits;
  isBound: boolean;
  /** True if the last reported balance includes it. */
  isReported: boolean;
}

/** Creates the balances; all are unknown. */
export function createBalances(clock: Pick<Clock, 'elapsed'>, habits: BalanceOptions): Balances {
  const accounts = new Map<string, Account>();
  const holds = new Map<string, Hold>();

  const accountOf = (id: string): Account => {
    const fresh = {
      reported: null,
      refreshedAt: null,
      refreshing: null,
      charged: ZERO_CREDITS,
      held: ZERO_CREDITS,
      hasEnded: false,
    };
    const account: Account = accounts.get(id) ?? fresh;
    accounts.set(id, account);
    return account;
  };
  /** Orders in progress; only a few. */
  const holdsOf = (account: Account): Hold[] => [...holds.values()].filter((hold) => hold.account === account);

  const ask = async (account: Account, { profile, getBalance }: Pick<ServiceClient, 'profile' | 'getBalance'>) => {
    const { charged, held, hasEnded } = account;
    const askedAt = clock.elapsed();
    // Only orders that had their task before the request are certainly in the reported balance.
    const bound = holdsOf(account).filter(({ isBound }) => isBound);
    let told: ReportedBalance | null = null;
    account.hasEnded = false;
    try {
      told = await getBalance();
    } catch (error) {
      account.hasEnded = true;
      if (!(error instanceof AppError) || error.code !== 'service_error') throw error;
      log.warn('service', 'the balance is unknown', error);
    }
    const isPlain = !hasEnded && !account.hasEnded && account.held === held && bound.length === holdsOf(account).length;
    const excludes = told && account.reported && isPlain && held > 0 ? learn(account.reported, told, held) : null;
    if (excludes !== null) habits.set(profile.id, excludes);
    for (const hold of bound) hold.isReported = true;
    account.charged = toCredits(account.charged - charged);
    account.held = toCredits(account.held - held);
    account.reported = told;
    account.refreshedAt = askedAt;
  };

  const drop = (order: string): void => {
    const hold = holds.get(order);
    if (!hold) return;
    holds.delete(order);
    hold.account.hasEnded = true;
  };

  return {
    refresh: async (client) => {
      const account = accountOf(client.profile.id);
      if (account.refreshedAt !== null && clock.elapsed() - account.refreshedAt < FRESH_MS) return;
      account.refreshing ??= ask(account, client).finally(() => (account.refreshing = null));
      await account.refreshing;
    },
    available: (id, without) => {
      const account = accountOf(id);
      if (!account.reported) return null;
      const { balance, frozen: held } = account.reported;
      const open = holdsOf(account).filter((hold) => !hold.isReported && hold !== holds.get(without));
      const since = addCredits(account.charged, ...open.map(({ amount }) => amount));
      return toCredits(availableCredits({ balance, held }, habits.get(id) === true) - since);
    },
    hold: (id, order, amount) => {
      drop(order);
      const account = accountOf(id);
      holds.set(order, { account, amount, isBound: false, isReported: false });
      account.held = addCredits(account.held, amount);
    },
    release: drop,
    bound: (order) => {
      const hold = holds.get(order);
      if (hold) hold.isBound = true;
    },
    end: (order, charged) => {
      const hold = holds.get(order);
      drop(order);
      if (hold && !hold.isReported) hold.account.charged = addCredits(hold.account.charged, charged);
    },
    forget: () => {
      for (const account of accounts.values()) account.refreshedAt = null;
    },
  };
}

/**
 * Two balances with nothing but new orders between them show how holds count: the balance stayed while the holds grew, or
 * fell with them. Null: neither is certain.
 */
function learn(before: ReportedBalance, after: ReportedBalance, held: Credits): boolean | null {
  if (after.frozen - before.frozen !== held) return null;
  if (after.balance === before.balance) return false;
  return before.balance - after.balance === held ? true : null;
}
