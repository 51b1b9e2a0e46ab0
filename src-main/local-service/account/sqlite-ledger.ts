import type { DatabaseSync } from 'node:sqlite';
import { ZERO_CREDITS, toCredits, type Credits } from '../../../src-shared/api/pricing/credits.ts';
import { prepareInsert } from '../../base/sqlite/prepare-insert.ts';
import { prepareQuery } from '../../base/sqlite/prepare-query.ts';
import type { Balance, Ledger } from './ledger.ts';

type Kind = 'grant' | 'hold' | 'settle' | 'refund';

/** Changes of the spendable and the held amount by an entry. */
interface Change {
  readonly taskId: string | null;
  readonly spend: number;
  readonly freeze: number;
}

const COLUMNS = ['kind', 'task_id', 'balance_change', 'frozen_change', 'balance_after', 'frozen_after', 'at'] as const;

/** The ledger in the service's database. Each call adds one row per task; the caller opens the transaction if there are more writes. */
export function createSqliteLedger(db: DatabaseSync, now: () => number): Ledger {
  const newest = prepareQuery<[balance: number, frozen: number]>(
    db,
    'SELECT balance_after, frozen_after FROM ledger ORDER BY number DESC LIMIT 1',
  );
  const granted = prepareQuery<[total: number]>(
    db,
    "SELECT coalesce(sum(balance_change), 0) FROM ledger WHERE kind = 'grant'",
  );
  const held = prepareQuery<[price: number]>(
    db,
    "SELECT frozen_change FROM ledger WHERE task_id = ? AND kind = 'hold'",
  );
  const insert = prepareInsert(db, 'ledger', COLUMNS);

  function balance(): Balance {
    const [spendable, frozen] = newest.get() ?? [ZERO_CREDITS, ZERO_CREDITS];
    return { balance: toCredits(spendable), frozen: toCredits(frozen) };
  }

  /** Adds entries in order; returns the resulting balance. */
  function enter(kind: Kind, changes: readonly Change[]): Credits {
    let { balance: spendable, frozen } = balance();
    const at = now();
    insert(
      changes.map(({ taskId, spend, freeze }) => {
        spendable = toCredits(spendable + spend);
        frozen = toCredits(frozen + freeze);
        return [kind, taskId, spend, freeze, spendable, frozen, at];
      }),
    );
    return spendable;
  }

  function heldFor(taskId: string): number {
    const [price] = held.get(taskId) ?? [];
    if (price === undefined) throw new Error(`Nothing is held for task ${taskId}`);
    return price;
  }

  const grant = (amount: number): void => void enter('grant', [{ taskId: null, spend: amount, freeze: 0 }]);

  return {
    balance,
    grant,
    grantInAll(total) {
      const difference = total - (granted.get()?.[0] ?? 0);
      const change = Math.max(difference, 0 - balance().balance);
      if (change !== 0) grant(change);
      return toCredits(change - difference);
    },
    hold: (holds) =>
      void enter(
        'hold',
        holds.map(({ id, price }) => ({ taskId: id, spend: 0 - price, freeze: price })),
      ),
    settle: (taskId) => void enter('settle', [{ taskId, spend: 0, freeze: -heldFor(taskId) }]),
    refund(taskId) {
      const price = heldFor(taskId);
      return enter('refund', [{ taskId, spend: price, freeze: -price }]);
    },
  };
}
