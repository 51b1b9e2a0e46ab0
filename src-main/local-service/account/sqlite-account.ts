import type { DatabaseSync } from 'node:sqlite';
import { addCredits, toCredits, type Credits } from '../../../src-shared/api/pricing/credits.ts';
import type { Ledger } from './ledger.ts';
import { inTransaction } from '../../base/sqlite/in-transaction.ts';
import type { TaskEvents } from '../tasks/task-events.ts';

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

/** The console's view of the account. */
export interface CreditAccount {
  /** True if everything is free, so that credits cannot be granted. */
  readonly isFree: boolean;
  /** Raises the total grant to the sum of the configuration and all top-ups; call it at every start. */
  grant(): void;
  /** Adds credits to those of the configuration; durable when it returns. Not available if everything is free. */
  topUp(amount: Credits): void;
  /** A number of entries, newest first; `before` is the number of the entry after which the page starts. */
  entries(limit: number, before?: number): LedgerEntry[];
}

/** Dependencies of the account. */
export interface CreditAccountOptions {
  readonly db: DatabaseSync;
  readonly ledger: Ledger;
  readonly events: TaskEvents;
  /** Credits of the configuration; absent: everything is free. */
  readonly credits: Credits | undefined;
  /** Epoch ms. */
  readonly now: () => number;
}

/** The account in the service's database. Top-ups are stored separately, so that the next start does not revoke them. */
export function createCreditAccount({ db, ledger, events, credits, now }: CreditAccountOptions): CreditAccount {
  const insert = db.prepare('INSERT INTO top_ups (amount, at) VALUES (?, ?)');
  const total = db.prepare('SELECT coalesce(sum(amount), 0) AS total FROM top_ups');
  const page = db.prepare('SELECT * FROM ledger WHERE number < ? ORDER BY number DESC LIMIT ?');

  function grant(): void {
    if (credits === undefined) return;
    const before = ledger.balance().balance;
    ledger.grantInAll(addCredits(credits, toCredits(Number(total.get()?.['total']))));
    const after = ledger.balance().balance;
    if (after !== before) events.balanceChanged(after);
  }

  return {
    isFree: credits === undefined,
    grant: () => inTransaction(db, grant),
    topUp: (amount) =>
      inTransaction(db, () => {
        insert.run(amount, now());
        grant();
      }),
    entries: (limit, before = Number.MAX_SAFE_INTEGER) =>
      page.all(before, limit).map((row) => ({
        number: Number(row['number']),
        kind: String(row['kind']),
        taskId: row['task_id'] as string | null,
        balanceChange: toCredits(Number(row['balance_change'])),
        frozenChange: toCredits(Number(row['frozen_change'])),
        balanceAfter: toCredits(Number(row['balance_after'])),
        at: Number(row['at']),
      })),
  };
}
