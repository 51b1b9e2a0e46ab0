import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startServe, type ServeProcess } from '../helpers/serve.ts';
import { startLocalService, type LocalService } from '../helpers/service/local-service.ts';
import { createBenchFolder } from './bench-folder.ts';
import { timed } from './harness/clock.ts';
import { childCpuSeconds } from './harness/process-tree.ts';
import { defineGroup, type Trial } from './harness/row.ts';

const ENTRY = path.resolve(import.meta.dirname, '../../src-main/cli.ts');
const IDLE_SECONDS = 10;
/** What starts with the app is done by then. */
const SETTLING_MS = 5_000;

interface Context {
  readonly folder: ReturnType<typeof createBenchFolder>;
}

const help: Trial<Context> = {
  rows: [
    {
      id: 'commands/help',
      what: 'dropforge --help',
      ...{ figure: 'ms', unit: 'ms', better: 'lower', goal: { ratio: 4 } },
    },
  ],
  state: 'warm',
  ours: async () => ({ ms: await runNode([ENTRY, '--help']) }),
  peer: { name: 'node -e 0', measure: async () => ({ ms: await runNode(['-e', '0']) }) },
};

const doctor: Trial<Context> = {
  rows: [
    {
      id: 'commands/doctor',
      what: 'dropforge doctor',
      ...{ figure: 'ms', unit: 'ms', better: 'lower', goal: { limit: 5_000 } },
    },
  ],
  state: 'warm',
  ours: async ({ folder }) => ({ ms: await runNode([ENTRY, 'doctor', '--home', folder.at('home')]) }),
  peer: { name: 'node -e 0', measure: async () => ({ ms: await runNode(['-e', '0']) }) },
};

/** Commands of the command line, whole processes. */
export const commandsGroup = defineGroup<Context>({
  name: 'commands',
  open: () => Promise.resolve({ folder: createBenchFolder() }),
  close: ({ folder }) => Promise.resolve(folder.remove()),
  trials: [help, doctor],
});

interface IdleContext extends Context {
  readonly app: ServeProcess;
  readonly service: LocalService;
}

const idle: Trial<IdleContext> = {
  rows: [
    {
      id: 'idle/processor',
      what: 'processor of the app and the local service over 10 idle seconds',
      ...{ figure: 'share', unit: '% of a core', better: 'lower', goal: { limit: 0.5 } },
    },
  ],
  state: 'cold',
  quickRuns: 0,
  async ours() {
    const before = childCpuSeconds();
    await pause(IDLE_SECONDS * 1_000);
    return { share: ((childCpuSeconds() - before) / IDLE_SECONDS) * 100 };
  },
  peer: null,
};

/** The app and the service with nothing to do. */
export const idleGroup = defineGroup<IdleContext>({
  name: 'idle',
  async open() {
    const folder = createBenchFolder();
    const [app, service] = [await startServe(folder.at('home')), await startLocalService()];
    await pause(SETTLING_MS);
    return { folder, app, service };
  },
  async close({ folder, app, service }) {
    await app.stop();
    await service.stop();
    folder.remove();
  },
  trials: [idle],
});

/** Milliseconds of a whole process; a report of problems is no failure, a crash is one. */
function runNode(args: readonly string[]): Promise<number> {
  return timed(() => {
    const { signal, error } = spawnSync(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    if (error) throw error;
    if (signal !== null) throw new Error(`${args.join(' ')} ended by ${signal}.`);
  });
}
