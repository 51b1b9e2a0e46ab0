import {
  LOCAL_RESEND,
  CLOUD_RESEND,
  type ServiceProfile,
} from '../../src-main/service-client/services/service-profile.ts';
import { createCoverageRecorder, type Coverage } from './coverage.ts';
import { createDiskTree, createFolder } from './disk-tree.ts';
import { drawFaults, type Fault } from './faults.ts';
import { drawLimits } from './limits.ts';
import { createKernel, RunDied, type Violation } from './kernel.ts';
import type { Machine } from './machine.ts';
import type { Mutation } from './mutation.ts';
import { createOracle } from './oracle.ts';
import { createSimApp, HOME, OUT } from './sim-app.ts';
import { createTables, leaveTables } from './sim-database.ts';
import { createSimNetwork } from './sim-network.ts';
import { API_ORIGIN, createSimService } from './sim-service.ts';
import { createUser, PICTURES } from './user.ts';
import { clearWeather, planWeather } from './weather.ts';

/** How a seed is simulated; what is absent is drawn from the seed. */
export interface SimulationOptions {
  readonly off?: ReadonlySet<Fault>;
  readonly force?: readonly Fault[];
  readonly jobs?: number;
  readonly actions?: number;
  readonly mutation?: Mutation;
  readonly keepStory?: boolean;
}

/** What came of a seed. */
export interface Outcome {
  readonly seed: number;
  readonly violation: Violation | null;
  /** The same for the same seed, whatever else happens on the computer. */
  readonly hash: string;
  readonly story: readonly string[];
  readonly faults: readonly Fault[];
  readonly jobs: number;
  readonly actions: number;
  readonly tasks: number;
  readonly events: number;
  readonly coverage: Coverage;
}

const MINUTE = 60_000;
/** Bound of I7: how long everything may take to settle once nothing goes wrong any more, virtual ms. */
const SETTLES_WITHIN_MS = 60 * MINUTE;
/** Longest pause between two things a person does: a night over a limit that is reached, and what a sleep adds. */
const LONGEST_PAUSE_MS = 40 * 60 * MINUTE;
/** Times the person decides about what stands still before everything has to be over. */
const ROUNDS = 8;

