import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { inject } from 'vitest';
import { createPostgresApiKeys } from '../../../src-main/local-service/account/postgres-api-keys.ts';
import { createS3Client } from '../../../src-main/local-service/files/s3/s3-client.ts';
import { s3Config } from '../../../src-main/local-service/files/s3/s3-config.ts';
import { openPostgres } from '../../../src-main/local-service/storage/postgres/postgres.ts';
import { writeCredentials } from './file-storages.ts';
import { NO_LIMITS, spawnLocalService, type LocalService, type ServiceSetup } from './local-service.ts';

/** What a studio on a folder keeps outside of it. */
interface Place {
  readonly database: string;
  readonly apiKey: string;
  readonly consoleToken: string;
}

/**
 * Starts a studio where a test asked for a local service: an API process and a worker with a database of their own. The
 * same folder is the same studio.
 */
export async function startStudioInPlace(setup: ServiceSetup): Promise<LocalService> {
  const { credits, port, settings = NO_LIMITS } = setup;
  const dataDir = setup.dataDir ?? (await mkdtemp(path.join(tmpdir(), 'dropforge-service-')));
  const { database, apiKey, consoleToken } = await openPlace(dataDir);
  const consoleTokenFile = path.join(dataDir, 'console-token');
  const { endpoint, bucket, key } = inject('studioServers');
  const credentialsFile = await writeCredentials(dataDir, key);
  const prefix = `${path.basename(database)}/`;
  const configOf = (name: string) => ({
    ...{ credits, port, ...settings, dataDir: path.join(dataDir, name) },
    storage: { endpoint, bucket, prefix, credentialsFile },
    studio: { database, consoleTokenFile },
  });
  const started = await Promise.all([
    spawnLocalService({ ...setup, dataDir, config: configOf('api') }),
    spawnLocalService({ ...setup, dataDir, config: configOf('worker'), entry: 'worker-main' }),
  ]);
  const [api, worker] = started;
  const end = async (signal: NodeJS.Signals) => {
    for (const { process: child } of started) child.kill(signal);
    await Promise.all(started.map(({ exited }) => exited));
  };
  const readyOf = async ({ stdout, exited, stderr }: (typeof started)[number]) =>
    Promise.race([
      once(createInterface({ input: stdout }), 'line') as Promise<[string]>,
      exited.then((code) => Promise.reject(new Error(`The service ended with ${code}: ${stderr()}`))),
    ]);
  try {
    const [[line]] = await Promise.all([readyOf(api), readyOf(worker)]);
    const { baseUrl, webhookSecrets } = JSON.parse(line) as Pick<LocalService, 'baseUrl' | 'webhookSecrets'>;
    return {
      ...{ baseUrl, apiKey, consoleToken, webhookSecrets, dataDir, process: api.process },
      readUpload: (token) => readObject(`${prefix}uploads/${token}`),
      async stop() {
        await end('SIGTERM');
        if (setup.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
      },
      kill: () => end('SIGKILL'),
    };
  } catch (error) {
    await end('SIGKILL');
    throw error;
  }
}

async function openPlace(dataDir: string): Promise<Place> {
  const file = path.join(dataDir, 'place.json');
  const known = await readFile(file, 'utf8').catch(() => null);
  if (known !== null) return JSON.parse(known) as Place;
  const { template } = inject('studioServers');
  const name = `service_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client({ connectionString: withDatabase(template, 'postgres') });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name} TEMPLATE ${path.basename(template)}`);
  await admin.end();
  const database = withDatabase(template, name);
  const postgres = openPostgres({ url: database, connections: 4 });
  const { key: apiKey } = await createPostgresApiKeys(postgres).make();
  await postgres.close();
  const place = { database, apiKey, consoleToken: `console_${randomBytes(32).toString('base64url')}` };
  await mkdir(dataDir, { recursive: true });
  await writeFile(path.join(dataDir, 'console-token'), place.consoleToken, { mode: 0o600 });
  await writeFile(file, JSON.stringify(place));
  return place;
}

async function readObject(name: string): Promise<Buffer> {
  const { endpoint, bucket, key } = inject('studioServers');
  const client = createS3Client(s3Config.parse({ endpoint, bucket }), key, undefined);
  const answer = await fetch(client.presign('GET', name, Math.floor(Date.now() / 1000), 60));
  await client.close();
  if (!answer.ok) throw new Error(`The storage answered ${answer.status}.`);
  return Buffer.from(await answer.arrayBuffer());
}

function withDatabase(address: string, name: string): string {
  return address.replace(/[^/]*$/, name);
}
