import { setTimeout as pause } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import { expect } from 'vitest';
import type { Category } from '../../../src-shared/api/models/categories.ts';
import { toCredits } from '../../../src-shared/api/pricing/credits.ts';
import { openPostgresAccount } from '../../../src-main/local-service/account/postgres-account.ts';
import { ApiError } from '../../../src-main/local-service/api-error.ts';
import { openPostgres, type Postgres } from '../../../src-main/local-service/storage/postgres/postgres.ts';
import { newTaskId } from '../../../src-main/local-service/tasks/new-task-id.ts';
import { createPostgresTaskStore } from '../../../src-main/local-service/tasks/studio/postgres-task-store.ts';
import { sweepLostFiles } from '../../../src-main/local-service/tasks/studio/remove-lost-files.ts';
import { MAX_CLAIMS } from '../../../src-main/local-service/tasks/studio/task-jobs.ts';
import type { NewTask } from '../../../src-main/local-service/tasks/task-record.ts';
import type { NetworkLink } from '../../helpers/service/network-link.ts';
import { startStrictS3, type StrictS3 } from '../../helpers/service/strict-s3.ts';
import { createPrng, type Prng } from '../../simulation/prng.ts';
import { expectBooks } from '../studio-books.ts';
import { contentOf } from './chance-work.ts';
import { openDoubleStorage, startApiHost, startWorkerHost, type ApiHost, type WorkerHost } from './studio-hosts.ts';

/** Orders come within this time; faults may go on longer. */
const ORDERS_MS = 500;
const FAULTS_EACH = 9;
const ORDERS = 14;
const APIS = 2;
const WORKERS = 3;
const GRANTED = 2_400;
const KEYS = ['one', 'two'];
const CATEGORIES: readonly Category[] = ['processing', 'generation_h', 'image'];

/** A run that has not calmed down after this time hangs. */
const CALM_MS = 180_000;

/** What a run saw. */
export interface SeedReport {
  readonly tasks: Readonly<Record<string, number>>;
  readonly faults: readonly string[];
  /** Attempts beyond the first. */
  readonly repeated: number;
}

/**
 * Runs one story in an empty studio: two API hosts and three workers, orders of two keys that clients repeat until they
 * are answered, and faults by chance. When it is calm again, everything must add up. Throws with the seed and the story.
 */
export async function runSeed(seed: string, database: string): Promise<SeedReport> {
  const story: string[] = [];
  try {
    return await tell(createPrng(seed), database, story);
  } catch (error) {
    throw new Error(`Seed ${seed}: ${(error as Error).message}\n${story.join('\n')}`, { cause: error });
  }
}

async function tell(prng: Prng, database: string, story: string[]): Promise<SeedReport> {
  const s3 = await startStrictS3();
  const direct = openPostgres({ url: database, connections: 3 });
  const boss = new PgBoss({ db: direct, schedule: false, supervise: false });
  boss.on('error', (error) => story.push(`supervisor: ${error.message}`));
  await boss.start();
  await openPostgresAccount(direct, { balanceChanged: () => Promise.resolve() }, toCredits(GRANTED));
  const work = prng.fork('work');
  const startApi = () => startApiHost(database);
  const apis = await Promise.all(Array.from({ length: APIS }, () => startAtLast(startApi)));
  const startWorker = () => startWorkerHost(database, s3, work);
  const workers = await Promise.all(Array.from({ length: WORKERS }, () => startAtLast(startWorker)));
  const endings: Promise<void>[] = [];
  const world: World = {
    ...{ prng: prng.fork('faults'), story, s3, direct, apis, workers, endings, startApi, startWorker },
    accepted: new Map(),
    letTimePass: () => letTimePass(direct, boss),
  };
  const orders = Array.from({ length: ORDERS }, (_, index) => order(world, prng.fork(`order ${index}`), index));
  await storm(world);
  await Promise.all(endings);
  for (const link of linksOf(world)) link.restore('resume');
  s3.failures = [];
  story.push('calm');
  await Promise.all(orders);
  await untilCalm(world);
  await Promise.all([...workers.map((host) => host.stop()), ...apis.map((host) => host.kill())]);
  try {
    await sweep(world);
    return await check(world);
  } finally {
    await boss.stop({ graceful: false });
    await direct.close();
    await s3.close();
  }
}

interface World {
  readonly prng: Prng;
  readonly story: string[];
  readonly s3: StrictS3;
  readonly direct: Postgres;
  readonly apis: ApiHost[];
  readonly workers: WorkerHost[];
  /** Hosts that are ending. */
  readonly endings: Promise<void>[];
  /** Task of each order that was accepted. */
  readonly accepted: Map<string, string>;
  startApi(): Promise<ApiHost>;
  startWorker(): Promise<WorkerHost>;
  /** Every claim becomes as old as that of a silent worker, and is taken away. */
  letTimePass(): Promise<void>;
}