/** Simulates the whole life of a queue from a seed: trouble first, then peace, then the reckoning. */
export async function simulate(seed: number, options: SimulationOptions = {}): Promise<Outcome> {
  const { off = new Set(), force = [], mutation = {}, keepStory = false } = options;
  const kernel = createKernel(`seed ${seed}`, keepStory);
  const prng = kernel.prng.fork('world');
  const plan = drawFaults(kernel.prng.fork('faults'), off, force);
  const isLocal = prng.chance(0.3);
  const isAuto = prng.fork('auto').chance(0.25);
  const hasEcho = isLocal || !prng.fork('echo').chance(0.12);
  const horizonMs = prng.between(2, 12) * MINUTE;
  const jobs = options.jobs ?? 1 + prng.integer(5);
  const actions = options.actions ?? prng.integer(10);
  const noon = Date.UTC(2026, 10, 20, 12);
  const midnight = new Date(2026, 10, 21).getTime();
  const wallStart = plan.has('midnight') ? midnight - Math.floor(prng.fork('midnight').between(0, horizonMs)) : noon;
  const skewMs = plan.has('strange_server_clock') ? prng.between(-26, 26) * 60 * MINUTE : prng.between(-2_000, 2_000);

  const tree = createDiskTree();
  for (const folder of ['/home', '/home/artist', HOME, OUT, PICTURES]) tree.put(folder, createFolder());
  tree.settle();
  const machine: Machine = {
    kernel,
    tree,
    wallStart,
    wallOffset: 0,
    isOffline: false,
    freeBytes: Infinity,
    diskTrouble: [],
    commitTrouble: [],
    holder: null,
  };
  const service = createSimService({ kernel, plan, isFree: isLocal, hasEcho, epoch: wallStart + skewMs });
  const tables = createTables();
  const limits = drawLimits(kernel.prng.fork('limits'), plan, isLocal);
  const coverage = createCoverageRecorder();
  const oracle = createOracle({ machine, tables, service, plan, limits, isFree: isLocal, hasEcho, coverage });
  const app = createSimApp({
    machine,
    tables,
    profile: profileOf(isLocal, isAuto),
    mutation,
    spending: limits.now,
    createNetwork: (run) =>
      createSimNetwork({
        machine,
        run,
        service,
        plan,
        latestMs: isLocal ? 1_000 : 90_000,
        onCreation: oracle.onCreation,
      }),
    watchStore: oracle.watchStore,
  });
  const user = createUser({ machine, app, oracle, limits, isLocal });
  kernel.onTurn(oracle.checkExports);

  const listen = (error: unknown): void => {
    if (error instanceof RunDied) return;
    kernel.violate('no unhandled rejection', error instanceof Error ? (error.stack ?? error.message) : String(error));
  };
  const log = console.error;
  console.error = (words: unknown): void => kernel.trace(`log: ${String(words)}`);
  process.on('unhandledRejection', listen);
  try {
    app.start();
    user.planJobs(jobs, horizonMs);
    user.planActions(actions, horizonMs);
    planWeather({ machine, app, service, plan }, horizonMs);
    await kernel.run(() => false, horizonMs);
    kernel.trace('world: all quiet');
    clearWeather({ machine, plan });
    service.topUp(1_000_000);
    await settle();
    // Node tells of unhandled rejections only when no tick waits any more.
    await new Promise(setImmediate);
  } finally {
    console.error = log;
    process.off('unhandledRejection', listen);
    leaveTables(tables);
  }

  async function settle(): Promise<void> {
    for (let round = 0; round < ROUNDS && !kernel.violation(); round++) {
      const isUp = await kernel.run(() => app.queue() !== null && user.waiting() === 0, LONGEST_PAUSE_MS);
      if (!isUp) return kernel.violate('I7 everything settles', 'the program does not start');
      if (round > 0) user.tidyUp(round - 1);
      const queue = app.queue();
      let isSettled = false;
      void queue?.whenSettled(queue.records().map(({ id }) => id)).then(() => void (isSettled = true));
      if (!(await kernel.run(() => isSettled, SETTLES_WITHIN_MS))) {
        const left = queue?.list().filter(({ status }) => !['done', 'failed', 'cancelled', 'unknown'].includes(status));
        const words = left
          ?.map(({ id, status, error }) => `${id.slice(0, 8)} ${status} ${error?.code ?? ''}`)
          .join('; ');
        return kernel.violate('I7 everything settles', `after an hour of peace: ${words}`);
      }
    }
    if (kernel.violation()) return;
    const found = await findAll();
    // What the search brings home by itself takes a while.
    await kernel.run(() => false, 10 * MINUTE);
    const queue = app.queue();
    if (queue) oracle.checkEnd(queue, found);
    // The first look through the history comes a minute after the start.
    await kernel.run(() => false, 3 * MINUTE);
    const isInDoubt = app
      .queue()
      ?.records()
      .some(({ status }) => status === 'unknown');
    const first = await countRequests(10 * MINUTE);
    // The daily look through the history may be one of them, and is not in the next.
    const asked = first > 0 ? await countRequests(10 * MINUTE) : 0;
    if (asked > 0 && !isInDoubt) kernel.violate('nothing is asked while nothing runs', `${asked} requests`);
  }

  async function countRequests(withinMs: number): Promise<number> {
    const before = service.requests();
    await kernel.run(() => false, withinMs);
    return service.requests() - before;
  }

  /** What the program offers to bring home; asked again where a sleep that ends cuts the first look off. */
  async function findAll(): Promise<ReadonlySet<string>> {
    for (let attempt = 0; attempt < 3; attempt++) {
      let found: ReadonlySet<string> | null = null;
      const tell = (tasks: readonly { task: { task_id: string } }[]): void => {
        found = new Set(tasks.map(({ task }) => task.task_id));
      };
      app
        .queue()
        ?.reconciler.sweep()
        .then(tell, () => undefined);
      if ((await kernel.run(() => found !== null, 3 * MINUTE)) && found) return found;
    }
    return new Set();
  }

  return {
    seed,
    violation: kernel.violation(),
    hash: kernel.traceHash(),
    story: kernel.story(),
    faults: plan.on,
    jobs,
    actions,
    tasks: service.tasks().length,
    events: kernel.turns(),
    coverage: coverage.counts,
  };
}

function profileOf(isLocal: boolean, isAuto: boolean): ServiceProfile {
  return {
    id: isLocal ? 'local:simulated' : 'cloud:simulated',
    kind: isLocal ? 'local' : 'cloud',
    baseUrl: API_ORIGIN,
    apiKey: 'key',
    deployment: 'international',
    free: isLocal,
    pollMs: isLocal ? 500 : 2_000,
    resend: isLocal ? LOCAL_RESEND : { ...CLOUD_RESEND, mode: isAuto ? 'auto' : 'strict' },
  };
}
