import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDouble } from '../helpers/service/file-storages.ts';
import { openNetworkLink, type NetworkLink } from '../helpers/service/network-link.ts';
import { findFreePort } from '../helpers/service/free-port.ts';
import { findPostgres } from '../helpers/service/postgres-server.ts';
import type { StudioApi } from '../helpers/service/studio.ts';
import { openFaultStudio, type FaultStudio } from './fault-studio.ts';

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

  /** Lets work run, and new work come, while a fault lasts. */
  async function workDuring(begin: () => unknown, end: () => unknown): Promise<void> {
    const [[before] = []] = await studio.query('SELECT count(*)::int FROM tasks');
    const started = await Promise.all([studio.order(), studio.order(), studio.order()]);
    await begin();
    const meanwhile = [studio.order(), studio.order()];
    for (let waited = 0; waited < FAULT_MS; waited += 50) await new Promise((resolve) => setTimeout(resolve, 50));
    await end();
    const ids = [...started, ...(await Promise.all(meanwhile))];
    await studio.expectMade(ids);
    const [[after] = []] = await studio.query('SELECT count(*)::int FROM tasks');
    expect(Number(after) - Number(before)).toBe(ids.length);
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

  test('although an API process is killed while it creates tasks', async () => {
    const second = await studio.startApi();
    apis.push(second);
    await workDuring(
      () => second.end('SIGKILL'),
      () => apis.pop(),
    );
  });
});
