import { rm } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { AppError } from '../../../src-shared/base/errors.ts';
import type { ServiceProcess, SpawnService } from './spawn-service.ts';
import { systemDisk } from '../../base/files/disk.ts';
import { makePrivateFolderSync } from '../../base/files/private-files.ts';
import { toDiskError } from '../../folders/disk-error.ts';
import { OWNER_ONLY, writeFileDurably } from '../../base/files/durable-file.ts';
import { log } from '../../base/log/log.ts';
import { registerOwnPort } from '../../base/network/own-ports.ts';
import { message } from '../../../src-shared/messages/message.ts';

/** Address and API key of the running local service. */
interface LocalEndpoint {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** The process of the embedded service: started on first use, restarted when it ends. */
export interface LocalService {
  /** Resolves when it responds. Throws `local_service_down` if it does not start. */
  endpoint(): Promise<LocalEndpoint>;
  /** True while it is running. */
  isUp(): boolean;
  /** Calls `listen` when the process starts or ends; returns a function that stops this. */
  onChange(listen: () => void): () => void;
  /** Restarts it with the current configuration; callers of `endpoint` wait. Its tasks continue. */
  restart(): Promise<void>;
  /** Ends the process for good; later calls of `endpoint` are rejected. */
  close(): Promise<void>;
}

const readyLine = z.object({ baseUrl: z.url(), apiKey: z.string().min(16) });

const START_TIMEOUT_MS = 30_000;
const STOP_TIMEOUT_MS = 5_000;
/** A killed process is gone at once, unless the system waits for a disk. */
const KILL_TIMEOUT_MS = 1_000;
const LONGEST_COMPLAINT = 500;

/** A local service with its data in one folder; `setup` returns the rest of its configuration at every start. */
export function createLocalService(
  spawn: SpawnService,
  dataDir: string,
  setup: () => Readonly<Record<string, unknown>>,
): LocalService {
  const entry = path.join(import.meta.dirname, '../../local-service', `main${path.extname(import.meta.filename)}`);
  const listeners = new Set<() => void>();
  let running: { child: ServiceProcess; exited: Promise<void> } | null = null;
  let starting: Promise<LocalEndpoint> | null = null;
  let ending: Promise<void> = Promise.resolve();
  let closed = false;
  /** Kept at later starts: clients of running jobs have its address, and refuse results from another one. 0: any. */
  let port = 0;

  const startAgain = async (): Promise<LocalEndpoint> => {
    try {
      return await start();
    } catch (error) {
      if (port === 0 || closed) throw error;
      // Another program may have the port now: clients of running jobs still send it their key, which ends with this.
      await rm(path.join(dataDir, 'key'), { force: true });
      port = 0;
      return start();
    }
  };

  const start = async (): Promise<LocalEndpoint> => {
    const config = path.join(dataDir, 'config.json');
    try {
      makePrivateFolderSync(path.dirname(dataDir));
      makePrivateFolderSync(dataDir);
      await writeFileDurably(config, JSON.stringify({ port, dataDir, ...setup() }), systemDisk, OWNER_ONLY);
    } catch (error) {
      throw toDiskError(error, dataDir);
    }
    if (closed) throw closing();
    const child = spawn(entry, ['--config', config]);
    const complaints: string[] = [];
    createInterface({ input: child.stderr }).on('line', (line) => {
      complaints.push(line.slice(0, LONGEST_COMPLAINT));
      log.note('local service', line);
    });
    const exited = new Promise<void>((resolve) => child.onExit(() => resolve()));
    running = { child, exited };
    void exited.then(() => {
      if (running?.child !== child) return;
      running = null;
      starting = null;
      for (const listen of listeners) listen();
    });
    const ready = readReadyLine(child);
    const timeout = new AbortController();
    const outcome = await Promise.race([
      ready,
      exited.then(() => null),
      delay(START_TIMEOUT_MS, null, { signal: timeout.signal, ref: false }).catch(() => null),
    ]).finally(() => timeout.abort());
    if (!outcome) {
      await end(child, exited);
      throw new AppError('local_service_down', complaints.at(-1) ?? message('local-service.did-not-start'), {
        retryable: true,
      });
    }
    log.hide(outcome.apiKey);
    port = Number(new URL(outcome.baseUrl).port);
    void exited.then(registerOwnPort(port));
    for (const listen of listeners) listen();
    return outcome;
  };

  const stop = async (): Promise<void> => {
    if (!running) return;
    const { child, exited } = running;
    running = null;
    await end(child, exited);
  };

  return {
    endpoint: () => {
      if (closed) return Promise.reject(closing());
      // Two processes over one folder refuse each other, so the last one ends first.
      const attempt = (starting ??= ending.then(startAgain).catch((error: unknown) => {
        if (starting === attempt) starting = null;
        throw error;
      }));
      return attempt;
    },
    isUp: () => running !== null,
    onChange: (listen) => {
      listeners.add(listen);
      return () => void listeners.delete(listen);
    },
    restart: () => {
      const last = starting;
      if (!last) return ending;
      starting = null;
      ending = last
        .then(stop, () => undefined)
        .then(() => {
          for (const listen of listeners) listen();
        });
      return ending;
    },
    close: async () => {
      closed = true;
      await Promise.all([ending, stop()]);
    },
  };
}

/** Ends a process. One that does not end when it is asked to is killed: it would refuse its folder to the next one. */
async function end(child: ServiceProcess, exited: Promise<void>): Promise<void> {
  child.terminate();
  await Promise.race([exited, delay(STOP_TIMEOUT_MS, undefined, { ref: false })]);
  child.kill();
  await Promise.race([exited, delay(KILL_TIMEOUT_MS, undefined, { ref: false })]);
}

function closing(): AppError {
  return new AppError('local_service_down', message('local-service.closing'), { retryable: true });
}

/** The one JSON line a service prints when it is ready. */
function readReadyLine(child: ServiceProcess): Promise<LocalEndpoint | null> {
  return new Promise((resolve) => {
    createInterface({ input: child.stdout }).once('line', (line) => {
      try {
        resolve(readyLine.parse(JSON.parse(line)));
      } catch {
        resolve(null);
      }
    });
  });
}