/** An order of a client that repeats it until it is accepted or refused, sometimes at two hosts at once. */
async function order({ apis, accepted, story }: World, prng: Prng, index: number): Promise<void> {
  await pause(prng.between(0, ORDERS_MS));
  const ref = `order ${index}`;
  const key = prng.pick(KEYS);
  const [category, price] = [prng.pick(CATEGORIES), toCredits(prng.integer(300))];
  const create = (): Promise<string | null> => {
    const task: NewTask = {
      ...{ id: newTaskId(), type: 'import_model', category, price, createdAt: 0 },
      input: { client_ref: ref },
      job: { sources: [], values: {} },
    };
    return prng.pick(apis).queue.create(task, key).catch(refusalOf);
  };
  for (;;) {
    const results = await Promise.allSettled(prng.chance(0.25) ? [create(), create()] : [create()]);
    const answers = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    const ids = new Set(answers.filter((answer) => answer !== null));
    if (ids.size > 1) throw new Error(`${ref} became ${[...ids].join(' and ')}`);
    for (const id of ids) accepted.set(ref, id);
    if (answers.length > 0) return void story.push(`${ref}: ${[...ids][0] ?? 'refused'}`);
    await pause(5);
  }
}

/** Null for a refusal of the service, which is an answer. */
function refusalOf(error: unknown): null {
  if (error instanceof ApiError) return null;
  throw error;
}

async function storm(world: World): Promise<void> {
  const { prng, story } = world;
  for (let fault = 0; fault < FAULTS_EACH; fault++) {
    const name = prng.pick(Object.keys(FAULTS));
    story.push(name);
    await FAULTS[name]?.(world);
    await pause(prng.between(0, 100));
  }
}

const FAULTS: Readonly<Record<string, (world: World) => Promise<unknown>>> = {
  'an API host is killed': ({ apis, startApi, ...world }) => replace(world, apis, startApi, (host) => host.kill()),
  'a worker is killed': ({ workers, startWorker, ...world }) =>
    replace(world, workers, startWorker, (host) => host.kill()),
  'a worker is stopped': ({ workers, startWorker, ...world }) =>
    replace(world, workers, startWorker, (host) => host.stop()),
  'a network is cut': ({ prng, ...world }) => disturb(prng, linksOf(world), (link) => link.cut()),
  'a network is cut until claims are lost': async ({ prng, ...world }) => {
    const [link, isReset] = [prng.pick(linksOf(world)), prng.chance(0.5)];
    link.cut();
    world.endings.push(world.letTimePass().then(() => link.restore(isReset ? 'reset' : 'resume')));
  },
  // Most of what is asked meanwhile is done, and asked again.
  'answers of the database get lost': async ({ prng, apis, workers }) => {
    const link = prng.pick([...apis, ...workers]).links[0];
    link?.cutAnswers();
    setTimeout(() => link?.restore('reset'), prng.between(20, 250));
  },
  'connections are reset': async ({ prng, ...world }) => prng.pick(linksOf(world)).restore('reset'),
  'claims are taken away': async ({ letTimePass: pass, endings }) => void endings.push(pass()),
  'the database ends all connections': ({ direct }) =>
    direct
      .query({
        name: 'end-connections',
        text: `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
             WHERE datname = current_database() AND pid <> pg_backend_pid()`,
        // Its own connection may still be ending from the last time.
      })
      .catch(() => undefined),
  'the storage fails': async ({ prng, s3 }) => {
    for (let count = prng.integer(7); count >= 0; count--) s3.failures.push(prng.pick([500, 503, 'cut'] as const));
  },
  'a task is cancelled': async ({ prng, apis, accepted }) => {
    const ids = [...accepted.values()];
    if (ids.length > 0) await apis[0]?.queue.cancel(prng.pick(ids)).catch(() => undefined);
  },
};

async function replace<Host>(
  { prng, endings }: Pick<World, 'prng' | 'endings'>,
  hosts: Host[],
  start: () => Promise<Host>,
  end: (host: Host) => Promise<void>,
): Promise<void> {
  const [host] = hosts.splice(prng.integer(hosts.length), 1);
  if (host) endings.push(end(host));
  hosts.push(await startAtLast(start));
}

/** Tries again where the storage fails just then, or the database takes too long to connect. */
async function startAtLast<Host>(start: () => Promise<Host>): Promise<Host> {
  for (;;) {
    const started = await start().catch(() => null);
    if (started) return started;
  }
}

