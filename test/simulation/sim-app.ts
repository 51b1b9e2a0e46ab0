import type { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../src-shared/base/errors.ts';
import type { Spending } from '../../src-shared/settings/settings.ts';
import { removeLeftovers } from '../../src-main/folders/export-folder.ts';
import { toDiskError, toSourceError } from '../../src-main/folders/disk-error.ts';
import { writeFileDurably } from '../../src-main/base/files/durable-file.ts';
import { createTaskFollower } from '../../src-main/pipeline/steps/follow-tasks.ts';
import { createDirectReader } from '../../src-main/readers/direct-reader.ts';
import type { FileReader, ReadRequest, ReadResponse } from '../../src-main/readers/file-reader.ts';
import type { JobRecord } from '../../src-main/pipeline/job-record.ts';
import { byPosition } from '../../src-main/queue/job-list/job-memory.ts';
import { createQueueStore, type QueueStore } from '../../src-main/queue/store/queue-store.ts';
import { createQueue, type Queue } from '../../src-main/queue/queue.ts';
import type { Network } from '../../src-main/service-client/http/network.ts';
import { createServiceClient, type ServiceClient } from '../../src-main/service-client/service-client.ts';
import type { ServiceProfile } from '../../src-main/service-client/services/service-profile.ts';
import type { Disk } from '../../src-main/base/files/disk.ts';
import type { System } from '../../src-main/base/system.ts';
import { RunDied } from './kernel.ts';
import { createRun, createSimClock, type Machine, type Run } from './machine.ts';
import type { Mutation } from './mutation.ts';
import { createSimDatabase } from './sim-database.ts';
import { createSimDisk } from './sim-disk.ts';

/** The home of the program and the folder of its results. */
export const HOME = '/home/artist/dropforge';
export const OUT = '/home/artist/out';

/** The program on its machine: runs, dies, is started again. */
export interface SimApp {
  /** The queue of the run that is up and awake; null while none is. */
  queue(): Queue | null;
  run(): Run | null;
  start(): void;
  /** Ends the run at once, as `kill -9` or a power cut does, and starts another a little later. */
  die(how: 'killed' | 'power cut'): void;
  /** Ends the run as a person does, and starts another. */
  restart(): void;
  /** Starts a second program on the same home; it must be refused. */
  startSecond(): void;
  /** Closes the run that is up, runs a command on its home as a run of its own, and starts the app again. */
  runCommand(command: (parts: CommandParts) => Promise<void>): void;
}

/** What a command of the command line opens in a home. */
export interface CommandParts {
  readonly store: QueueStore;
  readonly client: ServiceClient;
  readonly system: System;
}

interface AppOptions {
  readonly machine: Machine;
  readonly tables: DatabaseSync;
  readonly profile: ServiceProfile;
  readonly mutation: Mutation;
  readonly spending: () => Spending;
  readonly createNetwork: (run: Run) => Network;
  /** Puts the oracle's eyes on what is written down. */
  readonly watchStore: (store: QueueStore) => QueueStore;
}

/** Longest a person waits for the program to close, ms. */
const CLOSE_WITHIN_MS = 10 * 60_000;

/** A program that was never started. */
export function createSimApp(options: AppOptions): SimApp {
  const { machine, tables, profile, mutation, createNetwork, spending, watchStore } = options;
  const { kernel, tree } = machine;
  const prng = kernel.prng.fork('app');
  const hasFewInMemory = kernel.prng.fork('memory').chance(0.5);
  let runs = 0;
  let up: { run: Run; queue: Queue; close: () => Promise<void> } | null = null;
  let last: Run | null = null;

  const end = (run: Run): void => {
    run.alive = false;
    if (machine.holder === run) machine.holder = null;
    if (up?.run === run) up = null;
  };
  const startLater = (): void => void kernel.after(prng.between(200, 20_000), null, start);

  const die = (how: 'killed' | 'power cut'): void => {
    if (!last?.alive) return;
    kernel.trace(`app: ${how}`);
    end(last);
    if (how === 'power cut') tree.cutPower(prng);
    startLater();
  };

  /** Opens what a run needs; refused while another run has the home. */
  const openParts = (run: Run): CommandParts & { readonly own: System } => {
    if (machine.holder) throw new AppError('home_locked', 'Another process uses it.');
    machine.holder = run;
    const own: System = {
      clock: createSimClock(machine, run),
      random: kernel.prng.fork(`run/${run.number}`),
      disk: createSimDisk(machine, run),
    };
    const system = mutation.system?.(own) ?? own;
    const database = createSimDatabase(tables, machine, run, () => die('killed'));
    const watched = watchStore(createQueueStore(database, system));
    const store = mutation.store?.(watched) ?? watched;
    const made = createNetwork(run);
    const plain = createServiceClient(profile, mutation.network?.(made) ?? made, system);
    return { store, client: mutation.client?.(plain) ?? plain, system, own };
  };

  const open = (run: Run): { queue: Queue; system: System; close: () => Promise<void> } => {
    const { store, client, system, own } = openParts(run);
    const isWatched = own.random.fraction() < 0.5;
    const follower = createTaskFollower(
      () => Promise.resolve(client),
      system,
      () => isWatched,
    );
    const opened = createQueue({
      home: HOME,
      ...(hasFewInMemory ? { recentJobs: 1 } : {}),
      connect: async ({ serviceId }: JobRecord) => {
        if (serviceId !== null && serviceId !== profile.id)
          throw new AppError('no_api_key', '', { subject: 'service' });
        return { client, follower };
      },
      serviceInUse: () => Promise.resolve(client),
      exportFolder: () => OUT,
      spending: () => mutation.spending?.(spending()) ?? spending(),
      system,
      store,
      reader: createSimReader(system),
    });
    // A person and the oracle see every job, whatever is in memory.
    const records = (): JobRecord[] =>
      [...opened.known.olderThan(null, Number.MAX_SAFE_INTEGER), ...opened.records()].sort(byPosition);
    const queue = { ...opened, records };
    const close = async (): Promise<void> => {
      follower.close();
      await queue.close();
    };
    return { queue, system, close };
  };

  /** A person who sees that it does not start tries again. */
  const failStart = (run: Run, error: unknown): void => {
    kernel.trace(`app: cannot start: ${(error as Error).message}`);
    end(run);
    startLater();
  };

  const start = (): void => {
    const run = createRun(++runs);
    last = run;
    kernel.trace(`app: start ${runs}`);
    try {
      const { queue, system, close } = open(run);
      void removeLeftovers(OUT, system).then(
        () => {
          up = { run, queue, close };
          queue.start();
        },
        (error: unknown) => failStart(run, error),
      );
    } catch (error) {
      if (!(error instanceof RunDied)) failStart(run, error);
    }
  };

  /** Closes the run that is up and awake, if any. */
  const close = (then: () => void): void => {
    if (!up || up.run.asleepUntil > kernel.now()) return;
    const { run, close: closeQueue } = up;
    kernel.trace('app: closing');
    up = null;
    let isClosed = false;
    const hurry = (): void =>
      void kernel.after(CLOSE_WITHIN_MS, run, () => {
        const hasSlept = run.asleepUntil > kernel.now() - CLOSE_WITHIN_MS;
        if (hasSlept && !isClosed) hurry();
        else if (!isClosed) kernel.violate('I7 closing ends', 'it took too long');
      });
    hurry();
    void closeQueue().then(() => {
      isClosed = true;
      if (!run.alive) return;
      kernel.trace('app: closed');
      end(run);
      then();
    });
  };

  const runCommand = (command: (parts: CommandParts) => Promise<void>): void => {
    const run = createRun(++runs);
    last = run;
    kernel.trace(`app: command ${runs}`);
    const finish = (error?: unknown): void => {
      if (error instanceof RunDied || !run.alive) return;
      if (error instanceof Error) kernel.violate('no uncaught exception', error.stack ?? error.message);
      end(run);
      startLater();
    };
    try {
      void command(openParts(run)).then(() => finish(), finish);
    } catch (error) {
      finish(error);
    }
  };

  return {
    queue: () => (up && up.run.asleepUntil <= kernel.now() ? up.queue : null),
    run: () => last,
    start,
    die,
    restart: () => close(startLater),
    runCommand: (command) => close(() => runCommand(command)),
    startSecond: () => {
      const holder = machine.holder;
      if (!holder) return;
      try {
        open(createRun(1000 + runs));
        kernel.violate('one instance', 'a second run got the home');
      } catch (error) {
        const isRefused = error instanceof AppError && error.code === 'home_locked' && machine.holder === holder;
        if (!isRefused) kernel.violate('one instance', String(error));
      }
    },
  };
}

/** Reads on the simulated disk; sources have no pixels, so their thumbnails are texts. */
function createSimReader({ disk }: System): FileReader {
  const direct = createDirectReader(disk);
  return {
    ...direct,
    read: (name, request) =>
      name === 'inspect-source'
        ? (inspectSimSource(request as ReadRequest<'inspect-source'>, disk) as Promise<ReadResponse<typeof name>>)
        : direct.read(name, request),
  };
}

async function inspectSimSource(
  { kind, path, thumbnailPath, subject }: ReadRequest<'inspect-source'>,
  disk: Disk,
): Promise<ReadResponse<'inspect-source'>> {
  try {
    const file = await disk.open(path, 'read');
    const bytes = await file.size();
    await file.close();
    if (kind === 'model' || thumbnailPath === null) return { bytes, hasThumbnail: false };
    await writeFileDurably(thumbnailPath, `thumbnail of ${path}`, disk);
    return { bytes, hasThumbnail: true };
  } catch (error) {
    const translated = toSourceError(error, subject);
    throw translated === error ? toDiskError(error, subject) : translated;
  }
}
