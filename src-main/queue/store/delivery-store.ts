import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../base/clock.ts';
import { log } from '../../base/log/log.ts';
import { isUnwritable } from '../../base/sqlite/sqlite-errors.ts';

/** Services stop retrying long before this. */
const KEPT_MS = 3 * 24 * 3_600_000;
/** Maximum number of stored deliveries. */
const MAX_DELIVERIES = 10_000;

/** Received webhook deliveries, so that repeated ones are ignored, also after a restart. */
export interface DeliveryStore {
  /** Records a delivery; returns whether it is new. A delivery that cannot be recorded counts as new, which is harmless. */
  markSeen(id: string): boolean;
}

/** Stores deliveries by id; old ones and those beyond the newest 10,000 are deleted. */
export function createDeliveryStore(database: DatabaseSync, { now }: Pick<Clock, 'now'>): DeliveryStore {
  const insert = database.prepare('insert or ignore into deliveries (id, at) values (?, ?)');
  const dropOld = database.prepare('delete from deliveries where at < ?');
  const dropMany = database.prepare('delete from deliveries where rowid <= (select max(rowid) from deliveries) - ?');
  return {
    markSeen: (id) => {
      try {
        dropOld.run(now() - KEPT_MS);
        const isNew = insert.run(id, now()).changes > 0;
        dropMany.run(MAX_DELIVERIES);
        return isNew;
      } catch (error) {
        if (!isUnwritable(error)) throw error;
        log.error('webhooks', 'a delivery cannot be saved', error);
        return true;
      }
    },
  };
}
