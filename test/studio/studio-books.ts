import { expect } from 'vitest';

/** Rows of a query of the studio’s database, as tuples. */
type Query = (text: string, ...values: unknown[]) => Promise<unknown[][]>;

/** What must hold whenever nothing runs: each task is closed once, and no credits are lost, created or held. */
export async function expectBooks(query: Query): Promise<void> {
  const [[balance, frozen, granted] = []] = await query('SELECT balance, frozen, granted FROM account');
  const [[sum, held] = []] = await query('SELECT sum(balance_change), sum(frozen_change) FROM ledger');
  expect([Number(sum), Number(held)]).toEqual([Number(balance), Number(frozen)]);
  expect(Number(frozen)).toBe(0);
  const [[spent] = []] = await query("SELECT coalesce(sum(price), 0) FROM tasks WHERE status = 'success'");
  expect(Number(granted) - Number(balance)).toBe(Number(spent));
  const [[spending] = []] = await query('SELECT coalesce(sum(credits), 0) FROM key_spending');
  expect(Number(spending)).toBe(Number(spent));
  const wrong = await query(
    `SELECT id, status, (SELECT string_agg(kind, ' ' ORDER BY number) FROM ledger WHERE task_id = tasks.id) AS entries
     FROM tasks`,
  );
  const expected = { success: 'hold settle', failed: 'hold refund', cancelled: 'hold refund' };
  expect(wrong.filter(([, status, entries]) => expected[status as keyof typeof expected] !== entries)).toEqual([]);
  expect(await query('SELECT category FROM pools WHERE taken <> 0')).toEqual([]);
}
