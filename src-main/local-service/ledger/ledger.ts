import type { Credits } from '../../../src-shared/api/credits.ts';

/** The account (spec 2.6). */
export interface Balance {
  /** Credits that can be spent. */
  readonly balance: Credits;
  /** Credits held for tasks that are not finished. */
  readonly frozen: Credits;
}

/** The account's book: entries only come in, and their sum is the balance at any time. */
export interface Ledger {
  balance(): Balance;
  /** Grants what is missing to `total` ever granted; a smaller total takes back what is not spent or held. */
  grantInAll(total: Credits): void;
  /** Holds a task's price; throws fault 2010 when there is not enough. Once a task. */
  hold(taskId: string, price: Credits): void;
  /** The held price is spent. Closes the task's account; a second close throws. */
  settle(taskId: string): void;
  /** The held price comes back. Closes the task's account; a second close throws. */
  refund(taskId: string): void;
}
