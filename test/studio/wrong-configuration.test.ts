import { execFile } from 'node:child_process';
import { connect, createServer, type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { lockFolder } from '../../src-main/base/sqlite/lock-folder.ts';
import { readConfig, type ServiceConfig } from '../../src-main/local-service/read-config.ts';
import { migrateStudio } from '../../src-main/local-service/studio/manage-studio.ts';
import { startStudioService } from '../../src-main/local-service/studio/start-studio-service.ts';
import { startStudioWorker } from '../../src-main/local-service/studio/start-studio-worker.ts';
import { writeCredentials } from '../helpers/service/file-storages.ts';
import { openOwnStudio, type OwnStudio } from '../helpers/service/own-studio.ts';
import { findFreePort } from '../helpers/service/free-port.ts';
import { findPostgres } from '../helpers/service/postgres-server.ts';
import type { ProcessSettings } from '../helpers/service/studio.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';

const entryOf = (name: string) => fileURLToPath(new URL(`../../src-main/local-service/${name}.ts`, import.meta.url));

/** A process that has not ended by then does not end. */
const HANGS_MS = 60_000;

/** Ways to start a process. */
const STARTS: readonly ((config: ServiceConfig) => Promise<{ close(): Promise<void> }>)[] = [
  startStudioService,
  startStudioWorker,
];

const bin = findPostgres();

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

describe.skipIf(bin === null)('a configuration that cannot work ends in one sentence', () => {
  let studio: OwnStudio;
  beforeAll(async () => {
    studio = await openOwnStudio();
  });
  afterAll(() => studio?.close());

  /** The sentence, which an API process and a worker share. */
  async function refusal(settings: ProcessSettings): Promise<string> {
    const words: string[] = [];
    for (const start of STARTS) {
      const file = await studio.configure('wrong', settings);
      const started = readConfig(file).then(start);
      words.push(
        await started.then(
          ({ close }) => close().then(() => 'it started'),
          (error: Error) => `${error.name}: ${error.message}`,
        ),
      );
    }
    expect(words[1]?.replaceAll(/worker|wrong\d+/g, '')).toBe(words[0]?.replaceAll(/worker|wrong\d+/g, ''));
    return words[0] ?? '';
  }

  /** The exit code of a process, and what it wrote. */
  function runUntilEnd(entry: string, file: string): Promise<unknown[]> {
    return new Promise((resolve) => {
      execFile(process.execPath, [entryOf(entry), '--config', file], { timeout: HANGS_MS }, (error, out, words) =>
        resolve([error?.code, out, words]),
      );
    });
  }

  const databaseOf = (change: (url: URL) => unknown): ProcessSettings => {
    const url = new URL(studio.database);
    change(url);
    return { studio: { database: url.href } };
  };
  const storageOf = (change: object): ProcessSettings => {
    const { endpoint, bucket } = studio.storage;
    return { storage: { endpoint, bucket, credentialsFile: 'none.json', ...change } };
  };

  test('with exit code 2', async () => {
    const file = await studio.configure('wrong', { studio: { databse: 'x' } });
    const words = /Unknown key "studio\.databse"; the keys are .*\.\n$/;
    expect(await runUntilEnd('main', file)).toEqual([2, '', expect.stringMatching(words)]);
  });

  test.each<[string, () => ProcessSettings, RegExp]>([
    [
      'a database that is not there',
      () => databaseOf((url) => (url.port = '1')),
      /The database 127\.0\.0\.1:1\/studio\d+ cannot be reached \(ECONNREFUSED\)\. Check studio\.database and the network\.$/,
    ],
    [
      'a database that does not exist',
      () => databaseOf((url) => (url.pathname = '/none')),
      /The database 127\.0\.0\.1:\d+\/none does not exist\. Create it, or correct studio\.database\.$/,
    ],
    [
      'a user who does not exist',
      () => databaseOf((url) => (url.username = 'nobody')),
      /The database .* rejected the user\. Correct studio\.database, or allow the user to connect\.$/,
    ],
    [
      'a wrong password',
      () => databaseOf((url) => Object.assign(url, { username: 'locked', password: 'wrong' })),
      /The database 127\S+ rejected the password\. Correct studio\.database or PGPASSWORD\.$/,
    ],
    [
      'a database that is not prepared',
      () => databaseOf((url) => (url.pathname = '/postgres')),
      /is not prepared\. Run: /,
    ],
    ['no storage', () => ({ storage: undefined }), /A studio needs an object storage\. Set storage\.$/],
    [
      'a storage that is not there',
      () => ({ links: { storage: 1 } }),
      /The object storage http:\/\/127\.0\.0\.1:1 cannot be reached \(ECONNREFUSED\)\. Check storage\.endpoint and the network\.$/,
    ],
    ['no key of the storage', () => storageOf({}), /storage\.credentialsFile: .*none\.json cannot be read: .*\.$/],
    [
      'every address without one for clients',
      () => ({ studio: { host: '0.0.0.0' } }),
      /studio\.publicUrl: is required if host/,
    ],
    [
      'an address that is no database',
      () => ({ studio: { database: 'mysql://x' } }),
      /studio\.database: must be an address such as postgres/,
    ],
  ])('%s', async (_, settings, words) => {
    expect(await refusal(settings())).toMatch(words);
  });

  test.each([
    [
      'of an earlier version',
      'UPDATE pgboss.version SET version = version - 1',
      'UPDATE pgboss.version SET version = version + 1',
    ],
    ['without one of its parts', "DELETE FROM pgboss.queue WHERE name = 'mesh'", null],
    ['that does not exist', 'DROP SCHEMA pgboss CASCADE', null],
  ])('a queue %s, which only `service migrate` changes', async (_, change, undo) => {
    await studio.query(change);
    // The worker comes second: the API process has not changed it.
    expect(await refusal({})).toMatch(/The database is not prepared\. Run: dropforge service migrate --config FILE$/);
    if (undo !== null) await studio.query(undo);
    const file = await studio.configure('migrate');
    await migrateStudio(await readConfig(file));
    await (await startStudioService(await readConfig(file))).close();
  });

  test('a bucket or a key that the storage does not have', async () => {
    const folder = makeTempFolder();
    const credentialsFile = await writeCredentials(folder, studio.storage.key);
    expect(await refusal(storageOf({ credentialsFile, bucket: 'missing' }))).toMatch(
      /The bucket missing does not exist at \S+ Create it, or correct storage\.bucket\.$/,
    );
    const wrong = await writeCredentials(makeTempFolder(), { ...studio.storage.key, secretAccessKey: 'wrong' });
    expect(await refusal(storageOf({ credentialsFile: wrong }))).toMatch(
      /The object storage \S+ rejected the key \(SignatureDoesNotMatch\)\. Check its id and secret in storage\.credentialsFile, or in /,
    );
  });

  test('a port that is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;
    expect(await refusal({ studio: { operationsPort: port } })).toMatch(
      /cannot listen on 127\.0\.0\.1:\d+ \(EADDRINUSE\)\. Correct studio\.host or studio\.operationsPort\.$/,
    );
    const file = await studio.configure('wrong', { port });
    await expect(readConfig(file).then(startStudioService)).rejects.toThrow(
      /cannot listen on 127\.0\.0\.1:\d+ \(EADDRINUSE\)\. Correct studio\.host or port\.$/,
    );
  });

  test.each<[string, object, RegExp]>([
    [
      'a network that is not there',
      { masks: { model: 'none.onnx' } },
      /generation\.masks\.model: there is no file \S*none\.onnx\. Correct the path, or remove the key\.$/m,
    ],
    [
      'a generator on the Internet',
      { generators: [{ name: 'own', kind: 'hunyuan3d', url: 'http://192.0.9.1' }] },
      /generation\.generators\.0\.url: must be an address of this computer or of the local network/,
    ],
  ])('%s, which a worker uses', async (_, generation, words) => {
    const file = await studio.configure('wrong', { generation });
    expect(await runUntilEnd('worker-main', file)).toEqual([2, '', expect.stringMatching(words)]);
    const config = await readConfig(file);
    await expect(startStudioWorker(config)).rejects.toThrow(words);
    // Nothing of it is left, in a process that goes on.
    lockFolder(config.dataDir).release();
  });

  test('a token of the console that is missing', async () => {
    const file = await studio.configure('wrong', { studio: { consoleTokenFile: 'none' } });
    await expect(readConfig(file).then(startStudioService)).rejects.toThrow(
      /^studio\.consoleTokenFile: the token in .*none is missing/,
    );
  });

  test('is found before a port is opened', async () => {
    const oidc = {
      issuer: 'https://login.example.org',
      clientId: 'dropforge',
      clientSecretFile: 'none',
      allowedGroup: 'artists',
    };
    const service = { name: 'own', kind: 'service', url: 'http://127.0.0.1:9', keyFile: 'none' };
    for (const [entry, settings, words] of [
      [
        'main',
        { studio: { oidc, publicUrl: 'https://studio.example.org' } },
        /studio\.oidc\.clientSecretFile: the secret in \S*none is missing/,
      ],
      ['worker-main', { generation: { generators: [service] } }, /The key file of the generator "own" cannot be read/],
    ] as const) {
      const port = await findFreePort();
      const file = await studio.configure('wrong', {
        ...settings,
        studio: { ...('studio' in settings && settings.studio), operationsPort: port },
      });
      let isOver = false;
      const ending = runUntilEnd(entry, file).finally(() => (isOver = true));
      let connections = 0;
      while (!isOver) {
        if (await canConnect(port)) connections++;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      expect([await ending, connections]).toEqual([[2, '', expect.stringMatching(words)], 0]);
    }
  });
});
