import { randomUUID } from 'node:crypto';
import { toWireCredits, type Credits } from '../../../src-shared/api/pricing/credits.ts';
import { statement, type Postgres } from '../storage/postgres/postgres.ts';
import { CHANNELS, type AccountListener } from '../tasks/studio/postgres-lifecycle.ts';
import { NOTIFY } from '../tasks/studio/postgres-statements.ts';

const SET_LOW = statement(
  'set-low',
  `INSERT INTO balance_alert (is_low) VALUES ($1)
   ON CONFLICT (one) DO UPDATE SET is_low = excluded.is_low WHERE balance_alert.is_low <> excluded.is_low
   RETURNING is_low`,
);
const START = statement(
  'start-alert',
  `INSERT INTO balance_alert (is_low) SELECT balance < $1 FROM account FOR UPDATE
   ON CONFLICT (one) DO UPDATE SET is_low = false WHERE balance_alert.is_low AND NOT excluded.is_low`,
);
const ADD_EVENT = statement(
  'add-balance-event',
  `WITH event AS (
     INSERT INTO events (id, type, data) SELECT $1, 'balance.low', $2 WHERE EXISTS (SELECT FROM webhooks)
     RETURNING id, created_at
   )
   INSERT INTO deliveries (webhook_id, event_id, due_at)
   SELECT webhooks.id, event.id, event.created_at FROM webhooks, event`,
);

/** Without a threshold. */
export const NO_BALANCE_ALERT: AccountListener = { balanceChanged: () => Promise.resolve() };

/**
 * Writes `balance.low` (spec 6.2) once each time the balance falls below the threshold, in the transaction of its change,
 * but not for a balance that was low before the first start. A threshold that was lowered since the last start may be
 * passed again.
 */
export async function openBalanceAlert(postgres: Postgres, threshold: Credits): Promise<AccountListener> {
  await postgres.query(START, threshold);
  return {
    async balanceChanged(sql, balance) {
      const isLow = balance < threshold;
      const { count } = await sql.query(SET_LOW, isLow);
      if (!isLow || count === 0) return;
      const data = { balance: toWireCredits(balance), threshold: toWireCredits(threshold) };
      const id = `${randomUUID()}.balance.low`;
      const { count: deliveries } = await sql.query(ADD_EVENT, id, JSON.stringify(data));
      // No task may end for a long time.
      if (deliveries > 0) await sql.query(NOTIFY, CHANNELS.events, id);
    },
  };
}
