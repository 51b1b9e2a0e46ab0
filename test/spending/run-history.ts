import { toCredits } from '../../src-shared/api/pricing/credits.ts';
import { AppError } from '../../src-shared/base/errors.ts';
import type { JobStatus } from '../../src-shared/jobs/job.ts';
import {
  settings as settingsSchema,
  spending as spendingSchema,
  type Settings,
} from '../../src-shared/settings/settings.ts';
import type { Queue } from '../../src-main/queue/queue.ts';
import { CLOUD_RESEND, type ServiceProfile } from '../../src-main/service-client/services/service-profile.ts';
import type { Network } from '../../src-main/service-client/http/network.ts';
import { createDiskTree, createFile, createFolder } from '../simulation/disk-tree.ts';
import { createKernel, RunDied } from '../simulation/kernel.ts';
import { wallClock, type Machine, type Run } from '../simulation/machine.ts';
import { makePicture } from '../simulation/model-bytes.ts';
import type { Mutation } from '../simulation/mutation.ts';
import { createSimApp, HOME, OUT } from '../simulation/sim-app.ts';
import { createTables, leaveTables } from '../simulation/sim-database.ts';
import { createSimNetwork } from '../simulation/sim-network.ts';
import { API_ORIGIN, createSimService } from '../simulation/sim-service.ts';
import { callOperation } from './call-operation.ts';
import { toLine, type Command, type History } from './history.ts';
import { createFaults, withFaults } from './sending-faults.ts';
import { createPlaceChecks } from './place-checks.ts';
import { createSpendingChecks } from './spending-checks.ts';
import { createSpendingPaths } from './spending-paths.ts';
import type { SpendingWorld } from './spending-world.ts';

/** What came of a history. */
export interface Told {
  readonly violation: { readonly invariant: string; readonly detail: string } | null;
  /** The commands with their results, one line each. */
  readonly lines: readonly string[];
  /** What happened in the world, if it was kept. */
  readonly story: readonly string[];
  /** Tasks that were created. */
  readonly tasks: number;
}

const PICTURES = '/home/artist/pictures';
const MINUTE = 60_000;
/** Three hours before midnight of the computer. */
const START = new Date(2026, 10, 20, 21).getTime();
/** How long a command may take until its result is reported. */
const COMMAND_MS = 30_000;
/** How long everything may take that goes on without faults. */
const SETTLES_MS = 40 * MINUTE;

/** The states of jobs that a command is meant for; absent: all. */
const TARGETS: Partial<Record<Command['do'], readonly JobStatus[]>> = {
  confirm: ['held'],
  repeat: ['done'],
  export: ['done'],
  operate: ['done'],
  retry: ['failed', 'cancelled'],
  uncancel: ['cancelled'],
  resume: ['paused'],
  remove: ['done', 'failed', 'cancelled', 'unknown'],
  look: ['unknown'],
  'send again': ['unknown'],
  'give up': ['unknown'],
};

/** The service that costs credits. */
const PROFILE: ServiceProfile = {
  id: 'cloud:simulated',
  kind: 'cloud',
  baseUrl: API_ORIGIN,
  apiKey: 'key',
  deployment: 'international',
  free: false,
  pollMs: 2_000,
  resend: CLOUD_RESEND,
};

