import type { EventType } from '../../../src-shared/api/protocol/webhook-event.ts';
import { statement, type Postgres } from '../storage/postgres/postgres.ts';
import type { Delivery, DeliveryStore } from './delivery-store.ts';

/**
 * A process that takes deliveries has them for this long; if it ends, another one sends them. Longer than an attempt
 * takes, so that none is sent by two processes at the same time.
 */
const LEASE = "interval '30 seconds'";

/** Takes due deliveries, some of each endpoint that has not enough under way, for this process. */
const TAKE_DUE = statement(
  'take-due',
  `WITH due AS (
     SELECT picked.number FROM webhooks, LATERAL (
       SELECT number FROM deliveries
       WHERE webhook_id = webhooks.id AND due_at <= now() ORDER BY due_at, number LIMIT $1 FOR UPDATE SKIP LOCKED
     ) AS picked
     WHERE NOT webhooks.id = ANY ($2)
   )
   UPDATE deliveries SET due_at = now() + ${LEASE}
   FROM due, events, webhooks
   WHERE deliveries.number = due.number AND events.id = event_id AND webhooks.id = webhook_id
   RETURNING deliveries.id::text, attempts, events.id, events.type, task_id::text, data, events.created_at,
     webhooks.id, url, secret`,
);
/**
 * The first delivery of an endpoint that has not enough under way. It may be due already: it became due after the last
 * look for due ones, or another process is taking it.
 */
const NEXT_DUE = statement(
  'next-due',
  `SELECT extract(epoch FROM min(due_at) - now())::double precision * 1000 FROM deliveries
   WHERE due_at IS NOT NULL AND NOT webhook_id = ANY ($1)`,
);
const RECORD = statement(
  'record-delivery',
  `UPDATE deliveries SET attempts = attempts + 1, outcome = $2, delivered_at = CASE WHEN $3 THEN now() END,
     due_at = CASE WHEN $3 THEN NULL ELSE now() + $4::double precision * interval '1 millisecond' END
   WHERE id = $1`,
);
const LATEST = statement(
  'latest-deliveries',
  `SELECT deliveries.id::text, webhook_id, event_id, type, created_at, attempts, due_at, delivered_at, outcome
   FROM deliveries JOIN events ON events.id = event_id ORDER BY number DESC LIMIT $1`,
);
const SWEEP = statement(
  'sweep-events',
  `DELETE FROM events WHERE created_at < to_timestamp($1::double precision / 1000)
     AND NOT EXISTS (SELECT FROM deliveries WHERE event_id = events.id AND due_at IS NOT NULL)`,
);

type DueRow = [
  id: string,
  attempts: number,
  eventId: string,
  type: EventType,
  taskId: string | null,
  data: string | null,
  createdAt: Date,
  webhookId: string,
  url: string,
  secret: string,
];

type LatestRow = [
  id: string,
  webhookId: string,
  eventId: string,
  type: string,
  createdAt: Date,
  attempts: number,
  dueAt: Date | null,
  deliveredAt: Date | null,
  outcome: string | null,
];

/** After an outage of the database deliveries are looked for again. */
const RETRY_MS = 1_000;

/** Least pause between two looks for due deliveries. */
const LEAST_PAUSE_MS = 20;

/**
 * The deliveries of a studio, which all its processes share: `due` takes them for the process that asks. Times are those
 * of the database; `now` is the clock of the caller, epoch ms.
 */
export function createPostgresDeliveryStore(postgres: Postgres, now: () => number): DeliveryStore {
  /** Endpoint of each delivery that is under way. */
  const endpointOf = new Map<string, string>();

  /** The last look for due deliveries failed, as all do while the database can be read but not written. */
  let hasFailed = false;

  /** Endpoints that have enough under way. */
  function listBusy(perEndpoint: number): string[] {
    const counts = new Map<string, number>();
    for (const endpoint of endpointOf.values()) counts.set(endpoint, (counts.get(endpoint) ?? 0) + 1);
    return [...counts].filter(([, count]) => count >= perEndpoint).map(([endpoint]) => endpoint);
  }

  return {
    async due(_at, perEndpoint) {
      const taken = postgres.query<DueRow>(TAKE_DUE, perEndpoint, listBusy(perEndpoint));
      hasFailed = false;
      const { rows } = await taken.catch((error: Error) => {
        hasFailed = true;
        return report({ rows: [] })(error);
      });
      const deliveries = rows.map(toDelivery);
      for (const { id, webhook } of deliveries) endpointOf.set(id, webhook.id);
      return deliveries;
    },
    async nextLook(at, perEndpoint) {
      const asked = postgres.query<[ms: number | null]>(NEXT_DUE, listBusy(perEndpoint));
      const { rows } = await asked.catch(report({ rows: [[RETRY_MS]] as const }));
      const ms = rows[0]?.[0] ?? null;
      return ms === null ? null : at + Math.max(hasFailed ? RETRY_MS : LEAST_PAUSE_MS, Math.ceil(ms));
    },
    async record(id, { delivered, outcome, retryAt }) {
      const recorded = postgres.query(RECORD, id, outcome, delivered, retryAt === null ? null : retryAt - now());
      // It is sent again when this process no longer has it, under the same id.
      await recorded.catch(report(null));
      endpointOf.delete(id);
    },
    async latest(limit) {
      const { rows } = await postgres.query<LatestRow>(LATEST, limit);
      return rows.map(([id, webhookId, eventId, type, createdAt, attempts, dueAt, deliveredAt, outcome]) => ({
        ...{ id, webhookId, eventId, type, attempts, outcome },
        createdAt: createdAt.getTime(),
        dueAt: dueAt?.getTime() ?? null,
        deliveredAt: deliveredAt?.getTime() ?? null,
      }));
    },
    async sweep(before) {
      await postgres.query(SWEEP, before);
    },
  };
}

/** An outage of the database passes; nobody else would hear of it. */
function report<T>(otherwise: T): (error: Error) => T {
  return (error) => {
    console.error(`Webhooks: ${error.message}`);
    return otherwise;
  };
}

function toDelivery(row: DueRow): Delivery {
  const [id, attempts, eventId, type, taskId, data, createdAt, webhookId, url, secret] = row;
  return {
    ...{ id, attempts },
    event: {
      ...{ id: eventId, type },
      subject: taskId === null ? { data: JSON.parse(data ?? '{}') as object } : { taskId },
      createdAt: createdAt.getTime(),
    },
    webhook: { id: webhookId, url, secret },
  };
}
