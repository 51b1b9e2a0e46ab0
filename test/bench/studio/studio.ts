import pg from 'pg';
import { ZERO_CREDITS, toCredits } from '../../../src-shared/api/pricing/credits.ts';
import { openPostgresAccount } from '../../../src-main/local-service/account/postgres-account.ts';
import { migratePostgres } from '../../../src-main/local-service/storage/postgres/migrate-postgres.ts';
import { openPostgres } from '../../../src-main/local-service/storage/postgres/postgres.ts';
import { newTaskId } from '../../../src-main/local-service/tasks/new-task-id.ts';
import { prepareTaskJobs } from '../../../src-main/local-service/tasks/studio/prepare-task-jobs.ts';
import { createStudioTaskQueue } from '../../../src-main/local-service/tasks/studio/studio-task-queue.ts';
import type { NewTask } from '../../../src-main/local-service/tasks/task-record.ts';
import { findPostgres, startPostgres, type PostgresServer } from '../../helpers/service/postgres-server.ts';
import { MissingProgram } from '../harness/missing-program.ts';
import { quantile } from '../harness/statistics.ts';
import { defineGroup, type Trial } from '../harness/row.ts';
import { createBareTables, createBarely } from './bare-transaction.ts';
import { openBenchStudio, startSleepers, type BenchStudio } from './bench-studio.ts';

/** Creations of a run for each client. */
const CREATIONS = { 1: 200, 8: 100, 64: 40 } as const;
const CLIENTS = [1, 8, 64] as const;
/** How long a job sleeps, ms, and how many of them each worker gets. */
const SLEEP_MS = 100;
const JOBS_PER_WORKER = 40;
const PICK_UPS = 200;

interface Context {
  readonly server: PostgresServer;
  readonly studio: BenchStudio;
  readonly bare: pg.Pool;
}

function newTask(price = 0, sleepMs = 0): NewTask {
  const input = { model: 'v3.1-20260211', input: 'file_a', face_limit: 20_000, texture_quality: 'detailed' };
  const job = { sources: [{ kind: 'upload', token: 'file_a' } as const], values: { model: input.model, sleepMs } };
  const task = { id: newTaskId(), type: 'image_to_model', category: 'generation_h', createdAt: 0 } as const;
  return { ...task, input, job, price: price === 0 ? ZERO_CREDITS : toCredits(price) };
}

/** Calls `create` from some clients at the same time, each again and again; returns the calls per second. */
async function countPerSecond(clients: number, calls: number, create: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  const run = async (): Promise<void> => {
    for (let call = 0; call < calls; call++) await create();
  };
  await Promise.all(Array.from({ length: clients }, run));
  return (clients * calls * 1000) / (performance.now() - startedAt);
}

function measureCreations(clients: (typeof CLIENTS)[number]): Trial<Context> {
  return {
    rows: [
      {
        id: `studio/create-${clients}`,
        what: `creations of one account in PostgreSQL from ${clients} client${clients === 1 ? '' : 's'}`,
        ...{ figure: 'perSecond', unit: '/s', better: 'higher', goal: { ratio: 0.5 } },
      },
    ],
    state: 'warm',
    quickRuns: clients === 8 ? 1 : 0,
    ours: async ({ studio }) => ({
      perSecond: await countPerSecond(clients, CREATIONS[clients], () => studio.queue.create(newTask(1), 'key')),
    }),
    peer: {
      name: 'a bare transaction of the same rows for each',
      measure: async ({ bare }) => ({
        perSecond: await countPerSecond(clients, CREATIONS[clients], () => createBarely(bare, newTask(1))),
      }),
    },
  };
}

const pickUp: Trial<Context> = {
  rows: [
    {
      id: 'studio/pick-up',
      what: 'from the creation of a task until a worker has it, 99th percentile',
      ...{ figure: 'ms', unit: 'ms', better: 'lower', goal: { limit: 100 } },
    },
  ],
  state: 'warm',
  async ours({ studio }) {
    await studio.clear();
    const sleepers = startSleepers(studio, 1, 4);
    const waits: number[] = [];
    try {
      for (let index = 0; index < PICK_UPS; index++) {
        const createdAt = performance.now();
        const id = await studio.queue.create(newTask(), 'key');
        waits.push((await sleepers.startOf(id)) - createdAt);
      }
    } finally {
      await sleepers.close();
    }
    return {
      ms: quantile(
        waits.toSorted((a, b) => a - b),
        0.99,
      ),
    };
  },
  peer: null,
};

function measureWorkers(workers: 2 | 4 | 8): Trial<Context> {
  const time = async ({ studio }: Context, count: number): Promise<number> => {
    await studio.clear();
    for (let index = 0; index < count * JOBS_PER_WORKER; index++) {
      await studio.queue.create(newTask(0, SLEEP_MS), `key${index % 4}`);
    }
    const startedAt = performance.now();
    const sleepers = startSleepers(studio, count, 1);
    await sleepers.untilDone(count * JOBS_PER_WORKER);
    const perSecond = (count * JOBS_PER_WORKER * 1000) / (performance.now() - startedAt);
    await sleepers.close();
    return perSecond;
  };
  return {
    rows: [
      {
        id: `studio/workers-${workers}`,
        what: `sleeping tasks of ${workers} workers with one seat each`,
        ...{ figure: 'perSecond', unit: '/s', better: 'higher', goal: { ratio: 0.9 * workers } },
      },
    ],
    state: 'cold',
    quickRuns: 0,
    ours: async (context) => ({ perSecond: await time(context, workers) }),
    peer: { name: 'one worker', measure: async (context) => ({ perSecond: await time(context, 1) }) },
  };
}

/** A studio over a real PostgreSQL; engines are replaced by a timer where workers are compared. */
export const studioGroup = defineGroup<Context>({
  name: 'studio',
  async open() {
    const bin = findPostgres();
    if (bin === null) throw new MissingProgram('MISSING postgres: sudo apt-get install postgresql');
    const server = await startPostgres(bin);
    const bare = new pg.Pool({ connectionString: server.createDatabase('bare'), max: 64 });
    await createBareTables(bare);
    const url = server.createDatabase('studio');
    const postgres = openPostgres({ url, connections: 32 });
    await migratePostgres(postgres);
    await prepareTaskJobs(postgres);
    await openPostgresAccount(postgres, { balanceChanged: () => Promise.resolve() }, toCredits(1_000_000_000));
    const studio = await openBenchStudio(url, postgres);
    return { server, studio: { ...studio, queue: createStudioTaskQueue(studio.lifecycle) }, bare };
  },
  async close({ server, studio, bare }) {
    await studio.close();
    await bare.end();
    await server.stop();
  },
  trials: [...CLIENTS.map(measureCreations), pickUp, ...([2, 4, 8] as const).map(measureWorkers)],
});
