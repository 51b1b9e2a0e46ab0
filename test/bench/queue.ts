import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createJobRecord } from '../../src-main/queue/create-job-records.ts';
import { createScheduler } from '../../src-main/queue/scheduler.ts';
import { createClaimedFiles } from '../../src-main/queue/store/claimed-files.ts';
import { createJobRows } from '../../src-main/queue/store/job-rows.ts';
import { createJobStore } from '../../src-main/queue/store/job-store.ts';
import { createKeyValueStore } from '../../src-main/queue/store/key-value-store.ts';
import { openQueueDatabase } from '../../src-main/queue/store/queue-database.ts';
import { SYSTEM } from '../../src-main/base/system.ts';
import { createSources, fillQueue, openBenchQueue } from './bench-queue.ts';
import { createBenchFolder } from './bench-folder.ts';
import { timed } from './harness/clock.ts';
import { measureCall } from './harness/per-call.ts';
import { defineGroup, type Trial } from './harness/row.ts';
import { writeBareRows } from './write-bare-rows.ts';

const JOBS = 10_000;
const QUICK_JOBS = 2_000;
const MILLION = 1_000_000;
const QUICK_MILLION = 20_000;
const TOGETHER = 400;
const MANY = 100_000;
const FEW = 10;
const TICKS = 10_000;
const OPTIONS = { formats: ['glb', 'fbx', 'usdz'], serviceKind: 'local', free: true, outFolder: null } as const;
const STARTER = fileURLToPath(new URL('./open-home.ts', import.meta.url));

type Scheduler = ReturnType<typeof createScheduler>;

interface Context {
  readonly folder: ReturnType<typeof createBenchFolder>;
  readonly jobs: number;
  /** A home with all jobs and one without. */
  readonly homes: { readonly full: string; readonly empty: string };
  readonly schedulers: { readonly many: Scheduler; readonly few: Scheduler };
  /** The jobs as the store writes them. */
  readonly rows: readonly string[];
  /** A home with a million finished jobs, filled once. */
  fillMillion(): Promise<string>;
}

const enqueue: Trial<Context> = {
  rows: [
    {
      id: 'queue/enqueue',
      what: '10,000 jobs added, saved and listed',
      quickWhat: '2,000 jobs added, saved and listed',
      ...{ figure: 'ms', unit: 'ms', better: 'lower', goal: { limit: 2_000, ratio: 4 } },
    },
  ],
  state: 'warm',
  async ours({ folder, jobs }, run) {
    const home = folder.at(`added-${run}`);
    return {
      ms: await timed(async () => {
        const queue = openBenchQueue(home);
        queue.add(createSources(jobs), OPTIONS);
        if (queue.list().length !== jobs) throw new Error('Not all jobs are listed.');
        await queue.close();
      }),
    };
  },
  peer: {
    name: 'the same rows in bare SQLite',
    measure: async ({ folder, rows }, run) => ({ ms: await writeBareRows(folder.at(`bare-${run}.db`), rows) }),
  },
};

const commit: Trial<Context> = {
  rows: [
    {
      id: 'queue/commit',
      what: '400 jobs committed with every byte synced',
      ...{ figure: 'ms', unit: 'ms', better: 'lower', goal: { limit: 1_000, ratio: 2 } },
    },
  ],
  state: 'warm',
  async ours({ folder }, run) {
    const database = openQueueDatabase(folder.at(`commit-${run}`));
    const ms = await timed(() => {
      const records = createSources(TOGETHER).map((source, index) => createJobRecord(source, OPTIONS, index, SYSTEM));
      createJobStore(
        database,
        createClaimedFiles(database, createKeyValueStore(database)),
        createJobRows(database, () => null, Date.now),
      ).addJobs(records);
    });
    database.close();
    return { ms };
  },
  peer: {
    name: 'the same rows in bare SQLite',
    measure: async ({ folder, rows }, run) => ({
      ms: await writeBareRows(folder.at(`commit-${run}.db`), rows.slice(0, TOGETHER)),
    }),
  },
};

const start: Trial<Context> = {
  rows: [
    {
      id: 'queue/start',
      what: 'a process from its start until 10,000 jobs are listed',
      quickWhat: 'a process from its start until 2,000 jobs are listed',
      ...{ figure: 'ms', unit: 'ms', better: 'lower', goal: { ratio: 1.5 } },
    },
  ],
  state: 'warm',
  ours: ({ homes }) => startWith(homes.full),
  peer: { name: 'with no jobs', measure: ({ homes }) => startWith(homes.empty) },
};

