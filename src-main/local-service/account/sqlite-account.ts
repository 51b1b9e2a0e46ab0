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
 * The account in the service's database. Opening it grants or revokes what the configuration changed since the last time: all
 * grants together are its credits and the top-ups, which are stored separately so that no start revokes them. Credits
 * that are spent or held cannot be revoked, and count as a top-up from then on.
 */
export function openSqliteAccount(options: SqliteAccountOptions): Synchronous<CreditAccount> {
  const { db, ledger, events, credits, now } = options;
  const insert = db.prepare('INSERT INTO top_ups (amount, at) VALUES (?, ?)');
  const total = db.prepare('SELECT coalesce(sum(amount), 0) AS total FROM top_ups');
  const page = db.prepare('SELECT * FROM ledger WHERE number < ? ORDER BY number DESC LIMIT ?');

  function change(write: () => void): void {
    inTransaction(db, () => {
      const before = ledger.balance().balance;
      write();
      const after = ledger.balance().balance;
      if (after !== before) events.balanceChanged(after);
    });
  }

  if (credits !== undefined) {
    change(() => {
      const kept = ledger.grantInAll(addCredits(credits, toCredits(Number(total.get()?.['total']))));
      if (kept > 0) insert.run(kept, now());
    });
  }
  return {
    isFree: credits === undefined,
    balance: () => ledger.balance(),
    topUp: (amount) =>
      change(() => {
        insert.run(amount, now());
        ledger.grant(amount);
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
