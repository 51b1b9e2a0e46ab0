import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { createRateLimiter } from '../../../src-main/local-service/http/checks/rate-limiter.ts';
import { startLocalService, type LocalService } from '../../helpers/service/local-service.ts';
import { makeTexturedSphere } from '../../helpers/models/textured-sphere.ts';
import { callService, upload, type Answer } from '../../local-service/workers/call.ts';
import { childrenOf, isRunning } from '../../helpers/processes.ts';
import { createBenchFolder } from '../bench-folder.ts';
import { measureCall } from '../harness/per-call.ts';
import { defineGroup, type Trial } from '../harness/row.ts';
import { openRawTable } from '../raw-table.ts';
import { createLoad, toRequest, type Load } from './service-load.ts';
import { NO_LIMITS, startCeiling, startPeer, writeFinishedTasks } from './service-fixtures.ts';
import type { PeerAnswer } from './service-peer.ts';

const CONNECTIONS = 32;
/** Creations come from many clients: what arrives together is what a group commit can share. */
const CREATING_CONNECTIONS = 64;
const TASKS = 400;
const BATCH = 100;
/** Batches of different tasks: no client asks for the same list all the time. */
const BATCHES = 64;
/** Many short runs, because the noise of a shared machine lasts for seconds. */
const RUNS = 15;
const ANSWERS = { one: 6_000, batch: 1_500, create: 1_000 };
const TAKES = 1_000_000;
const LIMIT = 1_200;
/** Tasks by which caches are full and code is compiled, and those after them. */
const MEMORY_TASKS = { warm: 10_000, more: 30_000 } as const;
const QUICK_MEMORY_TASKS = { warm: 500, more: 1_500 } as const;

/** So that an answer is the one a load is given. */
const KEEP_ALIVE = { connection: 'keep-alive' };
const ONE_PATH = '/v3/tasks/';
const LIST_PATH = '/v3/tasks/list';
const CREATE_PATH = '/v3/models/import';

/** Answers a second of one side. */
type Measure = () => Promise<number> | number;

interface Context {
  /** The service, and the peer of each, for a query, a list and a creation. */
  readonly one: { readonly ours: Measure; readonly theirs: Measure };
  readonly batch: { readonly ours: Measure; readonly theirs: Measure };
  readonly create: { readonly ours: Measure; readonly theirs: Measure; readonly sqlite: Measure };
  readonly isQuick: boolean;
  /** Resident memory after the first and after all tasks, MiB. */
  memory: { readonly warm: number; readonly after: number } | null;
  close(): Promise<void>;
}

const rate = { figure: 'rate', unit: '/s', better: 'higher' } as const;

/** Default limits allow 20 queries a second, so that the service needs no more than a fraction of these rates. */
const query: Trial<Context> = {
  rows: [{ id: 'service/query', what: 'one task query', ...rate, goal: { ratio: 0.6 } }],
  state: 'warm',
  runs: RUNS,
  ours: async ({ one }) => ({ rate: await one.ours() }),
  peer: {
    name: 'a bare node:http server with the same bytes',
    measure: async ({ one }) => ({ rate: await one.theirs() }),
  },
};

/** The peer sends whole answers as they are; the service joins each from 100 tasks. */
const list: Trial<Context> = {
  rows: [{ id: 'service/list', what: 'a list of a hundred tasks', ...rate, goal: { ratio: 0.25 } }],
  state: 'warm',
  runs: RUNS,
  ours: async ({ batch }) => ({ rate: await batch.ours() }),
  peer: {
    name: 'a bare node:http server with the same bytes',
    measure: async ({ batch }) => ({ rate: await batch.theirs() }),
  },
};

/** Beside raw SQLite, and beside the least a server can do over HTTP. */
const create: Trial<Context> = {
  rows: [{ id: 'service/create', what: 'durable creations from 64 connections', ...rate, goal: { ratio: 0.8 } }],
  state: 'warm',
  runs: RUNS,
  ours: async ({ create: { ours } }) => ({ rate: await ours() }),
  peer: {
    name: 'inserts in bare SQLite, synchronous=FULL',
    measure: async ({ create: { sqlite } }) => ({ rate: await sqlite() }),
  },
};
const createOverHttp: Trial<Context> = {
  ...create,
  rows: [{ id: 'service/create-http', what: 'durable creations from 64 connections', ...rate, goal: { ratio: 0.5 } }],
  peer: {
    name: 'bare node:http with such inserts in group commits',
    measure: async ({ create: { theirs } }) => ({ rate: await theirs() }),
  },
};

