import type { Credits } from '../../../src-shared/api/pricing/credits.ts';
import type { Balance } from './ledger.ts';

/** A ledger entry as the console shows it. */
interface LedgerEntry {
  readonly number: number;
  readonly kind: string;
  readonly taskId: string | null;
  readonly balanceChange: Credits;
  readonly frozenChange: Credits;
  readonly balanceAfter: Credits;
  /** Epoch ms. */
  readonly at: number;
}

/** The account as the endpoints see it. */
export interface CreditAccount {
  /** True if everything is free, so that credits cannot be granted. */
  readonly isFree: boolean;
  balance(): Promise<Balance>;
  /** Adds credits to those of the configuration; durable when it resolves. Not available if everything is free. */
  topUp(amount: Credits): Promise<void>;
  /** A number of entries, newest first; `before` is the number of the entry after which the page starts. */
  entries(limit: number, before?: number): Promise<LedgerEntry[]>;
}
