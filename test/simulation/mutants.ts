import path from 'node:path';
import { AppError } from '../../src-shared/errors.ts';
import type { JobRecord } from '../../src-main/pipeline/job-record.ts';
import type { Intent } from '../../src-main/pipeline/intent.ts';
import type { Network } from '../../src-main/service-client/network.ts';
import type { ToldTask } from '../../src-main/service-client/read-task.ts';
import type { Disk } from '../../src-main/system/disk.ts';
import type { Fault } from './faults.ts';
import type { Mutation } from './mutation.ts';
import { OUT } from './sim-app.ts';

/** A bug that somebody might write, planted around the product; the simulation has to find it. */
export interface Mutant {
  readonly name: string;
  /** Invariants of which one has to break, by the beginning of their names. */
  readonly caughtBy: readonly string[];
  /** Faults that have to be there for it to matter. */
  readonly faults: readonly Fault[];
  /** One mutation for each simulated life, because some remember things. */
  create(): Mutation;
}

/** The planted bugs, one of each class. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: 'an order is sent again after a server error',
    caughtBy: ['I1'],
    faults: ['errors_that_created'],
    create: () => ({
      network: (network) => ({
        ...network,
        sendOnce: async (url, headers, body) => {
          const first = await network.sendOnce(url, headers, body);
          const isError = first.kind === 'answered' && first.status >= 500;
          return isError ? network.sendOnce(url, headers, body) : first;
        },
      }),
    }),
  },
  {
    name: 'an order nobody heard the answer of counts as not sent',
    caughtBy: ['I1'],
    faults: ['lost_answers'],
    create: () => ({
      network: (network) => ({
        ...network,
        sendOnce: async (url, headers, body) => {
          const sending = await network.sendOnce(url, headers, body);
          return sending.kind === 'unheard' ? { kind: 'not_sent', error: sending.error } : sending;
        },
      }),
    }),
  },
  {
    name: 'an order that was on its way at a crash counts as prepared',
    caughtBy: ['I1'],
    faults: ['kill_at_commit', 'kill'],
    create: () => ({
      store: (store) => {
        const started = new Set<string>();
        const reset = (intent: Intent | null): Intent | null => {
          if (intent?.state !== 'ambiguous' || started.has(intent.id)) return intent;
          return store.intents.mark(intent.id, 'prepared');
        };
        const { intents } = store;
        return {
          ...store,
          intents: {
            ...bind(intents),
            findStanding: (jobId, step) => reset(intents.findStanding(jobId, step)),
            markSending: (id, now) => {
              started.add(id);
              return intents.markSending(id, now);
            },
          },
        };
      },
    }),
  },
  {
    name: 'an order leaves before its intent is durable',
    caughtBy: ['I3'],
    faults: [],
    create: () => ({
      store: (store) => {
        const { intents } = store;
        const sending = (id: string): Intent => ({ ...(intents.find(id) as Intent), state: 'sending', requestId: id });
        return { ...store, intents: { ...bind(intents), markSending: sending } };
      },
    }),
  },
  {
    name: 'a task is tied to its order in memory only',
    caughtBy: ['I2'],
    faults: [],
    create: () => ({
      store: (store) => {
        const { intents } = store;
        const bound = (id: string, taskId: string): Intent => ({
          ...(intents.find(id) as Intent),
          state: 'bound',
          taskId,
        });
        return { ...store, intents: { ...bind(intents), bind: bound } };
      },
    }),
  },
  {
    name: 'a found task is matched by its kind, not by its nonce',
    caughtBy: ['I2', 'I5', 'I1'],
    faults: ['lost_requests'],
    create: () => {
      const doubts = new Map<string, string>();
      return {
        store: (store) => {
          const { intents } = store;
          return {
            ...store,
            intents: {
              ...bind(intents),
              mark: (id, state) => {
                const intent = intents.mark(id, state);
                if (state === 'ambiguous') doubts.set(intent.operation, id);
                return intent;
              },
            },
          };
        },
        client: (client) => ({
          ...client,
          listTasks: async (ids) => {
            const { tasks, missed } = await client.listTasks(ids);
            const alike = [...tasks].map(([id, task]) => [id, claim(task, doubts.get(task.type))] as const);
            return { tasks: new Map(alike), missed };
          },
        }),
      };
    },
  },
  {
    name: 'the nonce is left out of what is sent',
    caughtBy: ['I2', 'I3'],
    faults: [],
    create: () => ({
      network: (network) => ({
        ...network,
        sendOnce: (url, headers, body) => {
          const { client_ref: _, ...rest } = JSON.parse(body) as Record<string, unknown>;
          return network.sendOnce(url, headers, JSON.stringify(rest));
        },
      }),
    }),
  },
  {
    name: 'a finished file is not synced before it gets its name',
    caughtBy: ['I5', 'I6'],
    faults: ['power_cut'],
    create: () => ({ system: (system) => ({ ...system, disk: withoutFileSync(system.disk) }) }),
  },
  {
    name: 'a new name is not synced',
    caughtBy: ['I5', 'I6'],
    faults: ['power_cut'],
    create: () => ({
      system: (system) => ({ ...system, disk: { ...system.disk, syncFolder: async () => undefined } }),
    }),
  },
  {
    name: 'an export is written under its final name',
    caughtBy: ['I6'],
    faults: [],
    create: () => ({ system: (system) => ({ ...system, disk: withoutParts(system.disk) }) }),
  },
  {
    name: 'a download gets its name before it is whole',
    caughtBy: ['I5', 'I6', 'I7'],
    faults: ['broken_bodies'],
    create: () => ({ network: (network) => ({ ...network, askForeign: (request) => askHalf(network, request) }) }),
  },
  {
    name: 'an expired address is used again',
    caughtBy: ['I5', 'I7'],
    faults: ['expired_urls'],
    create: () => {
      const outputs = new Map<string, ToldTask['output']>();
      const remember = (task: ToldTask): ToldTask => {
        if (task.status !== 'success') return task;
        const output = outputs.get(task.task_id) ?? task.output;
        outputs.set(task.task_id, output);
        return { ...task, output };
      };
      return {
        client: (client) => ({
          ...client,
          getTask: async (id) => remember(await client.getTask(id)),
          listTasks: async (ids) => {
            const { tasks, missed } = await client.listTasks(ids);
            return { tasks: new Map([...tasks].map(([id, task]) => [id, remember(task)])), missed };
          },
        }),
      };
    },
  },
  {
    name: 'the file token of one job is used for another',
    caughtBy: ['I5'],
    faults: [],
    create: () => {
      let token: Promise<string> | null = null;
      return {
        client: (client) => ({ ...client, upload: (...given) => (token ??= client.upload(...given)) }),
      };
    },
  },
  {
    name: 'a network that is away counts as a failure',
    caughtBy: ['I7'],
    faults: ['offline'],
    create: () => ({
      client: (client) => ({
        ...client,
        upload: (...given) =>
          client.upload(...given).catch((error: unknown) => {
            const isAway = error instanceof AppError && error.code === 'offline';
            // One job tries at a time while the service is away, so that each failure has to tell.
            throw isAway ? new AppError('service_error', 'It is away.') : error;
          }),
      }),
    }),
  },
  {
    name: 'a refund is not written down',
    caughtBy: ['I4'],
    faults: ['failing_tasks'],
    create: () => ({
      store: (store) => ({
        ...store,
        jobs: { ...bind(store.jobs), saveJob: (record) => store.jobs.saveJob(withoutRefund(record)) },
      }),
    }),
  },
  {
    name: 'what a task cost is taken from the estimate and not from the service',
    caughtBy: ['I4'],
    faults: [],
    create: () => ({
      client: (client) => ({
        ...client,
        listTasks: async (ids) => {
          const { tasks, missed } = await client.listTasks(ids);
          const free = [...tasks].map(([id, task]) => [id, { ...task, credits_consumed: null }] as const);
          return { tasks: new Map(free), missed };
        },
      }),
    }),
  },
  {
    name: 'the key goes along to a foreign host',
    caughtBy: ['the key stays home'],
    faults: [],
    create: () => ({
      network: (network) => ({
        ...network,
        askForeign: (request) =>
          network.askForeign({ ...request, headers: { ...request.headers, authorization: 'Bearer key' } }),
      }),
    }),
  },
  {
    name: 'pauses are kept by the wall clock',
    caughtBy: ['I7'],
    faults: ['wall_clock_jumps', 'lost_requests'],
    create: () => ({
      system: (system) => {
        const { clock } = system;
        const wait = (until: number, run: () => void): void => {
          if (clock.now() >= until) run();
          else clock.after(1_000, () => wait(until, run));
        };
        const pause = (ms: number): Promise<void> => new Promise((resolve) => wait(clock.now() + ms, resolve));
        return { ...system, clock: { ...clock, pause } };
      },
    }),
  },
];

/** A copy of a part whose functions may be replaced one by one, whatever the part is made of. */
function bind<T extends object>(part: T): T {
  return Object.fromEntries(Object.keys(part).map((name) => [name, part[name as keyof T]])) as T;
}

