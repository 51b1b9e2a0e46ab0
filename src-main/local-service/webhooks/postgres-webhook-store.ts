import { randomBytes } from 'node:crypto';
import { WEBHOOK_SECRET_PREFIX } from '../../../src-shared/api/protocol/webhook-event.ts';
import { statement, type Postgres, type Sql } from '../storage/postgres/postgres.ts';
import type { NewWebhook, Webhook, WebhookStore } from './webhook-store.ts';

const COLUMNS = 'id, url, configured, created_at';
const LIST = statement('list-webhooks', `SELECT ${COLUMNS} FROM webhooks ORDER BY number`);
const ADD = statement(
  'add-webhook',
  `INSERT INTO webhooks (id, url, secret, configured) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING
   RETURNING ${COLUMNS}, secret`,
);
const CLAIM = statement(
  'claim-webhook',
  `UPDATE webhooks SET configured = true WHERE url = $1 RETURNING ${COLUMNS}, secret`,
);
const REMOVE = statement('remove-webhook', 'DELETE FROM webhooks WHERE id = $1');
const REMOVE_OTHERS = statement(
  'remove-other-webhooks',
  'DELETE FROM webhooks WHERE configured AND NOT url = ANY ($1)',
);

type Row = [id: string, url: string, configured: boolean, createdAt: Date];
type NewRow = [...Row, secret: string];

/** Random bytes of a secret. */
const SECRET_BYTES = 32;

/** The endpoints of a studio. */
export function createPostgresWebhookStore(postgres: Postgres): WebhookStore {
  async function add(sql: Sql, url: string, configured: boolean): Promise<NewWebhook | null> {
    const id = `wh_${randomBytes(12).toString('hex')}`;
    const secret = WEBHOOK_SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64url');
    const { rows } = await sql.query<NewRow>(ADD, id, url, secret, configured);
    return rows[0] ? toNewWebhook(rows[0]) : null;
  }

  async function claim(sql: Sql, url: string): Promise<NewWebhook | null> {
    const { rows } = await sql.query<NewRow>(CLAIM, url);
    return rows[0] ? toNewWebhook(rows[0]) : null;
  }

  return {
    list: async () => (await postgres.query<Row>(LIST)).rows.map(toWebhook),
    add: (url) => add(postgres, url, false),
    remove: async (id) => (await postgres.query(REMOVE, id)).count === 1,
    configure: (urls) =>
      postgres.transaction(async (sql) => {
        await sql.query(REMOVE_OTHERS, urls);
        const secrets: Record<string, string> = {};
        for (const url of urls) {
          let webhook: NewWebhook | null = null;
          // A process that starts at the same time may add it in between: then it can be claimed.
          while (!webhook) webhook = (await claim(sql, url)) ?? (await add(sql, url, true));
          secrets[url] = webhook.secret;
        }
        return secrets;
      }),
  };
}

function toWebhook([id, url, configured, createdAt]: Row): Webhook {
  return { id, url, configured, createdAt: createdAt.getTime() };
}

function toNewWebhook([id, url, configured, createdAt, secret]: NewRow): NewWebhook {
  return { ...toWebhook([id, url, configured, createdAt]), secret };
}