const limiter: Trial<Context> = {
  rows: [
    {
      id: 'service/limiter',
      what: 'requests over the limit that the rate limiter lets through, of 1,000,000',
      ...{ figure: 'tooMany', unit: '', better: 'lower', goal: { limit: 0 } },
    },
  ],
  state: 'cold',
  isExact: true,
  ours() {
    let time = Date.now();
    const take = createRateLimiter({ generation: 1, refine: 1, upload: 1, query: LIMIT }, () => time);
    const admitted = new Map<number, number>();
    for (let i = 0; i < TAKES; i++) {
      time += i % 7 === 0 ? 1 : 0;
      const { exceeded, reset } = take('key', 'query');
      if (!exceeded) admitted.set(reset, (admitted.get(reset) ?? 0) + 1);
    }
    const tooMany = [...admitted.values()].reduce((sum, count) => sum + Math.max(0, count - LIMIT), 0);
    return Promise.resolve({ tooMany });
  },
  peer: null,
};

const limiterTime: Trial<Context> = {
  rows: [
    {
      id: 'service/limiter-time',
      what: 'one request at the rate limiter',
      ...{ figure: 'us', unit: 'µs', better: 'lower', goal: { limit: 5 } },
    },
  ],
  state: 'warm',
  async ours() {
    const take = createRateLimiter({ generation: 1, refine: 1, upload: 1, query: LIMIT }, Date.now);
    return { us: 1000 * (await measureCall(() => take('key', 'query'))) };
  },
  peer: {
    name: 'a counter in a Map',
    async measure() {
      const counts = new Map<string, number>();
      return { us: 1000 * (await measureCall(() => counts.set('key', (counts.get('key') ?? 0) + 1))) };
    },
  },
};

const memory: Trial<Context> = {
  rows: [
    {
      id: 'service/memory',
      what: 'memory after 40,000 tasks',
      quickWhat: 'memory after 2,000 tasks',
      ...{ figure: 'mib', unit: 'MiB', better: 'lower', goal: { ratio: 1.15 } },
    },
  ],
  state: 'cold',
  // Minutes each, and memory differs little.
  runs: 1,
  isOneEvent: true,
  async ours(context) {
    context.memory = await measureMemory(context.isQuick ? QUICK_MEMORY_TASKS : MEMORY_TASKS);
    return { mib: context.memory.after };
  },
  peer: {
    name: 'itself after a quarter of them',
    measure: ({ memory: measured }) => Promise.resolve(measured && { mib: measured.warm }),
  },
};

/** The local service in its own process beside a raw `node:http` server, raw SQLite, and itself over 40,000 tasks. */
export const serviceGroup = defineGroup<Context>({
  name: 'service',
  async open({ isQuick }) {
    const folder = createBenchFolder();
    const ids = writeFinishedTasks(folder.at(), TASKS);
    const service = await startLocalService({ dataDir: folder.at(), settings: NO_LIMITS });
    const queries = await openQueries(service, ids);
    const creations = await openCreations(service, folder.at());
    return {
      ...queries,
      create: creations,
      isQuick,
      memory: null,
      async close() {
        await queries.close();
        await creations.close();
        await service.stop();
        folder.remove();
      },
    };
  },
  close: (context) => context.close(),
  trials: [query, list, create, createOverHttp, limiter, limiterTime, memory],
});

