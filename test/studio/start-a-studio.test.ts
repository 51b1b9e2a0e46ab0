import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text as readText } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { PROJECT_ROOT } from '../../src-main/base/project-root.ts';
import { hasKeyring, withKeyring } from '../cli/commands/keyring.ts';
import { readDocBlocks } from '../helpers/doc-blocks.ts';
import { findOnPath } from '../helpers/find-on-path.ts';
import { writeSampleImage } from '../helpers/images/sample-images.ts';
import { CEPH_KEY, findCeph, startCeph, type Ceph } from '../helpers/service/ceph.ts';
import { findFreePort } from '../helpers/service/free-port.ts';
import { findPostgres, startPostgres, type PostgresServer } from '../helpers/service/postgres-server.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';

const PASSWORD = 'a password of the test';
const API_PROCESSES = 2;
const WORKERS = 3;
/** What the page installs, or what takes the place of a storage and of a desktop. */
const PROGRAMS = {
  PostgreSQL: findPostgres() !== null,
  Caddy: findOnPath('caddy') !== null,
  Ceph: findCeph() !== null,
  'gnome-keyring': hasKeyring(),
};
const missing = Object.entries(PROGRAMS).flatMap(([name, isThere]) => (isThere ? [] : [name]));
if (missing.length > 0)
  console.warn(`“Start a studio” of docs/studio.md is not followed: no ${missing.join(', no ')}.`);

/** A computer of the studio or of a user: a clone of Dropforge, in which the commands of the page are typed. */
interface Computer {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** Runs a script with a keychain. */
  readonly keychain: readonly string[];
}

/** A process of the studio. */
interface Role {
  readonly name: string;
  /** All computers are this one, which has many addresses. */
  readonly host: string;
}

const apis: readonly Role[] = Array.from({ length: API_PROCESSES }, (_, index) => ({
  name: `api-${index + 1}`,
  host: `127.77.1.${index + 1}`,
}));
const workers: readonly Role[] = Array.from({ length: WORKERS }, (_, index) => ({
  name: `worker-${index + 1}`,
  host: `127.77.2.${index + 1}`,
}));

