import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { json } from 'node:stream/consumers';
import pg from 'pg';
import { startDouble, type S3Server } from '../../helpers/service/file-storages.ts';
import { findPostgres, startPostgres, type PostgresServer } from '../../helpers/service/postgres-server.ts';
import { responseOf } from '../../helpers/service/response-of.ts';
import { openTestStudio, type StudioApi, type StudioProcess, type TestStudio } from '../../helpers/service/studio.ts';
import { MissingProgram } from '../harness/missing-program.ts';
import { listProcesses, selectTree, sumCpuSeconds } from '../harness/process-tree.ts';
import { defineGroup, type Figures, type Trial } from '../harness/row.ts';
import { readDatabaseUsage, toUsageOfEach, type DatabaseUsage } from './database-usage.ts';

const TASKS = 100;
const POLLS = 500;
/** Most tasks of a client that can run at the same time, in all categories. */
const IDS_OF_POLL = 41;
const CLIENTS = 8;
const SEATS = 2;
const IDLE_MS = 5_000;
/** The smallest work: what is measured is the studio, not the engine. */
const QUICK = { prompt: 'a cube', model: 'P2-20260801', texture: false, pbr: false, face_limit: 48 };

interface Context {
  readonly server: PostgresServer;
  readonly storage: S3Server;
  readonly studio: TestStudio;
  readonly client: pg.Client;
  readonly api: StudioApi;
}

const MS = 1_000;
const cpuOf = ({ process: { pid } }: StudioProcess): number =>
  sumCpuSeconds(listProcesses().filter((each) => each.pid === pid));
const treeCpuOf = ({ process: { pid } }: StudioProcess): number =>
  sumCpuSeconds(selectTree(listProcesses(), pid as number));

/** Calls an endpoint from some clients at the same time, `calls` times in all. */
async function callFromClients({ api }: Context, calls: number, path: string, body: object): Promise<unknown[]> {
  const answers: unknown[] = [];
  const headers = { authorization: `Bearer ${api.apiKey}`, 'content-type': 'application/json' };
  let left = calls;
  const run = async (): Promise<void> => {
    const agent = new Agent({ keepAlive: true });
    while (left-- > 0) {
      const sent = request(api.baseUrl + path, { agent, method: 'POST', headers }).end(JSON.stringify(body));
      const answer = await responseOf(sent);
      answers.push(await json(answer));
      if (answer.statusCode !== 200) throw new Error(JSON.stringify(answers.at(-1)));
    }
    agent.destroy();
  };
  await Promise.all(Array.from({ length: CLIENTS }, run));
  return answers;
}

async function measureTask(context: Context): Promise<Figures> {
  const { client, studio, api } = context;
  const sizeOf = async (): Promise<number> => {
    const [[bytes] = []] = await studio.query(
      `SELECT sum(pg_total_relation_size(name::regclass))::float8 FROM unnest(ARRAY['tasks', 'ledger', 'client_refs']) AS name`,
    );
    return Number(bytes);
  };
  const size = await sizeOf();
  const [begun, apiBegun] = [await readDatabaseUsage(client), cpuOf(api)];
  await callFromClients(context, TASKS, '/v3/generation/text-to-model', QUICK);
  const [created, apiCreated] = [await readDatabaseUsage(client), cpuOf(api)];
  const apiIdle = await measureIdle(client);
  const worker = await studio.startWorker(SEATS);
  const [started, workerStarted] = [await readDatabaseUsage(client), cpuOf(worker)];
  const enginesStarted = treeCpuOf(worker) - workerStarted;
  const count = "SELECT count(*)::int FROM tasks WHERE status IN ('queued', 'running')";
  let questions = 0;
  for (; Number((await studio.query(count))[0]?.[0]) > 0; questions++) await pause(200);
  const [ended, workerEnded] = [await readDatabaseUsage(client), cpuOf(worker)];
  const enginesEnded = treeCpuOf(worker) - workerEnded;
  const idle = await measureIdle(client);
  await worker.end();
  const create = toUsageOfEach(begun, created, TASKS);
  const run = toUsageOfEach(started, ended, TASKS);
  return {
    createStatements: create.statements,
    createRows: create.rows,
    createWal: create.walBytes,
    createCpu: create.cpuSeconds * MS,
    createApiCpu: ((apiCreated - apiBegun) / TASKS) * MS,
    runStatements: run.statements - questions / TASKS,
    runWal: run.walBytes,
    runCpu: run.cpuSeconds * MS,
    workerCpu: ((workerEnded - workerStarted) / TASKS) * MS,
    engineCpu: ((enginesEnded - enginesStarted) / TASKS) * MS,
    storedBytes: ((await sizeOf()) - size) / TASKS,
    apiIdleStatements: apiIdle.statements,
    idleStatements: idle.statements - apiIdle.statements,
  };
}

