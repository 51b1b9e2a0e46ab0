import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../src-main/local-service/read-config.ts';
import { PROJECT_ROOT } from '../../src-main/base/project-root.ts';
import { findOnPath } from '../helpers/find-on-path.ts';
import { listLoadedPackages } from '../helpers/list-loaded-packages.ts';
import { startDouble } from '../helpers/service/file-storages.ts';
import { findFreePort } from '../helpers/service/free-port.ts';
import { findPostgres, startPostgres } from '../helpers/service/postgres-server.ts';
import { openTestStudio } from '../helpers/service/studio.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';
import { callService, send } from '../local-service/workers/call.ts';

const run = promisify(execFile);
const ASSETS = path.join(PROJECT_ROOT, 'assets/studio');
const UNITS = ['dropforge-api@.service', 'dropforge-worker@.service'];
/** Where systemd rates a service “OK”; an unprotected one has 9.6. */
const MAX_EXPOSURE = 2;

/** A program of these tests; without it they are skipped, which `npm test` prevents where it can install it. */
function need(name: string): string | null {
  const found = findOnPath(name);
  if (found === null) console.warn(`${name} is not installed: what it checks of assets/studio is not tested.`);
  return found;
}
const compose = need('docker-compose');
const systemd = need('systemd-analyze');
const caddy = need('caddy');
const bin = findPostgres();

/** The packages of package-lock.json by their folder; `dev`: `npm ci --omit=dev` leaves it out. */
interface Lockfile {
  readonly packages: Readonly<Record<string, { readonly version?: string; readonly dev?: boolean }>>;
}

/** The example environment with a value for everything. */
async function writeEnvironment(folder: string): Promise<string> {
  const file = path.join(folder, '.env');
  const text = await readFile(path.join(ASSETS, 'example.env'), 'utf8');
  await writeFile(file, text.replaceAll(/=$/gm, '=secret'));
  return file;
}

describe.skipIf(compose === null)('docker-compose.yml', () => {
  const config = async (env: string) =>
    run(compose as string, ['--env-file', env, '--file', path.join(ASSETS, 'docker-compose.yml'), 'config'], {
      // Variables of this process would stand in for the file’s.
      env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' },
    });

  test('is accepted, with two API processes, three workers, and the files that it mounts', async () => {
    const { stdout } = await config(await writeEnvironment(makeTempFolder()));
    const services = stdout.split(/^services:$/m)[1]?.match(/^ {2}\S+(?=:$)/gm) ?? [];
    expect(services.map((name) => name.trim()).sort()).toEqual(
      ['api-1', 'api-2', 'bucket', 'database', 'migrate', 'proxy', 'storage', 'worker'].sort(),
    );
    expect(stdout).toMatch(/^ {2}worker:$[\s\S]*replicas: 3/m);
    const mounted = [...stdout.matchAll(/assets\/studio\/([\w.]+)/g)].map(([, name]) => name ?? '');
    expect(new Set(mounted)).toEqual(new Set(['Caddyfile', 'Dockerfile', 'studio.json']));
    for (const name of mounted) expect(readFileSync(path.join(ASSETS, name)).length, name).toBeGreaterThan(0);
  });

  test('is refused as long as a password is missing', async () => {
    await expect(config(path.join(ASSETS, 'example.env'))).rejects.toThrow(/assets\/studio\/\.env/);
  });
});

test('studio.json is a configuration, with the ports that the other files name', async () => {
  const { port, studio } = await readConfig(path.join(ASSETS, 'studio.json'));
  const caddyfile = await readFile(path.join(ASSETS, 'Caddyfile'), 'utf8');
  expect(caddyfile).toContain(`api-1:${port} api-2:${port}`);
  expect(caddyfile).toContain(`OPERATIONS_PORT:${studio?.operationsPort}`);
  expect(await readFile(path.join(ASSETS, 'docker-compose.yml'), 'utf8')).toContain(
    `127.0.0.1:${studio?.operationsPort}/readyz`,
  );
});

test('the Dockerfile copies what exists', async () => {
  const text = await readFile(path.join(ASSETS, 'Dockerfile'), 'utf8');
  const sources = [...text.matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, names = '']) => names.split(' '));
  expect(sources.length).toBeGreaterThan(3);
  const { stdout } = await run('git', ['ls-files', ...sources], { cwd: PROJECT_ROOT });
  for (const source of sources) expect(stdout, source).toContain(source);
});

test('the Dockerfile installs every package that the processes load, in the version of the lockfile', async () => {
  const text = await readFile(path.join(ASSETS, 'Dockerfile'), 'utf8');
  const { packages } = JSON.parse(await readFile(path.join(PROJECT_ROOT, 'package-lock.json'), 'utf8')) as Lockfile;
  const lockedOf = (name: string) => packages[`node_modules/${name}`];
  // The command, the processes that it starts, and their threads and processes for files.
  const entries = globSync(
    ['src-main/cli.ts', 'src-main/local-service/*main.ts', 'src-main/{local-service,engine}/**/*-worker.ts'],
    { cwd: PROJECT_ROOT },
  );
  const loaded = [...listLoadedPackages(entries)];
  expect(loaded).toEqual(expect.arrayContaining(['fastify', 'pg-boss', 'sharp', 'onnxruntime-node']));

  expect(text).toContain('RUN npm ci --omit=dev ');
  const added = [...text.matchAll(/ (@?[\w/-]+)@(\d[\w.-]*)/g)].map(([, name = '', version = '']) => ({
    name,
    version,
  }));
  expect(added).toEqual(added.map(({ name }) => ({ name, version: lockedOf(name)?.version })));
  const names = added.map(({ name }) => name);
  expect(loaded.filter((name) => lockedOf(name)?.dev !== undefined).toSorted()).toEqual(names.toSorted());
  expect(loaded.filter((name) => lockedOf(name) === undefined)).toEqual([]);
});

