import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { generationConfig } from '../../../../src-shared/api/generators/generator-config.ts';
import type { Category } from '../../../../src-shared/api/models/categories.ts';
import type { Message } from '../../../../src-shared/api/messages/message.ts';
import type { AnyValues } from '../../../../src-shared/api/operation.ts';
import type { OperationName } from '../../../../src-shared/api/operations.ts';
import { toCredits } from '../../../../src-shared/api/pricing/credits.ts';
import { openPostgresAccount } from '../../../../src-main/local-service/account/postgres-account.ts';
import { createFolderOutputStore } from '../../../../src-main/local-service/files/folder-output-store.ts';
import type { OutputStore } from '../../../../src-main/local-service/files/output-store.ts';
import { createGeneratorQueue } from '../../../../src-main/local-service/generators/generator-queue.ts';
import { openGenerators } from '../../../../src-main/local-service/generators/open-generators.ts';
import { migratePostgres } from '../../../../src-main/local-service/storage/postgres/migrate-postgres.ts';
import { openPostgres } from '../../../../src-main/local-service/storage/postgres/postgres.ts';
import { newTaskId } from '../../../../src-main/local-service/tasks/new-task-id.ts';
import {
  openPostgresLifecycle,
  type PostgresLifecycle,
} from '../../../../src-main/local-service/tasks/studio/postgres-lifecycle.ts';
import { createPostgresTaskStore } from '../../../../src-main/local-service/tasks/studio/postgres-task-store.ts';
import {
  createPostgresSharedWork,
  type ShareWork,
} from '../../../../src-main/local-service/tasks/studio/postgres-shared-work.ts';
import { prepareTaskJobs } from '../../../../src-main/local-service/tasks/studio/prepare-task-jobs.ts';
import { createStudioTaskQueue } from '../../../../src-main/local-service/tasks/studio/studio-task-queue.ts';
import {
  MAX_CLAIMS,
  openTaskJobs,
  type JobClaim,
  type TaskJobs,
} from '../../../../src-main/local-service/tasks/studio/task-jobs.ts';
import { NO_OBSERVER, type TaskObserver } from '../../../../src-main/local-service/tasks/studio/task-observer.ts';
import { startTaskWorker, type TaskWorker } from '../../../../src-main/local-service/tasks/studio/task-worker.ts';
import type { TaskResult } from '../../../../src-main/local-service/tasks/task-record.ts';
import {
  EngineLost,
  type WorkItem,
  type WorkLane,
  type WorkQueue,
} from '../../../../src-main/local-service/workers/work-queue.ts';
import { findPostgres, startPostgres, type PostgresServer } from '../../../helpers/service/postgres-server.ts';
import { makeTempFolder } from '../../../helpers/temp-folder.ts';

const SILENT = { balanceChanged: () => Promise.resolve() };

const bin = findPostgres();
let server: PostgresServer;
let databases = 0;

/** The lanes of generators. */
async function listLanes(generation: object): Promise<readonly WorkLane[]> {
  const config = generationConfig.parse(generation);
  const engine = {
    size: 1,
    run: () => Promise.reject(new Error('no')),
    cancel: () => undefined,
    close: async () => undefined,
  };
  const generators = await openGenerators(config);
  return createGeneratorQueue({ config, generators, engine, folder: makeTempFolder(), canResume: false }).lanes ?? [];
}

/** Parts of a worker that a test replaces. */
interface OwnParts {
  readonly jobs?: TaskJobs;
  readonly lifecycle?: PostgresLifecycle;
  readonly outputs?: OutputStore;
  readonly observer?: TaskObserver;
  readonly shareWork?: ShareWork;
}

