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
 * The account of a studio. Opening it grants or revokes what the configuration changed since the last time: all grants
 * together are its credits and the top-ups. Credits that are spent or held cannot be revoked, and count as a top-up from
 * then on. `credits` absent: everything is free.
 */
export async function openPostgresAccount(
  postgres: Postgres,
  listener: AccountListener,
  credits: Credits | undefined,
): Promise<CreditAccount> {
  async function lock(sql: Sql): Promise<{ readonly balance: number; readonly granted: number }> {
    const { rows } = await sql.query<[balance: number, granted: number]>(LOCK);
    const [balance = 0, granted = 0] = rows[0] ?? [];
    return { balance, granted };
  }

  async function grant(sql: Sql, balance: number, change: number): Promise<void> {
    if (change === 0) return;
    await sql.query(GRANT, change);
    await listener.balanceChanged(sql, toCredits(balance + change));
  }

  async function grantInAll(sql: Sql, configured: Credits): Promise<void> {
    const { balance, granted } = await lock(sql);
    const { rows } = await sql.query<[total: number]>(TOP_UPS);
    const difference = addCredits(configured, toCredits(rows[0]?.[0] ?? 0)) - granted;
    const change = Math.max(difference, -balance);
    if (change > difference) await sql.query(TOP_UP, change - difference);
    await grant(sql, balance, change);
  }

  if (credits !== undefined) await postgres.transaction((sql) => grantInAll(sql, credits));
  return {
    isFree: credits === undefined,
    async balance() {
      const { rows } = await postgres.query<[balance: number, frozen: number]>(BALANCE);
      const [balance = 0, frozen = 0] = rows[0] ?? [];
      return { balance: toCredits(balance), frozen: toCredits(frozen) };
    },
    topUp: (amount) =>
      postgres.transaction(async (sql) => {
        const { balance } = await lock(sql);
        await sql.query(TOP_UP, amount);
        await grant(sql, balance, amount);
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
