import type { DatabaseSync } from 'node:sqlite';
import { toCredits } from '../../../src-shared/api/pricing/credits.ts';
import type { UsageRow } from '../../../src-shared/api/protocol/endpoints.ts';
import { MAX_USAGE_ROWS, type UsageCache } from '../../service-client/services/usage-reader.ts';
import type { Clock } from '../../base/clock.ts';
import { inTransaction } from '../../base/sqlite/in-transaction.ts';
import type { KeyValueStore } from '../../base/key-value-store.ts';

/** Rows of tasks older than this are deleted; the account shows at most one year. */
const KEPT_MS = 400 * 24 * 3_600_000;

/** The histories of all services and keys; each call is durable when it returns. */
export interface UsageStore {
  /** The history of a service and key. */
  cacheFor(serviceId: string): UsageCache;
}

/** Stored history, one row for each task. */
export function createUsageStore(
  database: DatabaseSync,
  facts: KeyValueStore,
  { now }: Pick<Clock, 'now'>,
): UsageStore {
  const select = database.prepare(
    'select * from usage_rows where service_id = ? order by at desc nulls last, rowid limit ?',
  );
  const insert = database.prepare(
    `insert or replace into usage_rows (service_id, task_id, type, status, created_at, at, credits)
     values (?, ?, ?, ?, ?, ?, ?)`,
  );
  const clear = database.prepare('delete from usage_rows where service_id = ?');
  const dropOld = database.prepare('delete from usage_rows where at < ?');
  const dropMany = database.prepare(
    `delete from usage_rows where service_id = ?1 and task_id in
       (select task_id from usage_rows where service_id = ?1 order by at desc nulls last, rowid limit -1 offset ?2)`,
  );
  const put = (serviceId: string, row: UsageRow): void => {
    const at = Date.parse(row.created_at);
    insert.run(
      ...[serviceId, row.task_id, row.type, row.status, row.created_at],
      ...[Number.isFinite(at) ? at : null, row.credits_consumed ?? null],
    );
  };

  return {
    cacheFor: (serviceId) => {
      const [wholeName, readName] = [`usage whole ${serviceId}`, `usage read ${serviceId}`];
      return {
        read: () => ({
          rows: select.all(serviceId, MAX_USAGE_ROWS).map(toRow),
          isWhole: facts.get(wholeName) === 'yes',
          readAt: facts.get(readName) === null ? null : Number(facts.get(readName)),
        }),
        write: (rows, { isWhole, readAt, isNew }) =>
          inTransaction(database, () => {
            if (isNew) clear.run(serviceId);
            for (const row of rows) put(serviceId, row);
            dropOld.run(now() - KEPT_MS);
            dropMany.run(serviceId, MAX_USAGE_ROWS);
            facts.set(wholeName, isWhole ? 'yes' : 'no');
            if (readAt !== null) facts.set(readName, String(readAt));
          }),
      };
    },
  };
}

function toRow(row: Record<string, unknown>): UsageRow {
  return {
    task_id: row['task_id'] as string,
    type: row['type'] as string,
    status: row['status'] as string,
    created_at: row['created_at'] as string,
    credits_consumed: row['credits'] === null ? null : toCredits(Number(row['credits'])),
  };
}
