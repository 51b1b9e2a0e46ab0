import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { toWireCredits, type Credits } from '../../../src-shared/api/pricing/credits.ts';
import type { EventType } from '../../../src-shared/api/protocol/webhook-event.ts';
import type { TaskEvents } from '../tasks/task-events.ts';
import type { DeliveryStore } from './delivery-store.ts';

/** What the writer needs to know of the account. */
interface Account {
  /** Balance below which `balance.low` is sent; absent: never. */
  readonly threshold: Credits | undefined;
  /** The spendable balance right now. */
  readonly balance: Credits;
}

/**
 * Writes events in the transaction of the move they tell about (spec 6.1), and calls `wake` when that transaction is
 * over and somebody waits for them. `balance.low` comes once each time the balance falls below the threshold; a balance that is low already when the
 * service starts is no fall.
 */
export function createEventWriter(
  db: DatabaseSync,
  deliveries: DeliveryStore,
  now: () => number,
  { threshold, balance }: Account,
  wake: () => void,
): TaskEvents {
  const setLow = db.prepare(
    'INSERT INTO balance_alert (only, is_low) VALUES (1, ?) ON CONFLICT (only) DO UPDATE SET is_low = excluded.is_low',
  );
  const getLow = db.prepare('SELECT is_low FROM balance_alert');
  if (threshold !== undefined) setLow.run(balance < threshold ? 1 : 0);

  function write(id: string, type: EventType, about: { taskId: string } | { data: object }): void {
    const isAwaited = deliveries.add({ id: `${id}.${type}`, type, subject: about, createdAt: now() });
    // Moves are synchronous: by the next turn of the loop the transaction has ended.
    if (isAwaited) setImmediate(wake);
  }

  return {
    ended: (task) => write(task.id, task.status === 'success' ? 'task.completed' : 'task.failed', { taskId: task.id }),
    balanceChanged(current) {
      if (threshold === undefined) return;
      const isLow = current < threshold;
      if (isLow === (getLow.get()?.['is_low'] === 1)) return;
      setLow.run(isLow ? 1 : 0);
      if (!isLow) return;
      write(randomUUID(), 'balance.low', {
        data: { balance: toWireCredits(current), threshold: toWireCredits(threshold) },
      });
    },
  };
}
