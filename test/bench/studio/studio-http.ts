import { startDouble, type S3Server } from '../../helpers/service/file-storages.ts';
import { startLocalService, type LocalService } from '../../helpers/service/local-service.ts';
import { findPostgres, startPostgres, type PostgresServer } from '../../helpers/service/postgres-server.ts';
import { openTestStudio, type StudioApi, type TestStudio } from '../../helpers/service/studio.ts';
import { childrenOf } from '../../helpers/processes.ts';
import { callService } from '../../local-service/workers/call.ts';
import { holdProcessor } from '../harness/hold-processor.ts';
import { MissingProgram } from '../harness/missing-program.ts';
import { defineGroup, type Trial } from '../harness/row.ts';
import { quantile } from '../harness/statistics.ts';
import { createLoad, toRequest } from '../service/service-load.ts';
import { NO_LIMITS } from '../service/service-fixtures.ts';

const TASKS = 64;
/** Clients that ask one after the other, and the answers that each of them gets. */
const POLLING = { clients: 8, answers: 400 } as const;
/** Load of a run that compares one API process with two: its answers and connections. */
interface Load {
  readonly answers: number;
  readonly connections: number;
}

const FREE: Load = { answers: 4_000, connections: 32 };
/** So many that processes which stand still most of the time always have requests. */
const HELD: Load = { answers: 8_000, connections: 128 };
/** Percent of a processor that an API process may use, so that its database and the clients have all they need. */
const HELD_PERCENT = 10;

type Address = Pick<LocalService, 'baseUrl' | 'apiKey'>;

interface Context {
  readonly postgres: PostgresServer;
  readonly storage: S3Server;
  readonly studio: TestStudio;
  readonly apis: readonly [StudioApi, StudioApi];
  readonly ids: readonly string[];
  readonly embedded: LocalService;
  readonly embeddedIds: readonly string[];
}

/** Tasks that stay unfinished, because nothing works on them. */
async function createTasks(service: Address): Promise<string[]> {
  const body = { model: 'v3.1-20260211', prompt: 'a castle' };
  const created = Array.from({ length: TASKS }, async () => {
    const answer = await callService(service, '/v3/generation/text-to-model', { method: 'POST', body });
    return answer.body.data.task_id;
  });
  return Promise.all(created);
}

/** The 99th percentile of the time of a query, ms, with several clients at the same time. */
async function measurePolls({ baseUrl, apiKey }: Address, ids: readonly string[]): Promise<number> {
  const times: number[] = [];
  const poll = async (client: number): Promise<void> => {
    const load = createLoad(baseUrl, 1);
    for (let index = 0; index < POLLING.answers; index++) {
      const request = toRequest(baseUrl, `/v3/tasks/${ids[(client + index) % ids.length] ?? ''}`, apiKey);
      times.push(1000 / (await load.measure([request], 1)));
    }
    load.close();
  };
  await Promise.all(Array.from({ length: POLLING.clients }, (_, client) => poll(client)));
  return quantile(
    times.toSorted((a, b) => a - b),
    0.99,
  );
}

const polls: Trial<Context> = {
  rows: [
    {
      id: 'studio-http/poll',
      what: 'query of an unfinished task from 8 clients, 99th percentile',
      ...{ figure: 'ms', unit: 'ms', better: 'lower', goal: { ratio: 2 } },
    },
  ],
  state: 'warm',
  quickRuns: 0,
  ours: async ({ apis, ids }) => ({ ms: await measurePolls(apis[0], ids) }),
  peer: {
    name: 'the embedded service',
    measure: async ({ embedded, embeddedIds }) => ({ ms: await measurePolls(embedded, embeddedIds) }),
  },
};

/** Answers a second of some API processes together. */
async function measureRate(
  apis: readonly StudioApi[],
  ids: readonly string[],
  { answers, connections }: Load,
): Promise<number> {
  const loads = apis.map(({ baseUrl, apiKey }) => ({
    load: createLoad(baseUrl, connections / apis.length),
    requests: ids.map((id) => toRequest(baseUrl, `/v3/tasks/${id}`, apiKey)),
  }));
  const startedAt = performance.now();
  await Promise.all(loads.map(({ load, requests }) => load.measure(requests, answers / apis.length)));
  const perSecond = (answers * 1000) / (performance.now() - startedAt);
  for (const { load } of loads) load.close();
  return perSecond;
}

const apiProcesses: Trial<Context> = {
  rows: [
    {
      id: 'studio-http/apis-2',
      what: 'queries of unfinished tasks, two API processes',
      ...{ figure: 'perSecond', unit: '/s', better: 'higher', goal: { ratio: 1.6 } },
    },
  ],
  state: 'warm',
  quickRuns: 0,
  ours: async ({ apis, ids }) => ({ perSecond: await measureRate(apis, ids, FREE) }),
  peer: {
    name: 'one API process',
    measure: async ({ apis: [api], ids }) => ({ perSecond: await measureRate([api], ids, FREE) }),
  },
};

/** As on computers of their own, whose database is not full: two free processes already share two processors with it. */
async function measureHeldRate(apis: readonly StudioApi[], ids: readonly string[]): Promise<number> {
  const pids = apis.map(({ process: { pid } }) => Number(pid));
  return holdProcessor(pids, HELD_PERCENT, () => measureRate(apis, ids, HELD));
}

const heldProcesses: Trial<Context> = {
  rows: [
    {
      id: 'studio-http/apis-2-held',
      what: `queries of unfinished tasks, two API processes with ${HELD_PERCENT} % of a processor each`,
      ...{ figure: 'perSecond', unit: '/s', better: 'higher', goal: { ratio: 1.6 } },
    },
  ],
  state: 'warm',
  quickRuns: 0,
  ours: async ({ apis, ids }) => ({ perSecond: await measureHeldRate(apis, ids) }),
  peer: {
    name: 'one such process',
    measure: async ({ apis: [api], ids }) => ({ perSecond: await measureHeldRate([api], ids) }),
  },
};

/** API processes of a studio, as clients see them. */
export const studioHttpGroup = defineGroup<Context>({
  name: 'studio-http',
  async open() {
    const bin = findPostgres();
    if (bin === null) throw new MissingProgram('MISSING postgres: sudo apt-get install postgresql');
    const postgres = await startPostgres(bin);
    const storage = await startDouble();
    const studio = await openTestStudio(postgres, storage);
    const apis = [await studio.startApi(NO_LIMITS), await studio.startApi(NO_LIMITS)] as const;
    const embedded = await startLocalService({ settings: NO_LIMITS });
    for (const engine of childrenOf(Number(embedded.process.pid))) process.kill(engine, 'SIGSTOP');
    const [ids, embeddedIds] = await Promise.all([createTasks(apis[0]), createTasks(embedded)]);
    // Code that is compiled while a process is held would be measured, too.
    await measureRate(apis, ids, FREE);
    return { postgres, storage, studio, apis, ids, embedded, embeddedIds };
  },
  async close({ postgres, storage, studio, embedded }) {
    await embedded.kill();
    await studio.close();
    await storage.stop();
    await postgres.stop();
  },
  trials: [polls, apiProcesses, heldProcesses],
});