/** The usage of a second in which no task waits or runs. */
async function measureIdle(client: pg.Client): Promise<DatabaseUsage> {
  const before = await readDatabaseUsage(client);
  await pause(IDLE_MS);
  return toUsageOfEach(before, await readDatabaseUsage(client), IDLE_MS / MS);
}

async function measurePoll(context: Context): Promise<Figures> {
  const { client, studio, api } = context;
  const rows = await studio.query('SELECT id::text FROM tasks ORDER BY created_at DESC LIMIT $1', IDS_OF_POLL);
  const [begun, apiBegun] = [await readDatabaseUsage(client), cpuOf(api)];
  await callFromClients(context, POLLS, '/v3/tasks/list', { task_ids: rows.flat() });
  const poll = toUsageOfEach(begun, await readDatabaseUsage(client), POLLS);
  return {
    statements: poll.statements,
    cpu: poll.cpuSeconds * MS,
    apiCpu: ((cpuOf(api) - apiBegun) / POLLS) * MS,
  };
}

const row = (name: string, what: string, figure: string, unit: string) => ({
  id: `capacity/${name}`,
  ...{ what, figure, unit, better: 'lower' as const, goal: null },
});

const task: Trial<Context> = {
  rows: [
    row('create-statements', 'statements of a creation', 'createStatements', ''),
    row('create-rows', 'rows of a creation, read and written', 'createRows', ''),
    row('create-wal', 'write-ahead log of a creation', 'createWal', 'bytes'),
    row('create-database', 'processor time of PostgreSQL for a creation', 'createCpu', 'ms'),
    row('create-api', 'processor time of the API process for a creation', 'createApiCpu', 'ms'),
    row('run-statements', 'statements from claim to end of a task', 'runStatements', ''),
    row('run-wal', 'write-ahead log from claim to end of a task', 'runWal', 'bytes'),
    row('run-database', 'processor time of PostgreSQL from claim to end', 'runCpu', 'ms'),
    row('run-worker', 'processor time of the worker without its engines', 'workerCpu', 'ms'),
    row('run-engine', 'processor time of the engines for the smallest task', 'engineCpu', 'ms'),
    row('stored', 'tables and indexes of a task that stay', 'storedBytes', 'bytes'),
    row('idle-api', 'statements a second of an idle API process', 'apiIdleStatements', '/s'),
    row('idle-worker', `statements a second of an idle worker with ${SEATS} seats`, 'idleStatements', '/s'),
  ],
  ...{ state: 'warm', runs: 3, quickRuns: 0, ours: measureTask, peer: null },
};

const poll: Trial<Context> = {
  rows: [
    row('poll-statements', `statements of a poll for ${IDS_OF_POLL} tasks`, 'statements', ''),
    row('poll-database', 'processor time of PostgreSQL for a poll', 'cpu', 'ms'),
    row('poll-api', 'processor time of the API process for a poll', 'apiCpu', 'ms'),
  ],
  ...{ state: 'warm', runs: 3, quickRuns: 0, ours: measurePoll, peer: null },
};

/** What a task costs a studio: real processes, a real PostgreSQL, a double of S3. */
export const capacityGroup = defineGroup<Context>({
  name: 'capacity',
  async open() {
    const bin = findPostgres();
    if (bin === null) throw new MissingProgram('MISSING postgres: sudo apt-get install postgresql');
    const server = await startPostgres(bin, ['shared_preload_libraries=pg_stat_statements']);
    const storage = await startDouble();
    const studio = await openTestStudio(server, storage, { credits: 1_000_000_000 });
    const client = new pg.Client(studio.database);
    await client.connect();
    await client.query('CREATE EXTENSION pg_stat_statements');
    return { server, storage, studio, client, api: await studio.startApi() };
  },
  async close({ server, storage, studio, client }) {
    await client.end();
    await studio.close();
    await storage.stop();
    await server.stop();
  },
  trials: [task, poll],
});
