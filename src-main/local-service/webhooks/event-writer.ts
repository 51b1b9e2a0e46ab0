import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { toWireCredits, type Credits } from '../../../src-shared/api/pricing/credits.ts';
import type { EventType } from '../../../src-shared/api/protocol/webhook-event.ts';
import type { TaskEvents } from '../tasks/embedded/task-events.ts';
import type { SqliteDeliveryStore } from './sqlite-delivery-store.ts';

/** Account data for the writer. */
interface Account {
  /** Balance below which `balance.low` is sent; absent: never. */
  readonly threshold: Credits | undefined;
  /** The spendable balance right now. */
  readonly balance: Credits;
}

/**
 * Writes events in the transaction of their transition (spec 6.1), and calls `wake` after that transaction
 * if there are endpoints. `balance.low` is sent once each time the balance falls below the threshold, but not for a balance that is
 * already low when the service starts.
 */
export function createEventWriter(
  db: DatabaseSync,
  deliveries: Pick<SqliteDeliveryStore, 'add'>,
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
    // Transitions are synchronous: by the next turn of the event loop the transaction has ended.
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
