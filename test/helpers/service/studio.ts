import { randomBytes } from 'node:crypto';
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { writeCredentials, type S3Server } from './file-storages.ts';
import { NO_LIMITS } from './local-service.ts';
import type { PostgresServer } from './postgres-server.ts';

const run = promisify(execFile);
const entryOf = (name: string) => fileURLToPath(new URL(`../../../src-main/local-service/${name}.ts`, import.meta.url));

/** A process of a studio. */
export interface StudioProcess {
  readonly process: ChildProcess;
  /** The line that it printed when it was ready. */
  readonly ready: Readonly<Record<string, unknown>>;
  /** What it has written to standard error up to now. */
  errors(): string;
  /** Sends a signal, and waits until the process is gone. */
  end(signal?: NodeJS.Signals): Promise<void>;
}

/** An API process, and the key that its clients use. */
export interface StudioApi extends StudioProcess {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** Settings of one process. */
export interface ProcessSettings {
  /** Keys of the configuration; those of `studio` are added to the usual ones. */
  readonly [key: string]: unknown;
  readonly studio?: object;
  /** Ports of network links that this process uses instead of the servers’. */
  readonly links?: { readonly database?: number; readonly storage?: number };
  /** Added to its environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A studio of a test: real processes on one computer. */
export interface TestStudio {
  /** Address of its database. */
  readonly database: string;
  /** An API key of the studio. */
  readonly apiKey: string;
  /** Opens its console. */
  readonly consoleToken: string;
  /** Creates another key. */
  addKey(name: string): Promise<string>;
  /** The configuration file of a process. */
  configure(name: string, settings?: ProcessSettings): Promise<string>;
  startApi(settings?: ProcessSettings): Promise<StudioApi>;
  startWorker(seats?: number, settings?: ProcessSettings): Promise<StudioProcess>;
  /** Rows of a query, as tuples. */
  query(text: string, ...values: unknown[]): Promise<unknown[][]>;
  close(): Promise<void>;
}

/** Settings of all processes of a studio. */
export interface StudioOptions {
  readonly credits?: number;
  readonly studio?: object;
}

let databases = 0;

/** Opens a studio over a new database and a bucket. */
export async function openTestStudio(
  postgres: PostgresServer,
  storage: S3Server,
  options: StudioOptions = {},
): Promise<TestStudio> {
  const folder = await mkdtemp(path.join(tmpdir(), 'dropforge-studio-'));
  const database = postgres.createDatabase(`studio${databases++}`);
  const credentialsFile = await writeCredentials(folder, storage.key);
  const { endpoint, bucket } = storage;
  const consoleToken = randomBytes(32).toString('hex');
  const consoleTokenFile = path.join(folder, 'console-token');
  await writeFile(consoleTokenFile, `${consoleToken}\n`);
  const processes: StudioProcess[] = [];
  let files = 0;

  async function configure(
    name: string,
    { studio, links, env: _, ...settings }: ProcessSettings = {},
  ): Promise<string> {
    const own = path.join(folder, `${name}${files++}`);
    await mkdir(own);
    const config = {
      ...NO_LIMITS,
      dataDir: path.join(own, 'data'),
      ...(options.credits !== undefined && { credits: options.credits }),
      storage: {
        endpoint: throughPort(endpoint, links?.storage),
        ...{ bucket, credentialsFile, prefix: `${path.basename(folder)}/` },
      },
      studio: {
        database: throughPort(database, links?.database),
        ...{ consoleTokenFile, operationsPort: 0, drainSeconds: 0, ...options.studio, ...studio },
      },
      ...settings,
    };
    const file = path.join(own, 'studio.json');
    await writeFile(file, JSON.stringify(config));
    return file;
  }

  async function start(entry: string, file: string, env: ProcessSettings['env']): Promise<StudioProcess> {
    const child = spawn(process.execPath, [entryOf(entry), '--config', file, '--with-parent'], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    });
    let words = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (words += text));
    const exited = once(child, 'close');
    const [line] = (await Promise.race([
      once(createInterface({ input: child.stdout }), 'line'),
      exited.then(([code]) => Promise.reject(new Error(`${entry} ended with ${code}: ${words}`))),
    ])) as [string];
    const started: StudioProcess = {
      process: child,
      ready: JSON.parse(line) as Record<string, unknown>,
      errors: () => words,
      async end(signal = 'SIGTERM') {
        if (child.exitCode === null && child.signalCode === null) child.kill(signal);
        await exited;
      },
    };
    processes.push(started);
    return started;
  }

  const first = await configure('manage');
  await run(process.execPath, [entryOf('studio-main'), 'migrate', '--config', first]);
  const addKey = async (name: string): Promise<string> => {
    const { stdout } = await run(process.execPath, [entryOf('studio-main'), 'key', name, '--config', first]);
    return stdout.trim();
  };
  const apiKey = await addKey('Ana');
  const client = new pg.Pool({ connectionString: database, max: 2 });
  client.on('error', () => undefined);
  return {
    ...{ apiKey, consoleToken, database, addKey, configure },
    async startApi(settings) {
      const started = await start('main', await configure('api', settings), settings?.env);
      return { ...started, baseUrl: String(started.ready['baseUrl']), apiKey };
    },
    startWorker: async (seats = 2, settings = {}) =>
      start(
        'worker-main',
        await configure('worker', { ...settings, studio: { seats, ...settings.studio } }),
        settings.env,
      ),
    query: async (text, ...values) => (await client.query({ text, values, rowMode: 'array' })).rows as unknown[][],
    async close() {
      await Promise.all(processes.map((started) => started.end('SIGKILL')));
      await client.end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** An address with another port. */
function throughPort(address: string, port: number | undefined): string {
  return port === undefined ? address : address.replace(/:\d+(?=\/|$)/, `:${port}`);
}
