import { ApiError } from '../../api-error.ts';
import { serviceMessage } from '../../../../src-shared/api/messages/service-message.ts';
import {
  addCredits,
  formatCredits,
  toCredits,
  ZERO_CREDITS,
  type Credits,
} from '../../../../src-shared/api/pricing/credits.ts';
import { LIMITS } from '../../../../src-shared/api/protocol/limits.ts';
import type { createServiceApi } from './service-api.ts';

/** The account of the key at the other service. */
type Account = Pick<ReturnType<typeof createServiceApi>, 'balance' | 'usage'>;

/** Keeps a generator from spending more credits at another service than its user allowed. */
export interface CreditLimit {
  /**
   * Creates a task there that costs `price`; null: unknown. One after the other, so that two tasks cannot both use what is
   * left. Throws an ApiError, and creates nothing, if the day's credits do not cover it.
   */
  spend<T>(price: Credits | null, signal: AbortSignal, create: () => Promise<T>): Promise<T>;
}

/** Pages of the usage history that are read for one day; a longer day counts as spent. */
const MAX_PAGES = 50;

/**
 * A limit for each day, UTC. Without credits nothing that could cost any is created: a service that charges needs a balance,
 * and one that is free has none. Otherwise the usage history there is the truth, so that restarts and other clients of the
 * key count, and tasks that failed do not.
 */
export function createCreditLimit(
  { name, url, creditsPerDay }: { readonly name: string; readonly url: string; readonly creditsPerDay: number },
  account: Account,
  now: () => Date,
): CreditLimit {
  const limit = toCredits(creditsPerDay * 100);
  let known: { readonly day: string; readonly spent: Credits } | null = null;
  let turn: Promise<unknown> = Promise.resolve();

  async function readSpent(day: string, signal: AbortSignal): Promise<Credits> {
    const { frozen } = await account.balance(signal);
    const amounts: Credits[] = [frozen];
    for (let page = 0; page < MAX_PAGES; page++) {
      const rows = await account.usage(page * LIMITS.usagePageRows, signal);
      const ofDay = rows.filter((row) => toDay(row.created_at) === day);
      amounts.push(...ofDay.map((row) => row.credits_consumed ?? ZERO_CREDITS));
      if (ofDay.length < LIMITS.usagePageRows) return addCredits(...amounts);
    }
    return limit;
  }

  async function admit(price: Credits | null, signal: AbortSignal): Promise<void> {
    if (creditsPerDay === 0) {
      const { balance, frozen } = await account.balance(signal);
      if (balance > 0 || frozen > 0) throw new ApiError(1000, serviceMessage('generator.charges', { name, url }));
      return;
    }
    if (price === null) throw new ApiError(1000, serviceMessage('generator.price-unknown', { name }));
    const day = now().toISOString().slice(0, 10);
    const isCovered = () => known?.day === day && addCredits(known.spent, price) <= limit;
    // What failed since was refunded, so the history is read again before a task is refused.
    if (!isCovered()) known = { day, spent: await readSpent(day, signal) };
    if (!isCovered()) {
      const amounts = { limit: formatCredits(limit), price: formatCredits(price) };
      throw new ApiError(1000, serviceMessage('generator.credit-limit', { name, url, ...amounts }));
    }
    known = { day, spent: addCredits(known!.spent, price) };
  }

  return {
    spend: (price, signal, create) => {
      const order = turn.then(async () => {
        signal.throwIfAborted();
        await admit(price, signal);
        return create();
      });
      turn = order.catch(() => undefined);
      return order;
    },
  };
}

/** The day of a time in ISO 8601, UTC; empty if it is none. */
function toDay(time: string): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10);
}
