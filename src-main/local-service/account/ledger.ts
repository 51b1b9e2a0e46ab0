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

/** A price to hold for a task. */
interface Hold {
  readonly id: string;
  readonly price: Credits;
}

/** The account's ledger: entries are only added, and their sum is the balance at any time. */
export interface Ledger {
  balance(): Balance;
  grant(amount: Credits): void;
  /**
   * Grants the difference to a total grant of `total`; a smaller total revokes credits that are neither spent nor held. Returns
   * what could not be revoked.
   */
  grantInAll(total: Credits): Credits;
  /** Holds the prices of tasks; all must be available, see `refuseHold`. Once per task. */
  hold(holds: readonly Hold[]): void;
  /** Spends the held price. Closes the task's entries; a second close throws. */
  settle(taskId: string): void;
  /** Refunds the held price; returns the spendable balance. Closes the task's entries; a second close throws. */
  refund(taskId: string): Credits;
}

/** Error 2010 if the balance is too low to hold a price; otherwise null. */
export function checkFunds(price: Credits, balance: Credits): ApiError | null {
  if (balance >= price) return null;
  const message = serviceMessage('api.funds', { price: formatCredits(price), balance: formatCredits(balance) });
  return new ApiError(2010, message);
}
