import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { EventType } from '../../../src-shared/api/protocol/webhook-event.ts';
import type { Synchronous } from '../../base/synchronous.ts';
import { prepareQuery } from '../../base/sqlite/prepare-query.ts';
import type { Delivery, DeliveryStore, DeliverySummary, NewEvent } from './delivery-store.ts';

type Row = Readonly<Record<string, string | number | null>>;

/** Events and their deliveries in the service's database. */
export interface SqliteDeliveryStore extends Synchronous<DeliveryStore> {
  /** Saves the event and one delivery for each endpoint in the open transaction; false if there is no endpoint. */
  add(event: NewEvent): boolean;
}

/** Opens the events and deliveries of a database. */
export function createSqliteDeliveryStore(db: DatabaseSync, now: () => number): SqliteDeliveryStore {
  const webhooks = prepareQuery<[id: string]>(db, 'SELECT id FROM webhooks');
  const insertEvent = db.prepare('INSERT INTO events (id, type, task_id, data, created_at) VALUES (?, ?, ?, ?, ?)');
  const insert = db.prepare('INSERT INTO deliveries (id, webhook_id, event_id, due_at) VALUES (?, ?, ?, ?)');
  const due = db.prepare(`
    SELECT d.id, d.attempts, e.id AS event_id, e.type, e.task_id, e.data, e.created_at, w.id AS webhook_id, w.url, w.secret
    FROM deliveries d JOIN events e ON e.id = d.event_id JOIN webhooks w ON w.id = d.webhook_id
    WHERE d.webhook_id = ? AND d.due_at <= ? ORDER BY d.due_at, d.number LIMIT ?
  `);
  const nextDue = prepareQuery<[at: number | null]>(
    db,
    'SELECT min(due_at) FROM deliveries WHERE webhook_id = ? AND due_at > ?',
  );
  const record = db.prepare(
    'UPDATE deliveries SET attempts = attempts + 1, due_at = ?, delivered_at = ?, outcome = ? WHERE id = ?',
  );
  const latest = db.prepare(`
    SELECT d.*, e.type, e.created_at FROM deliveries d JOIN events e ON e.id = d.event_id
    ORDER BY d.number DESC LIMIT ?
  `);
  const sweep = db.prepare(`
    DELETE FROM events WHERE created_at < ?
    AND NOT EXISTS (SELECT 1 FROM deliveries WHERE event_id = events.id AND due_at IS NOT NULL)
  `);
  const endpointIds = () => webhooks.all().map(([id]) => id);

  return {
    add({ id, type, subject: about, createdAt }) {
      const endpoints = endpointIds();
      if (endpoints.length === 0) return false;
      const [taskId, data] = 'taskId' in about ? [about.taskId, null] : [null, JSON.stringify(about.data)];
      insertEvent.run(id, type, taskId, data, createdAt);
      for (const endpoint of endpoints) insert.run(randomUUID(), endpoint, id, createdAt);
      return true;
    },
    due: (at, perEndpoint) =>
      endpointIds().flatMap((endpoint) => (due.all(endpoint, at, perEndpoint) as Row[]).map(toDelivery)),
    nextLook(at) {
      const next = endpointIds().flatMap((endpoint) => nextDue.get(endpoint, at)?.[0] ?? []);
      return next.length === 0 ? null : Math.min(...next);
    },
    record: (id, { delivered, outcome, retryAt }) =>
      void record.run(delivered ? null : retryAt, delivered ? now() : null, outcome, id),
    latest: (limit) => (latest.all(limit) as Row[]).map(toSummary),
    sweep: (before) => void sweep.run(before),
  };
}

function toDelivery(row: Row): Delivery {
  const { task_id: taskId, data } = row;
  return {
    id: String(row['id']),
    attempts: Number(row['attempts']),
    event: {
      id: String(row['event_id']),
      type: row['type'] as EventType,
      subject: taskId === null ? { data: JSON.parse(String(data)) as object } : { taskId: String(taskId) },
      createdAt: Number(row['created_at']),
    },
    webhook: { id: String(row['webhook_id']), url: String(row['url']), secret: String(row['secret']) },
  };
}

function toSummary(row: Row): DeliverySummary {
  return {
    id: String(row['id']),
    webhookId: String(row['webhook_id']),
    eventId: String(row['event_id']),
    type: String(row['type']),
    createdAt: Number(row['created_at']),
    attempts: Number(row['attempts']),
    dueAt: row['due_at'] as number | null,
    deliveredAt: row['delivered_at'] as number | null,
    outcome: row['outcome'] as string | null,
  };
}