/** A studio whose engine is a function. */
async function open(run: WorkQueue['run'], { seats = 1, supervise = false, generation = {} } = {}) {
  const postgres = openPostgres({ url: server.createDatabase(`runs${databases++}`), connections: 8 });
  onTestFinished(() => postgres.close());
  await migratePostgres(postgres);
  await prepareTaskJobs(postgres);
  const jobs = await openTaskJobs(postgres, supervise);
  onTestFinished(() => jobs.close());
  const lifecycle = await openPostgresLifecycle(postgres, jobs, SILENT);
  const account = await openPostgresAccount(postgres, SILENT, toCredits(1_000));
  const tasks = createPostgresTaskStore(postgres);
  const outputs = await createFolderOutputStore(makeTempFolder());
  const waiting = createStudioTaskQueue(lifecycle);
  const cancelled: string[] = [];
  const stops = new Map<string, PromiseWithResolvers<never>>();
  const queue: WorkQueue = {
    size: seats,
    lanes: await listLanes(generation),
    run(order, events) {
      const stop = Promise.withResolvers<never>();
      stops.set(order.taskId, stop);
      return Promise.race([run(order, events), stop.promise]);
    },
    cancel(taskId, reason) {
      cancelled.push(taskId);
      stops.get(taskId)?.reject(reason);
    },
    close: () => Promise.resolve(),
  };
  const createAs = (type: OperationName, category: Category, values: AnyValues = {}) =>
    waiting.create(
      {
        ...{ id: newTaskId(), type, category, createdAt: 0, price: toCredits(10) },
        ...{ input: {}, job: { sources: [], values } },
      },
      'key',
    );
  const create = () => createAs('import_model', 'processing');
  function start(parts: OwnParts = {}): TaskWorker {
    const worker = startTaskWorker({
      ...{ tasks, jobs, lifecycle, outputs, ...parts, queue },
      ...{ uploads: { openCopy: () => Promise.resolve(null) }, moderation: () => false, queueTimeoutMs: 600_000 },
    });
    onTestFinished(() => worker.close(true));
    return worker;
  }
  const statusOf = async (id: string) => (await tasks.find(id))?.status;
  return { postgres, jobs, lifecycle, account, outputs, tasks, cancelled, create, createAs, start, statusOf };
}

/** Leaves a model in the folder of the work item. */
async function makeModel({ folder }: WorkItem): Promise<TaskResult> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'model.glb'), 'glTF');
  return { files: { model_url: 'model.glb' }, notes: [] };
}

/** Takes the job of the only task, and gives it up, until its attempts are used up. */
async function exhaust(jobs: TaskJobs): Promise<void> {
  for (let attempt = 1; attempt <= MAX_CLAIMS; attempt++) await jobs.retry((await jobs.take('processing')) as JobClaim);
}

