import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** Settings with limits that only a test of limits meets. */
export const NO_LIMITS = {
  limits: {
    creationPerMinute: 100_000,
    refinePerMinute: 100_000,
    uploadsPerMinute: 100_000,
    queriesPerMinute: 100_000,
    concurrency: { h3d: 1000, p3d: 1000, image: 1000, animation: 1000, processing: 1000, mesh: 1000 },
  },
};

const entryOf = (name: string) => fileURLToPath(new URL(`../../../src-main/local-service/${name}.ts`, import.meta.url));

/** True in tests of the interface that run against a studio, which stores files in an object storage. */
const IS_STUDIO = process.env['DROPFORGE_TEST_SERVICE'] === 'studio';

/** What a test may set up. */
export interface ServiceSetup {
  /** A folder of an earlier service; absent: a temporary one, removed by `stop`. */
  readonly dataDir?: string;
  readonly credits?: number | string;
  readonly port?: number;
  /** Other keys of the configuration; absent: limits nobody meets. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Passes `--with-parent`, so that nothing outlives a test run that dies; on unless false. */
  readonly withParent?: boolean;
}

/** The real service in a process of its own. */
export interface LocalService {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Opens the console. */
  readonly consoleToken: string;
  readonly dataDir: string;
  /** Secrets of the webhooks of its configuration, by their URLs. */
  readonly webhookSecrets: Readonly<Record<string, string>>;
  readonly process: ChildProcess;
  /** The stored bytes of an upload. */
  readUpload(token: string): Promise<Buffer>;
  /** Asks it to end, waits until it has, and removes a temporary folder. */
  stop(): Promise<void>;
  /** kill -9, and waits until it is gone; the folder stays. */
  kill(): Promise<void>;
}

/** Starts the service on a free port and waits until it answers; throws its own words when it refuses to start. */
export async function startLocalService(setup: ServiceSetup = {}): Promise<LocalService> {
  if (IS_STUDIO) return (await import('./studio-in-place.ts')).startStudioInPlace(setup);
  const dataDir = setup.dataDir ?? (await mkdtemp(path.join(tmpdir(), 'dropforge-service-')));
  const child = await spawnLocalService({ ...setup, dataDir });
  const { stdout, exited, stderr } = child;
  const ready = await Promise.race([
    once(createInterface({ input: stdout }), 'line') as Promise<[string]>,
    exited.then((code) => Promise.reject(new Error(`The service ended with ${code}: ${stderr()}`))),
  ]);
  const { baseUrl, apiKey, consoleToken, webhookSecrets } = JSON.parse(ready[0]) as Omit<LocalService, 'dataDir'>;
  const end = async (signal: NodeJS.Signals) => {
    child.process.kill(signal);
    await exited;
  };
  return {
    baseUrl,
    apiKey,
    consoleToken,
    dataDir,
    webhookSecrets,
    process: child.process,
    readUpload: (token) => readFile(path.join(dataDir, 'uploads', token)),
    async stop() {
      await end('SIGTERM');
      if (setup.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
    kill: () => end('SIGKILL'),
  };
}

/**
 * Starts an entry without waiting; for starts that are meant to fail, and for processes of a studio. `config` replaces the
 * whole configuration.
 */
export async function spawnLocalService(
  setup: ServiceSetup & { dataDir: string; config?: unknown; entry?: 'main' | 'worker-main' },
) {
  const { dataDir, credits, port, settings = NO_LIMITS, entry = 'main' } = setup;
  const folder = await mkdtemp(path.join(tmpdir(), 'dropforge-config-'));
  const file = path.join(folder, 'service.json');
  await writeFile(file, JSON.stringify(setup.config ?? { dataDir, credits, port, ...settings }));
  const args = [entryOf(entry), '--config', file, ...(setup.withParent === false ? [] : ['--with-parent'])];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  let words = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (words += text));
  const exited = once(child, 'close').then(async ([code]) => {
    await rm(folder, { recursive: true, force: true });
    return code as number | null;
  });
  return { process: child, stdout: child.stdout, exited, stderr: () => words };
}
