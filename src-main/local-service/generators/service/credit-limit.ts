import { ApiError } from '../../api-error.ts';
import { serviceMessage } from '../../../../src-shared/api/messages/service-message.ts';
import { addCredits, formatCredits, toCredits, type Credits } from '../../../../src-shared/api/pricing/credits.ts';
import { createHistoryOrder } from '../../../../src-shared/api/protocol/history-order.ts';
import { LIMITS } from '../../../../src-shared/api/protocol/limits.ts';
import type { ConfirmName } from '../../workers/work-queue.ts';
import type { GeneratorRun } from '../generator.ts';
import type { createServiceApi } from './service-api.ts';

/** The account of the key at the other service. */
type Account = Pick<ReturnType<typeof createServiceApi>, 'balance' | 'usage'>;

/** Keeps a generator from spending more credits at another service than its user allowed. */
export interface CreditLimit {
  /**
   * Creates a task there that costs `price`; null: unknown. One after the other, also of other generators with the same URL
   * and in other processes, so that two tasks cannot both use what is left. Throws an ApiError, and creates nothing, if the
   * day's credits do not cover it. `create` confirms its turn right before its request. If the turn was lost by then, the
   * credits are read again, and `create` is called again.
   */
  spend<T>(
    price: Credits | null,
    run: Pick<GeneratorRun, 'signal' | 'alone'>,
    create: (confirm: ConfirmName) => Promise<T>,
  ): Promise<T>;
}

/** Pages of the usage history that are read for one day; a longer day counts as spent. */
const MAX_PAGES = 50;

const DAY_MS = 24 * 3_600_000;

/** The last turn at each URL: generators with the same URL spend the credits of the same key. */
const turns = new Map<string, Promise<unknown>>();

/** The turn of a process that shares its name with no other. */
const ALWAYS: ConfirmName = () => Promise.resolve();

/**
 * A limit for each day, UTC, by the clock of the service; `now` is for services that do not tell their time. Without
 * credits nothing that could cost any is created: a service that charges needs a balance, and one that is free has none.
 * Otherwise the balance and the usage history there are the truth, and are read before each task: restarts and other
 * clients of the key count, tasks that failed do not, and those that run are held there.
 */
export function createCreditLimit(
  { name, url, creditsPerDay }: { readonly name: string; readonly url: string; readonly creditsPerDay: number },
  account: Account,
  now: () => Date,
): CreditLimit {
  const limit = toCredits(creditsPerDay * 100);

  async function readSpent(signal: AbortSignal, confirm: ConfirmName): Promise<Credits> {
    const { frozen, time } = await account.balance(signal);
    const dayStart = Math.floor((time ?? now().getTime()) / DAY_MS) * DAY_MS;
    const amounts: Credits[] = [frozen];
    const listed = createHistoryOrder();
    for (let page = 0; page < MAX_PAGES; page++) {
      // The turn lasts for one request.
      await confirm();
      const rows = await account.usage(page * LIMITS.usagePageRows, signal);
      listed.add(rows.map((row) => row.created_at));
      // The day may end meanwhile, and a row without a valid time may be of today.
      const ofDay = rows.filter((row) => !(Date.parse(row.created_at) < dayStart));
      // A charge that cannot be read may be any.
      amounts.push(...ofDay.map((row) => row.credits_consumed ?? limit));
      if (rows.length < LIMITS.usagePageRows || listed.isPast(dayStart)) return addCredits(...amounts);
    }
    return limit;
  }

  async function admit(price: Credits | null, signal: AbortSignal, confirm: ConfirmName): Promise<void> {
    if (creditsPerDay === 0) {
      const { balance, frozen } = await account.balance(signal);
      if (balance > 0 || frozen > 0) throw new ApiError(1000, serviceMessage('generator.charges', { name, url }));
      return;
    }
    if (price === null) throw new ApiError(1000, serviceMessage('generator.price-unknown', { name }));
    const spent = await readSpent(signal, confirm);
    if (addCredits(spent, price) <= limit) return;
    const amounts = { limit: formatCredits(limit), price: formatCredits(price) };
    throw new ApiError(1000, serviceMessage('generator.credit-limit', { name, url, ...amounts }));
  }

  return {
    spend: (price, { signal, alone }, create) => {
      const spendNow = async (confirm: ConfirmName) => {
        signal.throwIfAborted();
        await admit(price, signal, confirm);
        return create(confirm);
      };
      const isShared = alone && creditsPerDay > 0;
      const turn = turns.get(url) ?? Promise.resolve();
      const order = turn.then(() => (isShared ? alone(`generator ${url}`, signal, spendNow) : spendNow(ALWAYS)));
      turns.set(
        url,
        order.catch(() => undefined),
      );
      return order;
    },
  };
}