/** Disturbs a network for some time, during which the story goes on. */
async function disturb(prng: Prng, links: readonly NetworkLink[], how: (link: NetworkLink) => void): Promise<void> {
  const link = prng.pick(links);
  how(link);
  const [forMs, isReset] = [prng.between(5, 250), prng.chance(0.5)];
  setTimeout(() => link.restore(isReset ? 'reset' : 'resume'), forMs);
}

function linksOf({ apis, workers }: Pick<World, 'apis' | 'workers'>): NetworkLink[] {
  return [...apis, ...workers].flatMap(({ links }) => links);
}

async function letTimePass(direct: Postgres, boss: PgBoss): Promise<void> {
  try {
    await direct.executeSql(
      `UPDATE pgboss.job SET heartbeat_on = heartbeat_on - interval '11 seconds' WHERE state = 'active'`,
    );
    await direct.executeSql('UPDATE pgboss.queue SET monitor_on = NULL, monitor_claim_on = NULL');
    await boss.supervise();
  } catch {
    // The database ended this connection, too.
  }
}

const OPEN_JOBS = {
  name: 'open-jobs',
  text: `SELECT (SELECT count(*)::int FROM tasks WHERE status IN ('queued', 'running')),
    (SELECT count(*)::int FROM pgboss.job WHERE state < 'completed')`,
};

/** Waits until every task has ended and no job is left. */
async function untilCalm(world: World): Promise<void> {
  const { direct, workers } = world;
  const until = performance.now() + CALM_MS;
  for (let turn = 1; ; turn++) {
    for (const { worker } of workers) worker.wake();
    const { rows } = await direct.query<[tasks: number, jobs: number]>(OPEN_JOBS);
    const [tasks = 0, jobs = 0] = rows[0] ?? [];
    if (tasks === 0 && jobs === 0) return;
    if (performance.now() > until) {
      const left = await direct.executeSql(
        `SELECT status, attempt, name, state, retry_count, clock_timestamp() - heartbeat_on AS silent,
           clock_timestamp() - start_after AS due
         FROM tasks FULL JOIN pgboss.job ON job.id = tasks.id
         WHERE status IN ('queued', 'running') OR state < 'completed'`,
      );
      throw new Error(`${tasks} tasks and ${jobs} jobs are left: ${JSON.stringify(left.rows)}`);
    }
    await pause(20);
    if (turn % 15 === 0) await world.letTimePass();
  }
}

/** What API processes do every hour. */
async function sweep({ direct, s3 }: World): Promise<void> {
  const storage = await openDoubleStorage(s3);
  const tasks = createPostgresTaskStore(direct);
  await sweepLostFiles(direct, { tasks, outputs: storage.outputs });
  await storage.close();
}

type TaskRow = [id: string, status: string, attempt: number, result: string | null, key: string, ref: string | null];

async function check({ direct, s3, accepted, story }: World): Promise<SeedReport> {
  const query = async (text: string): Promise<unknown[][]> =>
    (await direct.query({ name: `check ${text.length} ${text.slice(0, 40)}`, text })).rows as unknown[][];
  await expectBooks(query);
  const tasks = (await query(
    `SELECT id::text, status, attempt, result, tasks.key_id, ref
     FROM tasks LEFT JOIN client_refs ON task_id = id`,
  )) as TaskRow[];
  const idOf = new Map(tasks.map(([id, , , , , ref]) => [ref, id]));
  expect(idOf.size).toBe(tasks.length);
  for (const [ref, id] of accepted) expect([ref, idOf.get(JSON.stringify(ref))]).toEqual([ref, id]);
  expect(tasks.filter(([, , attempt]) => attempt > MAX_CLAIMS)).toEqual([]);
  const outputs = new Map([...s3.objects].filter(([key]) => key.startsWith('outputs/')));
  for (const [id, status, , result] of tasks) {
    if (status !== 'success') continue;
    const { files } = JSON.parse(result ?? '{}') as { files: { model_url: string } };
    const key = `outputs/${id}/${files.model_url}`;
    expect(outputs.get(key)?.bytes.toString()).toBe(contentOf(id));
    outputs.delete(key);
  }
  expect([...outputs.keys()]).toEqual([]);
  const counts = Object.groupBy(tasks, ([, status]) => status);
  return {
    tasks: Object.fromEntries(Object.entries(counts).map(([status, list]) => [status, list?.length ?? 0])),
    faults: story.filter((line) => line in FAULTS),
    repeated: tasks.reduce((sum, [, , attempt]) => sum + Math.max(0, attempt - 1), 0),
  };
}