async function openQueries(service: LocalService, ids: readonly string[]) {
  const { baseUrl, apiKey } = service;
  const one = `${ONE_PATH}${ids[0] ?? ''}`;
  const batches = Array.from({ length: BATCHES }, (_, i) => {
    return { task_ids: Array.from({ length: BATCH }, (_, j) => ids[(i * 5 + j * 3) % ids.length] ?? '') };
  });
  const headers = KEEP_ALIVE;
  const call = async (body: object): Promise<PeerAnswer> =>
    toPeerAnswer(await callService(service, LIST_PATH, { method: 'POST', body, headers }));
  const peer = await startPeer({
    [one]: [toPeerAnswer(await callService(service, one, { headers }))],
    [LIST_PATH]: await Promise.all(batches.map(call)),
  });
  const loads = [createLoad(baseUrl, CONNECTIONS), createLoad(peer.origin, CONNECTIONS)] as const;
  const toOne = (origin: string): Buffer[] => [toRequest(origin, one, apiKey)];
  const toBatches = (origin: string): Buffer[] => batches.map((body) => toRequest(origin, LIST_PATH, apiKey, body));
  return {
    one: {
      ours: () => loads[0].measure(toOne(baseUrl), ANSWERS.one),
      theirs: () => loads[1].measure(toOne(peer.origin), ANSWERS.one),
    },
    batch: {
      ours: () => loads[0].measure(toBatches(baseUrl), ANSWERS.batch),
      theirs: () => loads[1].measure(toBatches(peer.origin), ANSWERS.batch),
    },
    close: async () => {
      for (const load of loads) load.close();
      await peer.stop();
    },
  };
}

async function openCreations(service: LocalService, folder: string) {
  const input = await upload(service, Buffer.from(await makeTexturedSphere(16, 8)), 'glb');
  const created = await callService(service, CREATE_PATH, { method: 'POST', body: { input }, headers: KEEP_ALIVE });
  const ceiling = await startCeiling({ file: path.join(folder, 'ceiling.db'), answer: toPeerAnswer(created) });
  const [ours, theirs] = [service.baseUrl, ceiling.origin].map((origin) => ({
    request: toRequest(origin, CREATE_PATH, service.apiKey, { input }),
    load: createLoad(origin, CREATING_CONNECTIONS),
  })) as [CreationLoad, CreationLoad];
  const raw = openRawTable(path.join(folder, 'raw.db'));
  const row = JSON.stringify({ sources: [{ kind: 'upload', token: input }] });
  return {
    ours: () => withoutEngines(service, () => ours.load.measure([ours.request], ANSWERS.create)),
    theirs: () => withoutEngines(service, () => theirs.load.measure([theirs.request], ANSWERS.create)),
    sqlite: () => withoutEngines(service, () => raw.measure(row, ANSWERS.create)),
    close: async () => {
      raw.close();
      for (const { load } of [ours, theirs]) load.close();
      await ceiling.stop();
    },
  };
}

/**
 * Measures while the engines are suspended: each creation also queues a task, and the work on these tasks would take
 * processor time from whichever side is measured.
 */
async function withoutEngines({ process: { pid } }: LocalService, measure: Measure): Promise<number> {
  const engines = childrenOf(Number(pid));
  for (const engine of engines) process.kill(engine, 'SIGSTOP');
  try {
    return await measure();
  } finally {
    for (const engine of engines.filter(isRunning)) process.kill(engine, 'SIGCONT');
  }
}

interface CreationLoad {
  readonly request: Buffer;
  readonly load: Load;
}

/** Tasks that moderation ends at once take every step of a task, money too, without the engine’s own time. */
async function measureMemory({ warm: first, more }: { readonly warm: number; readonly more: number }) {
  const service = await startLocalService({ settings: { ...NO_LIMITS, blockedWords: ['forbidden'] } });
  try {
    const body = { model: 'v3.1-20260211', prompt: 'a forbidden castle' };
    const request = toRequest(service.baseUrl, '/v3/generation/text-to-model', service.apiKey, body);
    const load = createLoad(service.baseUrl, CREATING_CONNECTIONS);
    await load.measure([request], first);
    const warm = residentMb(service);
    await load.measure([request], more);
    load.close();
    return { warm, after: residentMb(service) };
  } finally {
    await service.stop();
  }
}

function residentMb({ process: { pid } }: LocalService): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
}

function toPeerAnswer({ headers, bytes }: Answer) {
  const added = ['date', 'connection', 'keep-alive'];
  const own = Object.entries(headers).filter((entry): entry is [string, string] => !added.includes(entry[0]));
  return { headers: Object.fromEntries(own), body: bytes.toString() };
}