describe.skipIf(bin === null)('a worker of a studio', () => {
  beforeAll(async () => {
    server = await startPostgres(bin ?? '');
  });
  afterAll(() => server.stop());

  test('begins an attempt when its own earlier one has ended: both use the same folder', async () => {
    const events: string[] = [];
    const studio = await open(
      (item) => {
        events.push('run');
        return makeModel(item);
      },
      { seats: 3, supervise: true },
    );
    const { postgres, outputs, create, start, statusOf } = studio;
    const upload = Promise.withResolvers<void>();
    const held: OutputStore = {
      ...outputs,
      async publish(id, attempt) {
        if (attempt === 1) await upload.promise;
        const published = await outputs.publish(id, attempt);
        events.push(`published ${attempt}`);
        return published;
      },
    };
    let looks = 0;
    const lifecycle: PostgresLifecycle = {
      ...studio.lifecycle,
      findCategories: () => (looks++, studio.lifecycle.findCategories()),
    };
    const takeovers: boolean[] = [];
    const observer: TaskObserver = {
      ...NO_OBSERVER,
      claim: ({ isTakeover }, work) => (takeovers.push(isTakeover), work()),
    };
    const id = await create();
    start({ outputs: held, lifecycle, observer });
    await expect.poll(() => events).toEqual(['run']);
    // Nobody heard of its worker for longer than the queue waits.
    const lose = async () => {
      await postgres.executeSql(
        "UPDATE pgboss.job SET heartbeat_on = now() - interval '1 minute' WHERE retry_count = 0",
      );
      return (await postgres.executeSql("SELECT FROM pgboss.job WHERE state = 'active' AND retry_count = 1")).rowCount;
    };
    await expect.poll(lose).toBe(1);
    const looksBefore = looks;
    await expect.poll(() => looks).toBeGreaterThan(looksBefore + 1);
    expect(events).toEqual(['run']);
    upload.resolve();
    await expect.poll(() => statusOf(id)).toBe('success');
    expect(events).toEqual(['run', 'published 1', 'run', 'published 2']);
    expect(takeovers).toEqual([false, true]);
    expect(await outputs.has(id, 'model.glb')).toBe(true);
  });

  test('writes the end of its last task though the database fails once while it closes', async () => {
    const work = Promise.withResolvers<void>();
    const { lifecycle, create, start, statusOf } = await open((item) => work.promise.then(() => makeModel(item)));
    let ends = 0;
    const failing: PostgresLifecycle = {
      ...lifecycle,
      succeed: (...end) => (++ends === 1 ? Promise.reject(new Error('reset')) : lifecycle.succeed(...end)),
    };
    const id = await create();
    const worker = start({ lifecycle: failing });
    await expect.poll(() => statusOf(id)).toBe('running');
    const closed = worker.close(false);
    work.resolve();
    await closed;
    expect([await statusOf(id), ends]).toEqual(['success', 2]);
  });

  test('leaves no draft of a task that fails or is given back', async () => {
    const folders: string[] = [];
    const { outputs, create, start, statusOf } = await open(async (item) => {
      folders.push(item.folder);
      await makeModel(item);
      if (folders.length === 1) throw new Error('the disk is full');
      if (folders.length === 2) throw new EngineLost(1000, 'it crashed', 'crashed');
      return makeModel(item);
    });
    const failed = await create();
    const full = { ...outputs, publish: () => Promise.reject(new Error('the storage is full')) };
    const worker = start({ outputs: full });
    await expect.poll(() => statusOf(failed)).toBe('failed');
    const again = await create();
    await expect.poll(() => statusOf(again)).toBe('failed');
    await worker.close(false);
    expect(folders).toEqual([failed, again, again].map((id) => outputs.draftFolder(id)));
    expect(folders.filter(existsSync)).toEqual([]);
  });

  test('ends tasks that lost their workers before all others are done', async () => {
    const { jobs, tasks, account, create, start } = await open(makeModel);
    const lost = await create();
    await exhaust(jobs);
    const others = await Promise.all(Array.from({ length: 4 }, create));
    start();
    const ended = async () => (await tasks.findMany(others)).filter(({ completedAt }) => completedAt !== null).length;
    await expect.poll(ended).toBe(others.length);
    const failed = await tasks.find(lost);
    expect(failed).toMatchObject({ status: 'failed', failure: { code: 1000 } });
    const last = Math.max(...(await tasks.findMany(others)).map(({ completedAt }) => completedAt ?? 0));
    expect(failed?.completedAt).toBeLessThan(last);
    expect(await account.balance()).toEqual({ balance: 960, frozen: 0 });
  });

  test('says of such a task that a generator may charge for it, if one kept a handle', async () => {
    const { postgres, jobs, tasks, create, start } = await open(makeModel);
    const ids = [await create(), await create()];
    for (const _ of ids) await exhaust(jobs);
    await postgres.query({ name: 'handle', text: 'UPDATE tasks SET handle = $2 WHERE id = $1' }, ids[1], '{}');
    start({ shareWork: createPostgresSharedWork(postgres) });
    const words = async () => (await tasks.findMany(ids)).map(({ failure }) => (failure?.message as Message)?.id);
    await expect.poll(words).toEqual(['task-failure.service-stopped', 'task-failure.generator-interrupted']);
  });

  test('may end such a task after its claim was lost: nobody else would', async () => {
    const { jobs, lifecycle, account, create } = await open(makeModel);
    await create();
    await exhaust(jobs);
    const claim = (await jobs.takeExhausted()) as JobClaim;
    await jobs.retry(claim);
    expect(await lifecycle.fail(claim, { code: 1000, message: 'lost' })).toBe(true);
    expect(await account.balance()).toEqual({ balance: 1_000, frozen: 0 });
  });

  describe('with generators, each for one task at a time,', () => {
    const program = (name: string) => ({
      ...{ name, kind: 'command', command: ['true'] },
      operations: ['image_to_model', 'text_to_model', 'texture_model'],
    });

    /** A studio whose work runs until it is ended; `started` has the tasks in the order of their work. */
    async function openHeld(seats: number, use: object) {
      const started: string[] = [];
      const ends = new Map<string, () => void>();
      const generation = { generators: ['A', 'B', 'C'].map(program), use };
      const run: WorkQueue['run'] = async (item) => {
        started.push(item.taskId);
        await new Promise<void>((resolve) => ends.set(item.taskId, resolve));
        return makeModel(item);
      };
      return { ...(await open(run, { seats, generation })), started, end: (id: string) => ends.get(id)?.() };
    }

    test('takes other work while one of them is full', async () => {
      const { createAs, start, started, end } = await openHeld(1, { image_to_model: 'A', text_to_model: 'B' });
      const inA = [await createAs('image_to_model', 'generation_h'), await createAs('image_to_model', 'generation_h')];
      const inB = await createAs('text_to_model', 'generation_h');
      const chosen = { parameters: { generator: 'C' } };
      const inC = [
        await createAs('image_to_model', 'generation_h', chosen),
        await createAs('image_to_model', 'generation_h', chosen),
      ];
      const inEngine = await createAs('image_to_model', 'generation_h', { parameters: { generator: 'built-in' } });
      const splat = await createAs('image_to_splat', 'generation_h');
      start();
      await expect.poll(() => started.toSorted()).toEqual([inA[0], inB, inC[0], inEngine].toSorted());
      end(inA[0] ?? '');
      await expect.poll(() => started.slice(4)).toEqual([inA[1]]);
      end(inEngine);
      await expect.poll(() => started.slice(5)).toEqual([splat]);
    });

    test('does not hold its engine’s seats for a texture that waits for its generator', async () => {
      const { createAs, start, started, end } = await openHeld(2, { texture_model: 'A' });
      const textures = [await createAs('texture_model', 'processing'), await createAs('texture_model', 'processing')];
      const others = [await createAs('convert_model', 'processing'), await createAs('import_model', 'processing')];
      const last = await createAs('stylize_model', 'processing');
      start();
      await expect.poll(() => started.toSorted()).toEqual([textures[0], ...others].toSorted());
      end(others[0] ?? '');
      await expect.poll(() => started.slice(3)).toEqual([last]);
    });
  });

  describe('that cannot keep its claim', () => {
    /** A worker with a running task, whose intervals and clock are moved by the test. */
    async function openRunning(touch: TaskJobs['touch']) {
      const studio = await open(() => new Promise(() => undefined));
      const id = await studio.create();
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
      onTestFinished(() => void vi.useRealTimers());
      studio.start({ jobs: { ...studio.jobs, touch } });
      // A poll of the test runner would move the clock.
      while ((await studio.statusOf(id)) !== 'running') await sleep(10);
      return { ...studio, id };
    }

    test('stops its work in time, though the database gives no answer', async () => {
      const { cancelled, id } = await openRunning(() => new Promise(() => undefined));
      vi.advanceTimersByTime(8_500);
      expect(cancelled).toEqual([]);
      vi.advanceTimersByTime(1_500);
      expect(cancelled).toEqual([id]);
    });

    test('goes on if only one answer comes late', async () => {
      const late = Promise.withResolvers<JobClaim[]>();
      let touches = 0;
      const { cancelled } = await openRunning(() => (++touches === 1 ? late.promise : Promise.resolve([])));
      for (let beat = 1; beat <= 4; beat++) await vi.advanceTimersByTimeAsync(3_000);
      late.resolve([]);
      await vi.advanceTimersByTimeAsync(1_000);
      expect([touches, cancelled]).toEqual([4, []]);
    });
  });
});