/** Runs a history and checks spending after every event; ends at the first violation. */
export async function runHistory(history: History, mutation: Mutation = {}, keepStory = false): Promise<Told> {
  const kernel = createKernel('spending', keepStory);
  const tree = createDiskTree();
  for (const folder of ['/home', '/home/artist', HOME, OUT, PICTURES]) tree.put(folder, createFolder());
  tree.settle();
  const machine: Machine = {
    ...{ kernel, tree, wallStart: START, wallOffset: 0, isOffline: false, freeBytes: Infinity },
    ...{ diskTrouble: [], commitTrouble: [], holder: null },
  };
  const faults = createFaults();
  const service = createSimService({
    ...{ kernel, plan: faults.plan, isFree: false, hasEcho: true, epoch: START },
    credits: toCredits(history.credits * 100),
    charge: faults.charge,
  });
  service.onCreate.push(() => faults.taskCreated());
  const tables = createTables();
  let current = settingsSchema.parse({
    service: 'cloud',
    cloud: { baseUrl: API_ORIGIN, deployment: 'international' },
    spending: { confirmAbove: '0' },
  });
  const settings = { get: () => current };
  const isPaused = (): boolean => app.queue()?.isPaused() === true && app.queue()?.pauseReason() === null;
  const checks = createSpendingChecks({ machine, tables, service, settings, faults: faults.seen, isPaused });
  const createNetwork = (run: Run): Network =>
    withFaults(
      createSimNetwork({ machine, run, service, plan: faults.plan, latestMs: 1_000, onCreation: checks.onCreation }),
      {
        faults,
        kernel,
        run,
        service,
        resend: history.resend,
        onCreation: checks.onCreation,
        kill: () => app.die('killed'),
      },
    );
  const app = createSimApp({
    machine,
    tables,
    profile: { ...PROFILE, resend: { ...CLOUD_RESEND, mode: history.resend } },
    mutation,
    spending: () => current.spending,
    createNetwork,
    watchStore: checks.watchStore,
  });
  let pictures = 0;
  const places = createPlaceChecks({ kernel, service, profile: PROFILE, settings });
  const world: SpendingWorld = {
    ...{ kernel, machine, service, app, checks, places, settings },
    addPicture: () => {
      const path = `${PICTURES}/p${++pictures}.png`;
      const data = makePicture(path);
      tree.keep(path, { ...createFile(data), durable: data });
      return { path, bytes: data.byteLength };
    },
  };
  const paths = createSpendingPaths(world, PROFILE.id);
  kernel.onTurn(() => checks.checkRows());

  const wait = (ms: number, until = (): boolean => false): Promise<boolean> => kernel.run(until, ms);
  const awaitQueue = async (): Promise<Queue | null> => {
    await wait(MINUTE, () => app.queue() !== null);
    return app.queue();
  };
  const lines: string[] = [];

  /** Runs a command of a person; refusals and the death of the app are ordinary results. */
  const attempt = async (act: (queue: Queue) => unknown): Promise<string> => {
    const queue = await awaitQueue();
    if (!queue) return 'the app does not start';
    let result: string | null = null;
    const run = app.run();
    const tell = (error: unknown): void => {
      result = describe(error);
      if (error instanceof AppError || error instanceof RunDied) return;
      kernel.violate('no uncaught exception', (error as Error).stack ?? String(error));
    };
    try {
      void Promise.resolve(act(queue)).then((words) => (result = typeof words === 'string' ? words : 'ok'), tell);
    } catch (error) {
      tell(error);
    }
    await wait(COMMAND_MS, () => result !== null || run?.alive !== true);
    if (run?.alive !== true) checks.onDied();
    return result ?? 'the app died';
  };

  /** Runs a command on one of the jobs in a state that it is meant for, or else on any. */
  const onJob = (
    { do: what, job: at }: Extract<Command, { job: number }>,
    act: (queue: Queue, id: string) => unknown,
  ): Promise<string> =>
    attempt((queue) => {
      const all = queue.records();
      const meant = all.filter(({ status }) => TARGETS[what]?.includes(status));
      const records = meant.length > 0 ? meant : all;
      const record = records[at % records.length];
      return record ? (act(queue, record.id) ?? `job ${record.id.slice(0, 4)}`) : 'no job';
    });

  const setSpending = (patch: Partial<Settings['spending']>): void => {
    current = { ...current, spending: spendingSchema.parse({ ...current.spending, ...patch }) };
    checks.onLimits();
    app.queue()?.capsChanged();
  };
  const setCap = (cap: (Command & { do: 'cap' })['cap'], amount: number | null): void => {
    const text = amount === null ? null : String(amount);
    const { perRecipe, perFolder } = current.spending;
    const change = (caps: Readonly<Record<string, string>>): Record<string, string> => {
      const others = Object.fromEntries(Object.entries(caps).filter(([id]) => id !== cap));
      return text === null ? others : { ...others, [cap]: text };
    };
    if (cap === 'perDay' || cap === 'pauseBelow') setSpending({ [cap]: text });
    else if (cap === 'confirmAbove') setSpending({ confirmAbove: text ?? '0' });
    else if (cap === 'inbox') setSpending({ perFolder: change(perFolder) });
    else setSpending({ perRecipe: change(perRecipe) });
  };

  const run = async (command: Command): Promise<string> => {
    switch (command.do) {
      case 'add':
      case 'make':
      case 'test':
        return attempt((queue) => paths.add(queue, command));
      case 'drop':
        return attempt((queue) => paths.drop(queue, command.folder, command.files));
      case 'approve':
        return attempt((queue) => paths.approve(queue, command.folder, command.consent));
      case 'confirm':
        return onJob(command, (queue, id) => paths.confirm(queue, id, command.consent));
      case 'repeat':
        return onJob(command, (queue, id) => paths.repeat(queue, id, command.consent));
      case 'export':
        return onJob(command, (queue, id) => paths.export(queue, id, command.format, command.consent));
      case 'operate':
        return onJob(command, (queue, id) => paths.operate(queue, id, command.operation, command.consent));
      case 'call':
        return callOperation(world, command);
      case 'retry':
        return onJob(command, (queue, id) => queue.retry([id]));
      case 'cancel':
        return onJob(command, (queue, id) => queue.cancel([id]));
      case 'pause':
        return onJob(command, (queue, id) => queue.pause([id]));
      case 'resume':
        return onJob(command, (queue, id) => {
          checks.onResume(queue.find(id));
          queue.resume([id]);
        });
      case 'remove':
        return onJob(command, (queue, id) => queue.trash.put([id]));
      case 'uncancel':
        return onJob(command, (queue, id) => queue.uncancel([id]));
      case 'restore':
        return attempt((queue) => queue.trash.restore(queue.trash.list().map(({ id }) => id)));
      case 'empty':
        return attempt((queue) => queue.trash.empty(queue.trash.list().map(({ id }) => id)));
      case 'look':
        return onJob(command, (queue, id) => queue.resolve(id, 'look'));
      case 'send again':
        return onJob(command, (queue, id) => {
          queue.resolve(id, 'send_again');
          return paths.confirm(queue, id, 'total');
        });
      case 'give up':
        return onJob(command, (queue, id) => queue.resolve(id, 'give_up'));
      case 'pause all':
        return attempt((queue) => queue.pause());
      case 'resume all':
        return attempt((queue) => queue.resume());
      case 'find':
        return attempt(async (queue) => `${(await queue.reconciler.sweep()).length} tasks`);
      case 'import':
        return attempt((queue) => {
          const found = queue.reconciler.found().map(({ task }) => task.task_id);
          return `${queue.reconciler.adopt(found).length} jobs`;
        });
      case 'dismiss':
        return attempt((queue) => queue.reconciler.dismiss(queue.reconciler.found().map(({ task }) => task.task_id)));
      case 'cap':
        setCap(command.cap, command.amount);
        return 'ok';
      case 'top up':
        service.topUp(command.credits);
        return attempt((queue) => queue.resume());
      case 'sending':
        faults.armSending(command.fault);
        return 'ok';
      case 'task':
        faults.arm(command.fault);
        return 'ok';
      case 'wait':
        await wait(command.ms);
        return 'ok';
      case 'next day': {
        const now = new Date(wallClock(machine));
        const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime();
        await wait(midnight - now.getTime() + MINUTE);
        return 'ok';
      }
      case 'restart':
        app.restart();
        return 'ok';
      case 'kill':
        app.die('killed');
        return 'ok';
      case 'power cut':
        app.die('power cut');
        return 'ok';
      case 'kill at commit':
        machine.commitTrouble.push(...Array.from({ length: command.commits }, () => null), command.when);
        return 'ok';
      case 'service restart':
        service.standStill(20_000);
        return 'ok';
      case 'set clock':
        machine.wallOffset += command.hours * 60 * MINUTE;
        return 'ok';
    }
  };

  const awaitSettled = async (): Promise<void> => {
    let watched: Queue | null = null;
    let settled: Queue | null = null;
    /** A queue that dies meanwhile never settles; the next one does. */
    const isSettled = (): boolean => {
      const queue = app.queue();
      if (queue && queue !== watched) {
        watched = queue;
        void queue.whenSettled(queue.records().map(({ id }) => id)).then(() => (settled = queue));
      }
      return queue !== null && settled === queue;
    };
    if (await wait(SETTLES_MS, isSettled)) return;
    const records = app.queue()?.records() ?? [];
    const open = records.map(({ id, status, error }) => `${id.slice(0, 4)} ${status} ${error?.code ?? ''}`);
    kernel.violate('everything settles', open.join('; ') || 'the app does not start');
  };

  /** Ends all faults, decides about everything that is open, and lets the service's history be read. */
  const settle = async (): Promise<void> => {
    lines.push('the faults end');
    faults.clear();
    machine.commitTrouble.length = 0;
    for (let round = 0; round < 2 && !kernel.violation(); round++) {
      const queue = await awaitQueue();
      for (const { id, status } of queue?.records() ?? []) if (status === 'unknown') queue?.resolve(id, 'look');
      await awaitSettled();
      // Tasks that still run end, and the service's history is read.
      await wait(25 * MINUTE);
      await attempt((asked) => asked.reconciler.sweep());
      await wait(5 * MINUTE);
    }
    // A day may have begun, on which caps allow more.
    await awaitSettled();
    const queue = app.queue();
    if (!queue || kernel.violation()) return;
    checks.checkRows();
    checks.checkViews(queue, paths.planOf(queue));
    await places.check(queue, paths.planOf);
    places.checkSettled(queue);
    checks.checkSettled();
  };

  const listen = (error: unknown): void => {
    if (error instanceof RunDied) return;
    kernel.violate('no unhandled rejection', error instanceof Error ? (error.stack ?? error.message) : String(error));
  };
  const log = console.error;
  console.error = (words: unknown): void => kernel.trace(`log: ${String(words)}`);
  process.on('unhandledRejection', listen);
  try {
    app.start();
    for (const [index, command] of history.commands.entries()) {
      if (kernel.violation()) break;
      const line = `${index + 1}. ${toLine(command)}`;
      kernel.trace(line);
      lines.push(line);
      const result = await run(command);
      lines[lines.length - 1] = `${line}: ${result}`;
      const queue = app.queue();
      if (!queue || kernel.violation()) continue;
      checks.checkViews(queue, paths.planOf(queue));
      await places.check(queue, paths.planOf);
    }
    if (!kernel.violation()) await settle();
    await new Promise(setImmediate);
  } catch (error) {
    kernel.violate('no uncaught exception', (error as Error).stack ?? String(error));
  } finally {
    console.error = log;
    process.off('unhandledRejection', listen);
    leaveTables(tables);
  }
  return {
    violation: kernel.violation(),
    lines,
    story: kernel.story(),
    tasks: service.tasks().length,
  };
}

function describe(error: unknown): string {
  if (error instanceof AppError) return `refused: ${error.code}`;
  return error instanceof RunDied ? 'the app died' : String(error);
}
