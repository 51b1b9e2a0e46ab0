import type { DatabaseSync } from 'node:sqlite';
import { formatCredits, NO_CREDITS, toCredits, type Credits } from '../../../src-shared/api/credits.ts';
import { ServiceFault } from '../service-fault.ts';
import type { Balance, Ledger } from './ledger.ts';

type Kind = 'grant' | 'hold' | 'settle' | 'refund';

/** The book in the service's database. Each call is one row; whoever pairs it with other rows opens the transaction. */
export function createSqliteLedger(db: DatabaseSync, now: () => number): Ledger {
  const newest = db.prepare('SELECT balance_after, frozen_after FROM ledger ORDER BY number DESC LIMIT 1');
  const granted = db.prepare("SELECT coalesce(sum(balance_change), 0) AS total FROM ledger WHERE kind = 'grant'");
  const held = db.prepare("SELECT frozen_change FROM ledger WHERE task_id = ? AND kind = 'hold'");
  const insert = db.prepare(`
    INSERT INTO ledger (kind, task_id, balance_change, frozen_change, balance_after, frozen_after, at)
    VALUES (?, ?, ?, ?, ?, ?, ?)
  `);

  function balance(): Balance {
    const row = newest.get();
    return row
      ? { balance: toCredits(Number(row['balance_after'])), frozen: toCredits(Number(row['frozen_after'])) }
      : { balance: NO_CREDITS, frozen: NO_CREDITS };
  }

  function enter(kind: Kind, taskId: string | null, balanceChange: number, frozenChange: number): void {
    const before = balance();
    insert.run(
      kind,
      taskId,
      balanceChange,
      frozenChange,
      before.balance + balanceChange,
      before.frozen + frozenChange,
      now(),
    );
  }

  function heldFor(taskId: string): number {
    const row = held.get(taskId);
    if (!row) throw new Error(`Nothing is held for task ${taskId}`);
    return Number(row['frozen_change']);
  }

  return {
    balance,
    grantInAll(total) {
      const change = Math.max(total - Number(granted.get()?.['total']), 0 - balance().balance);
      if (change !== 0) enter('grant', null, change, 0);
    },
    hold(taskId, price) {
      if (balance().balance < price) throw notEnough(price, balance().balance);
      enter('hold', taskId, 0 - price, price);
    },
    settle: (taskId) => enter('settle', taskId, 0, -heldFor(taskId)),
    refund(taskId) {
      const price = heldFor(taskId);
      enter('refund', taskId, price, -price);
    },
  };
}

function notEnough(price: Credits, balance: Credits): ServiceFault {
  return new ServiceFault(
    2010,
    `This costs ${formatCredits(price)} credits; the balance is ${formatCredits(balance)}.`,
  );
}
