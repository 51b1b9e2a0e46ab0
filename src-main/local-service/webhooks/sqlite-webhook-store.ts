import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { WEBHOOK_SECRET_PREFIX } from '../../../src-shared/api/protocol/webhook-event.ts';
import { inTransaction } from '../../base/sqlite/in-transaction.ts';

/** A registered endpoint. */
interface Webhook {
  /** `wh_…`: the header `Service-Webhook-Id` of its deliveries (spec 6.3). */
  readonly id: string;
  readonly url: string;
  /** True if it is defined in the configuration, where it has to be removed. */
  readonly configured: boolean;
  /** Epoch ms. */
  readonly createdAt: number;
}

/** A registered endpoint with its signing secret, which is shown once. */
interface NewWebhook extends Webhook {
  readonly secret: string;
}

/** The endpoints for events. */
export interface WebhookStore {
  /** Oldest first. */
  list(): Webhook[];
  /** Null if the URL is already registered. */
  add(url: string): NewWebhook | null;
  /** Removes an endpoint with its deliveries; false if there is none. */
  remove(id: string): boolean;
  /**
   * Synchronizes the endpoints of the configuration: existing ones keep their secret, others are removed, those
   * of the console are kept. Returns the secrets by URL.
   */
  configure(urls: readonly string[]): Record<string, string>;
}

interface Row {
  readonly id: string;
  readonly url: string;
  readonly secret: string;
  readonly configured: number;
  readonly created_at: number;
}

/** Random bytes of a secret. */
const SECRET_BYTES = 32;

/** The endpoints in the service's database. */
export function createWebhookStore(db: DatabaseSync, now: () => number): WebhookStore {
  const list = db.prepare('SELECT * FROM webhooks ORDER BY created_at, rowid');
  const insert = db.prepare(
    'INSERT INTO webhooks (id, url, secret, configured, created_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING *',
  );
  const claim = db.prepare('UPDATE webhooks SET configured = 1 WHERE url = ? RETURNING *');
  const removeOthers = db.prepare(
    'DELETE FROM webhooks WHERE configured = 1 AND url NOT IN (SELECT value FROM json_each(?))',
  );
  const remove = db.prepare('DELETE FROM webhooks WHERE id = ?');

  function add(url: string, configured: boolean): NewWebhook | null {
    const id = `wh_${randomBytes(12).toString('hex')}`;
    const secret = WEBHOOK_SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64url');
    const row = insert.get(id, url, secret, configured ? 1 : 0, now()) as Row | undefined;
    return row ? { ...toWebhook(row), secret: row.secret } : null;
  }

  return {
    list: () => (list.all() as unknown as Row[]).map(toWebhook),
    add: (url) => add(url, false),
    remove: (id) => remove.run(id).changes === 1,
    configure: (urls) =>
      inTransaction(db, () => {
        removeOthers.run(JSON.stringify(urls));
        return Object.fromEntries(
          urls.map((url) => [url, ((claim.get(url) as Row | undefined) ?? add(url, true))?.secret ?? '']),
        );
      }),
  };
}

function toWebhook({ id, url, configured, created_at: createdAt }: Row): Webhook {
  return { id, url, configured: configured === 1, createdAt };
}