function claim(task: ToldTask, nonce: string | undefined): ToldTask {
  return nonce === undefined ? task : { ...task, input: { ...task.input, client_ref: nonce } };
}

function withoutRefund(record: JobRecord): JobRecord {
  const steps = record.steps.map((step) =>
    step.refunded ? { ...step, refunded: false, creditsConsumed: null } : step,
  );
  return { ...record, steps };
}

function withoutFileSync(disk: Disk): Disk {
  return {
    ...disk,
    open: async (file, mode) => ({ ...(await disk.open(file, mode)), sync: async () => undefined }),
    syncFile: async () => undefined,
  };
}

/** The hidden part of an export is its final name at once. */
function withoutParts(disk: Disk): Disk {
  const real = (file: string): string =>
    path.dirname(file) === OUT ? file.replace(/\/\.([^/]+)\.[0-9a-f]{8}\.part$/, '/$1') : file;
  const isPart = (file: string): boolean => real(file) !== file;
  return {
    ...disk,
    copyFile: (from, to) => disk.copyFile(from, real(to)),
    syncFile: (file) => disk.syncFile(real(file)),
    link: (file, name) => (isPart(file) ? Promise.resolve() : disk.link(file, name)),
    remove: (file) => (isPart(file) && !file.includes('probe') ? Promise.resolve() : disk.remove(file)),
  };
}

/** A body that ends early is taken for a whole one. */
async function askHalf(
  network: Network,
  request: Parameters<Network['askForeign']>[0],
): ReturnType<Network['askForeign']> {
  const answer = await network.askForeign(request);
  async function* untilItEnds(): AsyncGenerator<Uint8Array> {
    try {
      yield* answer.body;
    } catch (error) {
      if (error instanceof AppError || request.signal?.aborted) throw error;
    }
  }
  const header = (name: string): string | undefined => (name === 'content-length' ? undefined : answer.header(name));
  return { ...answer, header, body: untilItEnds() };
}
