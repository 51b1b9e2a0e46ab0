import { addCredits, toCredits, type Credits } from '../../../src-shared/api/pricing/credits.ts';
import { statement, type Postgres, type Sql } from '../storage/postgres/postgres.ts';
import type { AccountListener } from '../tasks/studio/postgres-lifecycle.ts';
import type { CreditAccount } from './credit-account.ts';

const BALANCE = statement('balance', 'SELECT balance, frozen FROM account');
const LOCK = statement('lock-granted', 'SELECT balance, granted FROM account FOR UPDATE');
const TOP_UPS = statement('top-ups', 'SELECT coalesce(sum(amount), 0)::bigint FROM top_ups');
const TOP_UP = statement('top-up', 'INSERT INTO top_ups (amount) VALUES ($1)');
const GRANT = statement(
  'grant',
  `WITH money AS (
     UPDATE account SET balance = balance + $1, granted = granted + $1 RETURNING balance, frozen
   )
   INSERT INTO ledger (kind, balance_change, frozen_change, balance_after, frozen_after)
   SELECT 'grant', $1, 0, balance, frozen FROM money`,
);
const PAGE = statement(
  'ledger-page',
  `SELECT number, kind, task_id::text, balance_change, frozen_change, balance_after, at FROM ledger
   WHERE number < $1 ORDER BY number DESC LIMIT $2`,
);

type EntryRow = [
  number: number,
  kind: string,
  taskId: string | null,
  balanceChange: number,
  frozenChange: number,
  balanceAfter: number,
  at: Date,
];

/**
 * The account of a studio. Opening it raises the total grant to the sum of the configuration and all top-ups; a smaller
 * sum revokes credits that are neither spent nor held. `credits` absent: everything is free.
 */
export async function openPostgresAccount(
  postgres: Postgres,
  listener: AccountListener,
  credits: Credits | undefined,
): Promise<CreditAccount> {
  async function grant(sql: Sql): Promise<void> {
    if (credits === undefined) return;
    const account = await sql.query<[balance: number, granted: number]>(LOCK);
    const topUps = await sql.query<[total: number]>(TOP_UPS);
    const [balance = 0, granted = 0] = account.rows[0] ?? [];
    const total = addCredits(credits, toCredits(topUps.rows[0]?.[0] ?? 0));
    const change = Math.max(total - granted, -balance);
    if (change === 0) return;
    await sql.query(GRANT, change);
    await listener.balanceChanged(sql, toCredits(balance + change));
  }

  await postgres.transaction(grant);
  return {
    isFree: credits === undefined,
    async balance() {
      const { rows } = await postgres.query<[balance: number, frozen: number]>(BALANCE);
      const [balance = 0, frozen = 0] = rows[0] ?? [];
      return { balance: toCredits(balance), frozen: toCredits(frozen) };
    },
    topUp: (amount) =>
      postgres.transaction(async (sql) => {
        await sql.query(TOP_UP, amount);
        await grant(sql);
      }),
    async entries(limit, before = Number.MAX_SAFE_INTEGER) {
      const { rows } = await postgres.query<EntryRow>(PAGE, before, limit);
      return rows.map(([number, kind, taskId, balanceChange, frozenChange, balanceAfter, at]) => ({
        ...{ number, kind, taskId, at: at.getTime() },
        balanceChange: toCredits(balanceChange),
        frozenChange: toCredits(frozenChange),
        balanceAfter: toCredits(balanceAfter),
      }));
    },
  };
}
