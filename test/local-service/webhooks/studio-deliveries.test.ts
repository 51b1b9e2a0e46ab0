import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { migratePostgres } from '../../../src-main/local-service/storage/postgres/migrate-postgres.ts';
import { createDeliverySender } from '../../../src-main/local-service/webhooks/delivery-sender.ts';
import { createPostgresDeliveryStore } from '../../../src-main/local-service/webhooks/postgres-delivery-store.ts';
import { createPostgresWebhookStore } from '../../../src-main/local-service/webhooks/postgres-webhook-store.ts';
import { openNetworkLink } from '../../helpers/service/network-link.ts';
import { openTestPostgres } from '../../helpers/service/open-test-postgres.ts';
import { findPostgres, startPostgres, type PostgresServer } from '../../helpers/service/postgres-server.ts';
import { startReceiver } from './receiver.ts';

const ADD_EVENT = `
  WITH event AS (INSERT INTO events (id, type, data) VALUES ('event', 'balance.low', '{}') RETURNING id)
  INSERT INTO deliveries (webhook_id, event_id, due_at) SELECT webhooks.id, event.id, now() FROM webhooks, event`;

const bin = findPostgres();

describe.skipIf(bin === null)('webhooks of a studio', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres(bin ?? '');
  });
  afterAll(() => server.stop());

  test('outlast the database: a delivery whose end was not recorded is sent again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const url = server.createDatabase('deliveries');
    const direct = openTestPostgres(url);
    await migratePostgres(direct);
    const link = await openNetworkLink(Number(new URL(url).port));
    onTestFinished(() => link.close());
    const deliveries = createPostgresDeliveryStore(openTestPostgres(url.replace(/:\d+\//, `:${link.port}/`)), Date.now);
    const receiver = await startReceiver((response, count) => {
      if (count > 1) return void response.end();
      void link.refuse().then(() => response.end());
    });
    await createPostgresWebhookStore(direct).configure([receiver.url]);
    const sources = { findTask: () => Promise.resolve(null), presentOutput: () => undefined };
    const sender = createDeliverySender({ deliveries, sources, now: Date.now });
    onTestFinished(() => sender.close());
    await direct.executeSql(ADD_EVENT);
    sender.wake();
    await receiver.until(1);
    await expect.poll(() => vi.mocked(console.error).mock.calls.length).toBeGreaterThan(1);
    await link.accept();
    // The time for which a process has a delivery.
    await direct.executeSql('UPDATE deliveries SET due_at = now()');
    const ids = (await receiver.until(2)).map(({ headers }) => headers['service-webhook-delivery']);
    expect(ids[1]).toBe(ids[0]);
    const countOpen = async () =>
      (await direct.executeSql('SELECT FROM deliveries WHERE attempts <> 1 OR due_at IS NOT NULL')).rowCount;
    await expect.poll(countOpen).toBe(0);
  });

  test('have the secret of the process that added them first, also while it does', async () => {
    const postgres = openTestPostgres(server.createDatabase('secrets'));
    await migratePostgres(postgres);
    const url = 'http://127.0.0.1:9/';
    const ADD = `INSERT INTO webhooks (id, url, secret, configured) VALUES ('first', '${url}', 'whsec_first', true)`;
    const WAITING = `SELECT FROM pg_stat_activity WHERE datname = 'secrets' AND wait_event_type = 'Lock'`;
    const second = await postgres.transaction(async (sql) => {
      await sql.executeSql(ADD);
      const secrets = createPostgresWebhookStore(postgres).configure([url]);
      await expect.poll(async () => (await postgres.executeSql(WAITING)).rowCount).toBe(1);
      return { secrets };
    });
    expect(await second.secrets).toEqual({ [url]: 'whsec_first' });
  });

  test('that become due between the look for due ones and that for the next one are not forgotten', async () => {
    const postgres = openTestPostgres(server.createDatabase('between'));
    await migratePostgres(postgres);
    const deliveries = createPostgresDeliveryStore(postgres, Date.now);
    await createPostgresWebhookStore(postgres).configure(['http://127.0.0.1:9/']);
    const setDue = (at: string) => postgres.executeSql(`UPDATE deliveries SET due_at = ${at}`);
    expect(await deliveries.nextLook(0, 1)).toBeNull();
    await postgres.executeSql(ADD_EVENT);
    await setDue("now() + interval '5 minutes'");
    expect(await deliveries.due(0, 1)).toEqual([]);
    expect(await deliveries.nextLook(0, 1)).toBeGreaterThan(0);
    await setDue("now() - interval '1 millisecond'");
    const soon = await deliveries.nextLook(0, 1);
    expect(soon).toBeGreaterThan(0);
    expect(soon).toBeLessThan(1_000);
    // A database that can be read but not written is not asked in a circle.
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await postgres.executeSql('ALTER TABLE deliveries RENAME COLUMN attempts TO tries');
    expect(await deliveries.due(0, 1)).toEqual([]);
    expect(await deliveries.nextLook(0, 1)).toBeGreaterThanOrEqual(1_000);
    await postgres.executeSql('ALTER TABLE deliveries RENAME COLUMN tries TO attempts');
    // Those of an endpoint that has enough under way wait for the end of one of them.
    expect(await deliveries.due(0, 1)).toHaveLength(1);
    await setDue('now()');
    expect(await deliveries.nextLook(0, 1)).toBeNull();
  });
});
