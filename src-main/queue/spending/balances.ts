import { addCredits, ZERO_CREDITS, toCredits, type Credits } from '../../../src-shared/api/pricing/credits.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import type { ServiceClient } from '../../service-client/service-client.ts';
import type { Clock } from '../../base/clock.ts';
import { log } from '../../base/log/log.ts';

/** Maximum age of a balance before it is requested again. */
const FRESH_MS = 60_000;

/** Whether the balance of a service excludes held credits; null: not known yet. */
export interface BalanceOptions {
  get(serviceId: string): boolean | null;
  set(serviceId: string, excludesHeld: boolean): void;
}

/** What is left at each service, read carefully: what it said last, less what was set apart since. */
export interface Balances {
  /** Asks unless the last answer is fresh. An answer that cannot be read counts as not known. */
  refresh(client: Pick<ServiceClient, 'profile' | 'getBalance'>): Promise<void>;
  /** What can still be spent; null: not known. `without`: an order that is not to count, because it is judged anew. */
  available(serviceId: string, without: string): Credits | null;
  hold(serviceId: string, order: string, amount: Credits): void;
  release(order: string): void;
  /** The order has its task: the service holds it from now on, and its next answer tells of it. */
  bound(order: string): void;
  /** The order ended, charged that much. */
  end(order: string, charged: Credits): void;
  /** The person may have topped up. */
  forget(): void;
}

interface ReportedBalance {
  readonly balance: Credits;
  readonly frozen: Credits;
}

interface Account {
  reported: ReportedBalance | null;
  /** `clock.elapsed()` when it was asked; null: it is to be asked. */
  refreshedAt: number | null;
  refreshing: Promise<void> | null;
  /** Charges that the last reported balance does not include. */
  charged: Credits;
  /** Set apart since it was asked, and whether an order ended meanwhile: what its habits are learned from. */
  held: Credits;
  hasEnded: boolean;
}

interface Hold {
  readonly account: Account;
  readonly amount: Credits;
  isBound: boolean;
  /** Whether the last reported balance includes it. */
  isReported: boolean;
}

/** Knows no balance yet. */
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
  /** A handful: what is on its way. */
  const holdsOf = (account: Account): Hold[] => [...holds.values()].filter((hold) => hold.account === account);

  const ask = async (account: Account, { profile, getBalance }: Pick<ServiceClient, 'profile' | 'getBalance'>) => {
    const { charged, held, hasEnded } = account;
    const askedAt = clock.elapsed();
    // Only what had its task before the question is in the answer for sure.
    const bound = holdsOf(account).filter(({ isBound }) => isBound);
    let told: ReportedBalance | null = null;
    account.hasEnded = false;
    try {
      told = await getBalance();
    } catch (error) {
      account.hasEnded = true;
      if (!(error instanceof AppError) || error.code !== 'service_error') throw error;
      log.warn('service', 'the balance is not known', error);
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
      const { balance, frozen } = account.reported;
      const open = holdsOf(account).filter((hold) => !hold.isReported && hold !== holds.get(without));
      const since = addCredits(account.charged, ...open.map(({ amount }) => amount));
      return toCredits(balance - (habits.get(id) === true ? ZERO_CREDITS : frozen) - since);
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
 * Two answers with nothing but new orders between them show what the balance means: it stayed while the holds grew, or it
 * fell with them. Null: neither is plain.
 */
function learn(before: ReportedBalance, after: ReportedBalance, held: Credits): boolean | null {
  if (after.frozen - before.frozen !== held) return null;
  if (after.balance === before.balance) return false;
  return before.balance - after.balance === held ? true : null;
}
