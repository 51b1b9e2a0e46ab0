import { AppError } from '../../src-shared/base/errors.ts';
import type { NetworkResponse, Network } from '../../src-main/service-client/http/network.ts';
import type { TaskResponse } from '../../src-main/service-client/task-response.ts';
import type { Disk } from '../../src-main/base/files/disk.ts';
import { makeModel } from './model-bytes.ts';
import type { Mutant } from './mutant.ts';

/** Planted bugs in what goes over the network and onto the disk, and in waiting. */
export const TRANSFER_MUTANTS: readonly Mutant[] = [
  {
    name: 'a finished file is not synced before it is renamed',
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
    name: 'a download is renamed before it is complete',
    caughtBy: ['I5', 'I6', 'I7'],
    faults: ['broken_bodies'],
    create: () => ({ network: (network) => ({ ...network, requestForeign: (request) => askHalf(network, request) }) }),
  },
  {
    name: 'the announced length of a file is not checked',
    caughtBy: ['I5', 'I6'],
    faults: ['wrong_lengths'],
    create: () => ({
      network: (network) => ({
        ...network,
        requestForeign: async (request) => withoutLength(await network.requestForeign(request)),
      }),
    }),
  },
  {
    name: 'a result is exported before it is verified',
    caughtBy: ['I6'],
    faults: ['garbage_answers'],
    create: () => ({ system: (system) => ({ ...system, disk: withoutVerifying(system.disk) }) }),
  },
  {
    name: 'an expired URL is used again',
    caughtBy: ['I5', 'I7'],
    faults: ['expired_urls'],
    create: () => {
      const outputs = new Map<string, TaskResponse['output']>();
      const remember = (task: TaskResponse): TaskResponse => {
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
    name: 'being offline counts as a failure',
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
    name: 'the key is sent to a foreign host',
    caughtBy: ['the key stays home'],
    faults: [],
    create: () => ({
      network: (network) => ({
        ...network,
        requestForeign: (request) =>
          network.requestForeign({ ...request, headers: { ...request.headers, authorization: 'Bearer key' } }),
      }),
    }),
  },
  {
    name: 'pauses are measured with the wall clock',
    caughtBy: ['I7'],
    faults: ['wall_clock_jumps'],
    create: () => ({
      system: (system) => {
        const { clock } = system;
        const after = (ms: number, run: () => void): (() => void) => {
          const until = clock.now() + ms;
          let callOff = (): void => undefined;
          const look = (): void => {
            const left = until - clock.now();
            if (left <= 0) run();
            else callOff = clock.after(left, look);
          };
          look();
          return () => callOff();
        };
        const pause = (ms: number): Promise<void> => new Promise((resolve) => void after(Math.max(1, ms), resolve));
        return { ...system, clock: { ...clock, after, pause } };
      },
    }),
  },
];

function withoutFileSync(disk: Disk): Disk {
  return {
    ...disk,
    open: async (file, mode) => ({ ...(await disk.open(file, mode)), sync: async () => undefined }),
    syncFile: async () => undefined,
  };
}

/** Whoever reads a result in the library sees a whole model, whatever lies there. */
function withoutVerifying(disk: Disk): Disk {
  const model = makeModel('anything', 'GLB');
  const isResult = (file: string): boolean => /\/library\/[^/]+\/\d+(-[0-9a-f]{16}-download|\.glb)$/.test(file);
  return {
    ...disk,
    open: async (file, mode) => {
      const opened = await disk.open(file, mode);
      if (mode !== 'read' || !isResult(file)) return opened;
      return {
        ...opened,
        read: async (buffer, position) => model.copy(buffer, 0, position),
        size: async () => model.byteLength,
      };
    },
  };
}

function withoutLength(answer: NetworkResponse): NetworkResponse {
  return { ...answer, header: (name) => (name === 'content-length' ? undefined : answer.header(name)) };
}

/** A body that ends early is taken for a whole one. */
async function askHalf(
  network: Network,
  request: Parameters<Network['requestForeign']>[0],
): ReturnType<Network['requestForeign']> {
  const answer = await network.requestForeign(request);
  async function* untilItEnds(): AsyncGenerator<Uint8Array> {
    try {
      yield* answer.body;
    } catch (error) {
      if (error instanceof AppError || request.signal?.aborted) throw error;
    }
  }
  return { ...withoutLength(answer), body: untilItEnds() };
}