const million: Trial<Context> = {
  rows: [
    {
      id: 'queue/start-million',
      what: 'a process with 1,000,000 finished jobs from its start until the last 10,000 are listed',
      quickWhat: 'a process with 20,000 finished jobs from its start until the last 10,000 are listed',
      ...{ figure: 'ms', unit: 'ms', better: 'lower', goal: { limit: 3_000 } },
    },
    {
      id: 'queue/memory-million',
      what: 'memory of a process with 1,000,000 finished jobs when the last 10,000 are listed',
      quickWhat: 'memory of a process with 20,000 finished jobs when the last 10,000 are listed',
      ...{ figure: 'mib', unit: 'MiB', better: 'lower', goal: { limit: 400 } },
    },
  ],
  state: 'cold',
  ours: async ({ fillMillion }) => startWith(await fillMillion()),
  peer: { name: 'with no jobs', measure: ({ homes }) => startWith(homes.empty) },
};

/** A scan of all records is what a scheduler without an index does. */
const schedule: Trial<Context> = {
  rows: [
    {
      id: 'queue/schedule',
      what: 'records that the scheduler reads for each job it starts, of 100,000',
      ...{ figure: 'records', unit: '', better: 'lower', goal: { limit: 10 } },
    },
  ],
  state: 'cold',
  isExact: true,
  ours() {
    const scheduler = fillScheduler(MANY);
    const before = scheduler.visited();
    for (let tick = 0; tick < TICKS; tick++) {
      const record = scheduler.next(() => true);
      if (!record) throw new Error('No job is left.');
      scheduler.hold(record.id);
      scheduler.update(record.id, { ...record, status: 'done' });
      scheduler.release(record.id);
      scheduler.nextDueMs();
    }
    return Promise.resolve({ records: (scheduler.visited() - before) / TICKS });
  },
  peer: { name: 'a scan', measure: () => Promise.resolve({ records: MANY }) },
};

const pick: Trial<Context> = {
  rows: [
    {
      id: 'queue/pick',
      what: 'the next of 100,000 waiting jobs picked and put back',
      ...{ figure: 'us', unit: 'µs', better: 'lower', goal: { ratio: 5 } },
    },
  ],
  state: 'warm',
  ours: ({ schedulers }) => measurePick(schedulers.many),
  peer: { name: 'the next of 10', measure: ({ schedulers }) => measurePick(schedulers.few) },
};

/** The queue with many jobs: saved, started with, and scheduled. */
export const queueGroup = defineGroup<Context>({
  name: 'queue',
  async open({ isQuick }) {
    const folder = createBenchFolder();
    const jobs = isQuick ? QUICK_JOBS : JOBS;
    const homes = { full: folder.at('full'), empty: folder.at('empty') };
    const queue = openBenchQueue(homes.full);
    queue.add(createSources(jobs), OPTIONS);
    const rows = queue.records().map((record) => JSON.stringify(record));
    await queue.close();
    const fillMillion = async (): Promise<string> => {
      const home = folder.at('million');
      if (!existsSync(home)) await fillQueue(home, isQuick ? QUICK_MILLION : MILLION, OPTIONS);
      return home;
    };
    return {
      folder,
      jobs,
      homes,
      rows,
      fillMillion,
      schedulers: { many: fillScheduler(MANY), few: fillScheduler(FEW) },
    };
  },
  close: ({ folder }) => Promise.resolve(folder.remove()),
  trials: [enqueue, commit, start, million, schedule, pick],
});

function startWith(home: string): Promise<{ ms: number; mib: number }> {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [STARTER, home], { stdio: ['ignore', 'pipe', 'inherit'] });
    let listed = { ms: 0, mib: 0 };
    child.stdout.once('data', (line: Buffer) => {
      const { mib } = JSON.parse(line.toString()) as { mib: number };
      listed = { ms: performance.now() - begun, mib };
    });
    child.once('exit', (code) => (code === 0 ? resolve(listed) : reject(new Error(`The starter ended with ${code}.`))));
  });
}

function fillScheduler(jobs: number): Scheduler {
  const scheduler = createScheduler(SYSTEM.clock, () => false);
  const record = createJobRecord(createSources(1)[0]!, OPTIONS, 0, SYSTEM);
  for (let n = 0; n < jobs; n++) scheduler.update(`j${n}`, { ...record, id: `j${n}`, position: n });
  return scheduler;
}

async function measurePick(scheduler: Scheduler) {
  const ms = await measureCall(() => {
    const { id } = scheduler.next(() => true)!;
    scheduler.hold(id);
    scheduler.release(id);
  });
  return { us: ms * 1000 };
}
