import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { LOCK_ACCOUNT } from '../../src-main/local-service/tasks/studio/postgres-statements.ts';
import { startDouble } from '../helpers/service/file-storages.ts';
import { openNetworkLink, type NetworkLink } from '../helpers/service/network-link.ts';
import { findFreePort } from '../helpers/service/free-port.ts';
import { findPostgres } from '../helpers/service/postgres-server.ts';
import type { StudioApi } from '../helpers/service/studio.ts';
import { openFaultStudio, type FaultStudio } from './fault-studio.ts';
import { prepareOrders } from './prepare-orders.ts';

/** Creations that are sent at once; each of two API processes gets half of them. */
const TOGETHER = 10;

/** Name of the second API process at the database. */
const SECOND = 'second';

/** How long a fault lasts; `npm run test:long -- studio` waits as long as claims last. */
const FAULT_MS = Number(process.env['STUDIO_CUT_MS'] ?? 1_500);

const LINKS = ['API–database', 'worker–database', 'API–storage', 'worker–storage', 'client–API'] as const;

const bin = findPostgres();

describe.skipIf(bin === null)('a studio ends each task once, and pays once', () => {
  const links = new Map<string, NetworkLink>();
  const linkOf = (name: (typeof LINKS)[number]): NetworkLink => {
    const link = links.get(name);
    if (!link) throw new Error(`${name} is not open`);
    return link;
  };
  const apis: StudioApi[] = [];
  let studio: FaultStudio;

  beforeAll(async () => {
    studio = await openFaultStudio(() => apis, startDouble);
    const port = await findFreePort();
    const [database, files] = [studio.database, studio.storage.endpoint].map((url) => Number(new URL(url).port));
    const targets = [database, database, files, files, port];
    for (const [index, name] of LINKS.entries()) links.set(name, await openNetworkLink(targets[index] ?? 0));
    const ports = (who: 'API' | 'worker') => ({
      database: linkOf(`${who}–database`).port,
      storage: linkOf(`${who}–storage`).port,
    });
    const publicUrl = `http://127.0.0.1:${linkOf('client–API').port}`;
    apis.push(await studio.startApi({ port, links: ports('API'), studio: { publicUrl } }));
    await studio.startWorker(2, { links: ports('worker') });
  });
  afterAll(async () => {
    await studio.close();
    for (const link of links.values()) await link.close();
  });

  const countTasks = async (): Promise<number> => {
    const [[count] = []] = await studio.query('SELECT count(*)::int FROM tasks');
    return Number(count);
  };

  /** Lets work run, and new work come, while a fault lasts. */
  async function workDuring(begin: () => unknown, end: () => unknown): Promise<void> {
    const before = await countTasks();
    const started = await Promise.all([studio.order(), studio.order(), studio.order()]);
    await begin();
    const meanwhile = [studio.order(), studio.order()];
    for (let waited = 0; waited < FAULT_MS; waited += 50) await new Promise((resolve) => setTimeout(resolve, 50));
    await end();
    const ids = [...started, ...(await Promise.all(meanwhile))];
    await studio.expectMade(ids);
    expect((await countTasks()) - before).toBe(ids.length);
  }

  test.each(LINKS)('although the network is cut: %s', async (name) => {
    const link = linkOf(name);
    await workDuring(
      () => link.cut(),
      () => link.restore('reset'),
    );
  });

  test('although the storage is gone for a while', async () => {
    const both = [linkOf('API–storage'), linkOf('worker–storage')];
    await workDuring(
      () => Promise.all(both.map((link) => link.refuse())),
      () => Promise.all(both.map((link) => link.accept())),
    );
  });

  test('although an API process is killed in the middle of creations', async () => {
    const port = await findFreePort();
    const link = await openNetworkLink(port);
    links.set('client–second API', link);
    const publicUrl = `http://127.0.0.1:${link.port}`;
    const database = `${studio.database}?application_name=${SECOND}`;
    const second = await studio.startApi({ port, studio: { publicUrl, database } });
    apis.push(second);
    const before = await countTasks();
    const created = await prepareOrders(studio, TOGETHER);
    const waiting = await prepareOrders(studio, TOGETHER);
    // These are committed, but half of their clients hear nothing of it.
    link.cutAnswers();
    created.send();
    await expect.poll(countTasks).toBe(before + TOGETHER);
    // These wait in open transactions.
    const locking = new pg.Client(studio.database);
    onTestFinished(() => locking.end());
    await locking.connect();
    await locking.query('BEGIN; SELECT FROM account FOR UPDATE');
    waiting.send();
    await expect.poll(countWaiting).toBeGreaterThan(0);
    await second.end('SIGKILL');
    apis.pop();
    await link.refuse();
    await locking.query('COMMIT');
    const ids = [...(await created.ids), ...(await waiting.ids)];
    expect(new Set(ids).size).toBe(2 * TOGETHER);
    await studio.expectMade(ids);
    expect((await countTasks()) - before).toBe(2 * TOGETHER);
  });

  /** Transactions of the second API process that wait for the account. */
  async function countWaiting(): Promise<number> {
    const [[count] = []] = await studio.query(
      `SELECT count(*)::int FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = $1 AND wait_event_type = 'Lock' AND query = $2`,
      ...[SECOND, LOCK_ACCOUNT.text],
    );
    return Number(count);
  }
});