describe.skipIf(missing.length > 0)('“Start a studio” of docs/studio.md, word by word', () => {
  let server: PostgresServer;
  let storage: Ceph;
  beforeAll(async () => {
    server = await startPostgres(findPostgres() as string);
    storage = await startCeph();
  });
  afterAll(async () => {
    await storage?.stop();
    await server?.stop();
  });

  test(`leads from an empty server to ${API_PROCESSES} API processes, ${WORKERS} workers and a model`, async () => {
    const place = new URL(server.createDatabase('any'));
    const root = makeTempFolder();
    const [site, files] = [await findFreePort(), await findFreePort()].map((port) => `http://127.0.0.1:${port}`);
    const addresses: readonly (readonly [string, string])[] = [
      ['db.example.org', place.host],
      ['storage.example.org:8333', new URL(storage.endpoint).host],
      ...['https://s3.example.org', 's3.example.org'].map((address) => [address, files ?? ''] as const),
      ...['https://dropforge.example.org', 'dropforge.example.org'].map((address) => [address, site ?? ''] as const),
      ...apis.map(({ name, host }) => [`${name}.example.org`, host] as const),
      ['ACCESS-KEY', CEPH_KEY.accessKeyId],
      ['SECRET-KEY', CEPH_KEY.secretAccessKey],
    ];
    const blocks = readDocBlocks('studio.md', 'Start a studio').map(({ language, text }) => ({
      language,
      text: addresses.reduce((all, [from, to]) => all.replaceAll(from, to), text),
    }));
    const textsOf = (wanted: string) => blocks.filter(({ language }) => language === wanted).map(({ text }) => text);
    const [config = '', key = ''] = textsOf('json');
    const scripts = textsOf('sh');
    expect(scripts).toHaveLength(11);
    const [installDatabase = '', create = '', installProxy = '', proxy = '', bucket = '', ...rest] = scripts;
    const [migrate = '', addKey = '', serve = '', work = '', join = '', make = ''] = rest;

    const openComputer = async (name: string, env: Record<string, string> = {}): Promise<Computer> => {
      const folder = path.join(root, name);
      await mkdir(folder);
      for (const entry of ['package.json', 'src-main', 'src-shared', 'assets', 'node_modules', 'tsconfig.json'])
        await symlink(path.join(PROJECT_ROOT, entry), path.join(folder, entry));
      const home = path.join(folder, 'home');
      await mkdir(home);
      return { folder, env: { HOME: home, XDG_CONFIG_HOME: home, ...env }, keychain: [] };
    };
    const openHost = async ({ name, host }: Role): Promise<Computer> => {
      const computer = await openComputer(name, { PGPASSWORD: PASSWORD });
      const { studio, ...rest } = JSON.parse(config) as { studio: object };
      // 0.0.0.0 would be the address of all of them here.
      await writeFile(
        path.join(computer.folder, 'studio.json'),
        JSON.stringify({ ...rest, studio: { ...studio, host } }),
      );
      const values = [CEPH_KEY.accessKeyId, CEPH_KEY.secretAccessKey];
      const text = key.replace(/…/g, () => values.shift() ?? '');
      await writeFile(path.join(computer.folder, 's3-key.json'), text);
      return computer;
    };

    const admin = await openComputer('database', { PGHOST: place.hostname, PGPORT: place.port, PGUSER: 'postgres' });
    const front = await openComputer('proxy', { CADDY_ADMIN: `127.0.0.1:${await findFreePort()}` });
    // They are installed; whether there are newer ones is not this test's business.
    for (const install of [installDatabase, installProxy])
      if (existsSync('/usr/bin/apt-get')) await type(front, install.replace('apt-get', 'apt-get --simulate'));
    await type(admin, create, `${PASSWORD}\n${PASSWORD}\n`);
    run(front, proxy);
    await expect.poll(async () => (await fetch(files ?? '').catch(() => null))?.status).toBe(200);
    await type(front, bucket);

    const hosts = new Map<string, Computer>();
    for (const role of [...apis, ...workers]) hosts.set(role.name, await openHost(role));
    const first = hosts.get('api-1') as Computer;
    expect(await type(first, migrate)).toContain('The database is prepared.');
    const apiKey = /^studio_\S+$/m.exec(await type(first, addKey))?.[0] ?? '';
    expect(apiKey).not.toBe('');
    for (const { name } of apis)
      expect(JSON.parse(await untilReady(hosts.get(name) as Computer, serve))).toMatchObject({ baseUrl: site });
    for (const { name } of workers)
      expect(JSON.parse(await untilReady(hosts.get(name) as Computer, work))).toHaveProperty('seats');

    const plain = await openComputer('user');
    const user = { ...plain, keychain: withKeyring(plain.folder) };
    for (const line of join.trim().split('\n')) await type(user, line, line.includes(' key set ') ? `${apiKey}\n` : '');
    await copyFile(await writeSampleImage(root, 'image.png', 64), path.join(user.folder, 'fox.png'));
    const made = await type(user, make);
    const models = made.split('\n').filter((line) => line.endsWith('.glb'));
    expect(models, made).toHaveLength(1);
    expect(readFileSync(models[0] ?? '').toString('latin1', 0, 4)).toBe('glTF');
    const usage = 'npm run --silent dropforge -- service usage --by key --config studio.json --json';
    expect(JSON.parse(await type(first, usage))).toEqual([
      expect.objectContaining({ key: expect.objectContaining({ name: 'Ana' }) as object, tasks: 3, credits: '120.00' }),
    ]);
  });

  /** Without a terminal, so that prompts read standard input. */
  function run({ folder, env, keychain }: Computer, script: string): ChildProcess {
    const PATH = [findPostgres(), path.dirname(process.execPath), process.env['PATH']].join(':');
    const [command = '', ...args] = [...keychain, 'sh', '-euc', script];
    const child = spawn(command, args, { cwd: folder, env: { ...env, PATH }, detached: true, stdio: 'pipe' });
    onTestFinished(() => void killGroup(child));
    return child;
  }

  async function type(computer: Computer, script: string, input = ''): Promise<string> {
    const child = run(computer, script);
    child.stdin?.end(input);
    const [out, err] = await Promise.all([readText(child.stdout!), readText(child.stderr!), once(child, 'close')]);
    if (child.exitCode !== 0) throw new Error(`${script} ended with ${child.exitCode}: ${out}${err}`);
    return out;
  }

  /** The line of JSON that a process prints when it is ready. */
  async function untilReady(computer: Computer, script: string): Promise<string> {
    const child = run(computer, script);
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