describe.skipIf(systemd === null)('the units of systemd', () => {
  test.each(UNITS)('%s is valid, and leaves a process little to harm', async (name) => {
    const folder = makeTempFolder();
    const text = await readFile(path.join(ASSETS, 'systemd', name), 'utf8');
    expect(text).toContain('ExecStart=/usr/bin/node ');
    // The check wants the program to exist on this computer.
    const file = path.join(folder, name);
    await writeFile(file, text.replace('/usr/bin/node', process.execPath));
    const { stdout, stderr } = await run(systemd as string, ['verify', '--man=no', file]);
    expect(stdout + stderr).toBe('');
    const rated = await run(systemd as string, ['security', '--offline=true', '--no-pager', file]);
    const exposure = Number(/exposure level.*?: ([\d.]+)/.exec(rated.stdout)?.[1]);
    expect(exposure).toBeGreaterThan(0);
    expect(exposure).toBeLessThan(MAX_EXPOSURE);
  });
});

describe.skipIf(caddy === null || bin === null)('Caddyfile', () => {
  test('lets no request fail while both API processes are restarted', async () => {
    const server = await startPostgres(bin as string);
    onTestFinished(() => server.stop());
    const storage = await startDouble();
    onTestFinished(() => storage.stop());
    const [site, files, port, operationsPort] = [
      ...[await findFreePort(), await findFreePort(), await findFreePort(), await findFreePort()],
    ] as const;
    const baseUrl = `http://127.0.0.1:${site}`;
    // No keys but those of the file: its defaults are what is tested.
    const studio = await openTestStudio(server, storage, {
      studio: { publicUrl: baseUrl, operationsPort, drainSeconds: undefined },
    });
    onTestFinished(() => studio.close());
    // Two computers: both addresses are this one.
    const hosts = ['127.0.0.2', '127.0.0.3'];
    const apis = new Map<string, Awaited<ReturnType<typeof studio.startApi>>>();
    const start = async (host: string) => apis.set(host, await studio.startApi({ port, studio: { host } }));
    for (const host of hosts) await start(host);

    const folder = makeTempFolder();
    await copyFile(path.join(ASSETS, 'Caddyfile'), path.join(folder, 'Caddyfile'));
    await mkdir(path.join(folder, 'home'));
    const proxy = spawn(caddy as string, ['run', '--config', 'Caddyfile', '--adapter', 'caddyfile'], {
      cwd: folder,
      stdio: 'ignore',
      env: {
        HOME: path.join(folder, 'home'),
        CADDY_ADMIN: `127.0.0.1:${await findFreePort()}`,
        DROPFORGE_SITE: baseUrl,
        STORAGE_SITE: `http://127.0.0.1:${files}`,
        API_PROCESSES: hosts.map((host) => `${host}:${port}`).join(' '),
        OPERATIONS_PORT: String(operationsPort),
        STORAGE: new URL(storage.endpoint).host,
      },
    });
    onTestFinished(async () => {
      proxy.kill();
      await once(proxy, 'exit');
    });
    const service = { baseUrl, apiKey: studio.apiKey };
    await expect.poll(async () => (await send(`${baseUrl}/v3`).catch(() => null))?.status ?? 0).toBe(404);
    expect((await send(`http://127.0.0.1:${files}/models`)).status).toBe(403);

    let isDone = false;
    let answered = 0;
    const wrong: string[] = [];
    const work = async (): Promise<void> => {
      while (!isDone) {
        const answer = await callService(service, '/v3/files/presign', { method: 'POST', body: { format: 'png' } });
        if (answer.status !== 200) wrong.push(`${answer.status} ${answer.bytes.toString()}`);
        else answered++;
      }
    };
    const clients = Promise.all([work(), work()]);
    for (const host of hosts) {
      await apis.get(host)?.end('SIGTERM');
      await start(host);
      const isReady = async () => (await send(`http://${host}:${operationsPort}/readyz`)).status;
      await expect.poll(isReady).toBe(200);
      // The next one stops when the proxy has seen that this one is back.
      const countOf = async () =>
        Number(
          /^dropforge_request_seconds_count\{.*\} (\d+)$/m.exec(
            (await send(`http://${host}:${operationsPort}/metrics`)).bytes.toString(),
          )?.[1] ?? 0,
        );
      await expect.poll(countOf).toBeGreaterThan(0);
    }
    isDone = true;
    await clients;
    expect(wrong).toEqual([]);
    expect(answered).toBeGreaterThan(0);
  });
});
