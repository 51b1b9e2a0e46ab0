import type { DatabaseSync } from 'node:sqlite';
import { addCredits, toCredits, type Credits } from '../../../src-shared/api/pricing/credits.ts';
import type { Ledger } from './ledger.ts';
import { inTransaction } from '../../base/sqlite/in-transaction.ts';
import type { TaskEvents } from '../tasks/embedded/task-events.ts';
import type { Synchronous } from '../../base/synchronous.ts';
import type { CreditAccount } from './credit-account.ts';

/** Dependencies of the account. */
export interface SqliteAccountOptions {
  readonly db: DatabaseSync;
  readonly ledger: Ledger;
  readonly events: TaskEvents;
  /** Credits of the configuration; absent: everything is free. */
  readonly credits: Credits | undefined;
  /** Epoch ms. */
  readonly now: () => number;
}

/**
 * The account in the service's database. Opening it raises the total grant to the sum of the configuration and all
 * top-ups, which are stored separately so that no start revokes them.
 */
export function openSqliteAccount(options: SqliteAccountOptions): Synchronous<CreditAccount> {
  const { db, ledger, events, credits, now } = options;
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

  inTransaction(db, grant);
  return {
    isFree: credits === undefined,
    balance: () => ledger.balance(),
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
