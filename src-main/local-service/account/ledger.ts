import { formatCredits, type Credits } from '../../../src-shared/api/pricing/credits.ts';
import { serviceMessage } from '../../../src-shared/api/messages/service-message.ts';
import { ApiError } from '../api-error.ts';

/** The account (spec 2.6). */
export interface Balance {
  /** Credits that can be spent. */
  readonly balance: Credits;
  /** Credits held for tasks that are not finished. */
  readonly frozen: Credits;
}

/** A price that is to be held for a task. */
interface Hold {
  readonly id: string;
  readonly price: Credits;
}

/** The account's book: entries only come in, and their sum is the balance at any time. */
export interface Ledger {
  balance(): Balance;
  /** Grants what is missing to `total` ever granted; a smaller total takes back what is not spent or held. */
  grantInAll(total: Credits): void;
  /** Holds the prices of tasks, which must be there in all; see `refuseHold`. Once a task. */
  hold(holds: readonly Hold[]): void;
  /** The held price is spent. Closes the task's account; a second close throws. */
  settle(taskId: string): void;
  /** The held price comes back; answers what can be spent then. Closes the task's account; a second close throws. */
  refund(taskId: string): Credits;
}

/** Fault 2010 when a price cannot be held because less is there; null when it can. */
export function checkFunds(price: Credits, balance: Credits): ApiError | null {
  if (balance >= price) return null;
  const message = serviceMessage('api.funds', { price: formatCredits(price), balance: formatCredits(balance) });
  return new ApiError(2010, message);
}
