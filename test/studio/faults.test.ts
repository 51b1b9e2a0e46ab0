import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDouble, type S3Server } from '../helpers/service/file-storages.ts';
import { openNetworkLink, type NetworkLink } from '../helpers/service/network-link.ts';
import { findFreePort, findPostgres, startPostgres, type PostgresServer } from '../helpers/service/postgres-server.ts';
import { openTestStudio, type StudioApi, type TestStudio } from '../helpers/service/studio.ts';
import { send } from '../local-service/workers/call.ts';
import { createPersistentClient, type PersistentClient } from './persistent-client.ts';
import { expectBooks } from './studio-books.ts';

const PATH = '/v3/generation/image-to-model';
const QUICK = { model: 'P2-20260801', texture: false, pbr: false, face_limit: 48 };

/** How long a network is cut; `npm run test:long -- studio` waits longer than claims last. */
const CUT_MS = Number(process.env['STUDIO_CUT_MS'] ?? 1_500);

const bin = findPostgres();

describe.skipIf(bin === null)('a studio whose network is cut', () => {
  const LINKS = ['API–database', 'worker–database', 'API–storage', 'worker–storage', 'client–API'] as const;
  const links = new Map<string, NetworkLink>();
  const linkOf = (name: (typeof LINKS)[number]): NetworkLink => {
    const link = links.get(name);
    if (!link) throw new Error(`${name} is not open`);
    return link;
  };
  let server: PostgresServer;
  let storage: S3Server;
  let studio: TestStudio;
  let client: PersistentClient;
  let picture: Buffer;

  beforeAll(async () => {
    server = await startPostgres(bin ?? '');
    storage = await startDouble();
    studio = await openTestStudio(server, storage, { credits: 100_000 });
    const port = await findFreePort();
    const [database, files] = [studio.database, storage.endpoint].map((url) => Number(new URL(url).port));
    const targets = [database, database, files, files, port];
    for (const [index, name] of LINKS.entries()) links.set(name, await openNetworkLink(targets[index] ?? 0));
    const ports = (who: 'API' | 'worker') => ({
      database: linkOf(`${who}–database`).port,
      storage: linkOf(`${who}–storage`).port,
    });
    const publicUrl = `http://127.0.0.1:${linkOf('client–API').port}`;
    const api: StudioApi = await studio.startApi({ port, links: ports('API'), studio: { publicUrl } });
    await studio.startWorker(2, { links: ports('worker') });
    client = createPersistentClient(() => [api]);
    const svg = '<svg width="96" height="96"><circle cx="48" cy="48" r="40" fill="#d33"/></svg>';
    picture = await sharp(Buffer.from(svg)).png().toBuffer();
  });
  afterAll(async () => {
    await studio.close();
    for (const link of links.values()) await link.close();
    await storage.stop();
    await server.stop();
  });

  test.each(LINKS)('ends each task once, and pays once: %s', async (name) => {
    const [[before] = []] = await studio.query('SELECT count(*)::int FROM tasks');
    const order = () => client.order(PATH, QUICK, picture);
    const started = await Promise.all([order(), order(), order()]);
    const link = linkOf(name);
    link.cut();
    const meanwhile = [order(), order()];
    for (let waited = 0; waited < CUT_MS; waited += 50) await new Promise((resolve) => setTimeout(resolve, 50));
    link.restore('reset');
    const ids = [...started, ...(await Promise.all(meanwhile))];
    for (const id of ids) {
      const made = await client.untilEnded(id);
      expect([made.status, made.error_message]).toEqual(['success', undefined]);
      const file = await send(made.output.model_url);
      expect([file.status, file.bytes.toString('latin1', 0, 4)]).toEqual([200, 'glTF']);
    }
    const [[after] = []] = await studio.query('SELECT count(*)::int FROM tasks');
    expect(Number(after) - Number(before)).toBe(ids.length);
    await expectBooks(studio.query);
  });
});
