import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text as readText } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { PROJECT_ROOT } from '../../src-main/base/project-root.ts';
import { readDocBlocks } from '../helpers/doc-blocks.ts';
import { writeSampleImage } from '../helpers/images/sample-images.ts';
import { startDouble, type S3Server } from '../helpers/service/file-storages.ts';
import { findFreePort } from '../helpers/service/free-port.ts';
import { findPostgres, startPostgres, type PostgresServer } from '../helpers/service/postgres-server.ts';
import { startReadyProxy, type ReadyProxy } from '../helpers/service/ready-proxy.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';
import { callService, send, untilFinished, upload } from '../local-service/workers/call.ts';

const PASSWORD = 'a password of the test';
const API_PROCESSES = 2;
const WORKERS = 3;

const bin = findPostgres();
if (bin === null) console.warn('PostgreSQL is not installed: “Start a studio” of docs/studio.md is not followed.');

/** A computer of the studio or of a user: a clone of Dropforge, in which the commands of the page are typed. */
interface Computer {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

describe.skipIf(bin === null)('“Start a studio” of docs/studio.md, word by word', () => {
  let server: PostgresServer;
  let storage: S3Server;
  let proxy: ReadyProxy;
  beforeAll(async () => {
    server = await startPostgres(bin as string);
    storage = await startDouble();
    proxy = await startReadyProxy();
  });
  afterAll(async () => {
    await proxy?.close();
    await storage?.stop();
    await server?.stop();
  });

  test(`leads from an empty server to ${API_PROCESSES} API processes and ${WORKERS} workers`, async () => {
    const place = new URL(server.createDatabase('any'));
    const root = makeTempFolder();
    const addresses: readonly (readonly [string, string])[] = [
      ['db.example.org', place.host],
      ['https://s3.example.org', storage.endpoint],
      ['https://dropforge.example.org', proxy.baseUrl],
    ];
    const blocks = readDocBlocks('studio.md', 'Start a studio').map(({ language, text }) => ({
      language,
      text: addresses.reduce((all, [from, to]) => all.replaceAll(from, to), text),
    }));
    const textsOf = (wanted: string) => blocks.filter(({ language }) => language === wanted).map(({ text }) => text);
    const [config = '', key = ''] = textsOf('json');
    const [create = '', migrate = '', addKey = '', start = '', join = '', ...others] = textsOf('sh');
    expect(others).toEqual([]);

    const openComputer = async (name: string, env: Record<string, string> = {}): Promise<Computer> => {
      const folder = path.join(root, name);
      await mkdir(folder);
      for (const entry of ['package.json', 'src-main', 'src-shared', 'assets', 'node_modules', 'tsconfig.json'])
        await symlink(path.join(PROJECT_ROOT, entry), path.join(folder, entry));
      const home = path.join(folder, 'home');
      await mkdir(home);
      return { folder, env: { HOME: home, XDG_CONFIG_HOME: home, PGPASSWORD: PASSWORD, ...env } };
    };
    /** Each process needs a port of its own here, because all computers are this one. */
    const writeConfig = async ({ folder }: Computer, port: number, operationsPort: number): Promise<void> => {
      const { studio, ...rest } = JSON.parse(config) as { studio: object };
      const own = { ...rest, port, studio: { ...studio, operationsPort } };
      await writeFile(path.join(folder, 'studio.json'), JSON.stringify(own));
      const values = [storage.key.accessKeyId, storage.key.secretAccessKey];
      await writeFile(
        path.join(folder, 's3-key.json'),
        key.replace(/…/g, () => values.shift() ?? ''),
      );
    };

    const admin = await openComputer('database', { PGHOST: place.hostname, PGPORT: place.port, PGUSER: 'postgres' });
    await type(admin, create, `${PASSWORD}\n${PASSWORD}\n`);
    const first = await openComputer('api0');
    await writeConfig(first, await findFreePort(), await findFreePort());
    expect(await type(first, migrate)).toContain('The database is prepared.');
    const apiKey = /^studio_\S+$/m.exec(await type(first, addKey))?.[0] ?? '';
    expect(apiKey).not.toBe('');

    const [serve = '', work = ''] = start.trim().split('\n');
    for (let index = 0; index < API_PROCESSES; index++) {
      const computer = index === 0 ? first : await openComputer(`api${index}`);
      const [port, operationsPort] = [await findFreePort(), await findFreePort()];
      await writeConfig(computer, port, operationsPort);
      expect(JSON.parse(await untilReady(computer, serve))).toMatchObject({ baseUrl: proxy.baseUrl, operationsPort });
      await proxy.add({ port, operationsPort });
    }
    for (let index = 0; index < WORKERS; index++) {
      const computer = await openComputer(`worker${index}`);
      await writeConfig(computer, 0, await findFreePort());
      expect(JSON.parse(await untilReady(computer, work))).toHaveProperty('seats');
    }

    const user = await openComputer('user');
    for (const line of join.trim().split('\n')) {
      // The keychain of a server without a desktop cannot store the key; the page is for computers of users.
      if (line.includes(' key set ')) await type(user, line.replace(' key set ', ' key test '), `${apiKey}\n`);
      else await type(user, line);
    }
    const studio = { baseUrl: proxy.baseUrl, apiKey };
    const image = await readFile(await writeSampleImage(root, 'image.png', 64));
    const body = {
      model: 'P2-20260801',
      texture: false,
      pbr: false,
      face_limit: 48,
      input: await upload(studio, image),
    };
    const made = await callService(studio, '/v3/generation/image-to-model', { method: 'POST', body });
    const { status, output } = await untilFinished(studio, made.body.data.task_id);
    expect(status).toBe('success');
    expect((await send(output.model_url)).bytes.toString('latin1', 0, 4)).toBe('glTF');
    expect(proxy.failures).toEqual([]);
  });

  /** Without a terminal, so that prompts read standard input. */
  function spawnShell({ folder, env }: Computer, script: string): ChildProcess {
    const PATH = [bin, path.dirname(process.execPath), process.env['PATH']].join(':');
    return spawn('sh', ['-euc', script], { cwd: folder, env: { ...env, PATH }, detached: true, stdio: 'pipe' });
  }

  async function type(computer: Computer, script: string, input = ''): Promise<string> {
    const child = spawnShell(computer, script);
    child.stdin?.end(input);
    const [out, err] = await Promise.all([readText(child.stdout!), readText(child.stderr!), once(child, 'close')]);
    if (child.exitCode !== 0) throw new Error(`${script} ended with ${child.exitCode}: ${out}${err}`);
    return out;
  }

  /** The line of JSON that a process prints when it is ready. */
  async function untilReady(computer: Computer, script: string): Promise<string> {
    const child = spawnShell(computer, script);
    onTestFinished(() => void killGroup(child));
    let words = '';
    child.stderr?.on('data', (chunk: Buffer) => (words += String(chunk)));
    for await (const line of createInterface({ input: child.stdout! })) if (line.startsWith('{')) return line;
    throw new Error(`${script} ended with ${child.exitCode}: ${words}`);
  }
});

/** The shell and what it started. */
function killGroup({ pid }: ChildProcess): void {
  try {
    process.kill(-(pid as number), 'SIGKILL');
  } catch {
    // It has ended.
  }
}
