import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { WEBHOOK_SECRET_PREFIX } from '../../../src-shared/api/protocol/webhook-event.ts';
import { inTransaction } from '../../base/sqlite/in-transaction.ts';
import type { Synchronous } from '../../base/synchronous.ts';
import type { NewWebhook, Webhook, WebhookStore } from './webhook-store.ts';

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
export function createSqliteWebhookStore(db: DatabaseSync, now: () => number): Synchronous<WebhookStore> {
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
