import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createRateLimiter } from '../../../src-main/local-service/http/checks/rate-limiter.ts';
import { startLocalService, type LocalService } from '../../helpers/service/local-service.ts';
import { makeTexturedSphere } from '../../helpers/models/textured-sphere.ts';
import { callService, upload, type Answer } from '../../local-service/workers/call.ts';
import { median } from '../median.ts';
import { openRawTable } from '../raw-table.ts';
import type { Figure } from '../unconverted.ts';
import { createLoad, toRequest } from './service-load.ts';
import { NO_LIMITS, startCeiling, startPeer, writeFinishedTasks } from './service-fixtures.ts';

/** Many short ones, because the noise of a shared machine lasts for seconds. */
const ROUNDS = 15;
const CONNECTIONS = 32;
/** Creations come from many clients: what arrives together is what a group commit can share. */
const CREATING_CONNECTIONS = 64;
const TASKS = 400;
const BATCH = 100;
/** Batches of different tasks; nobody asks for one and the same list all the time. */
const BATCHES = 64;
const ANSWERS = { one: 6_000, batch: 1_500, create: 1_000 };
/** Default limits allow 20 queries a second, so that the service needs no more than a fraction of these rates. */
const ONE_GOAL = 0.6;
/** The peer sends whole answers as they are; the service joins each from 100 tasks. */
const BATCH_GOAL = 0.25;
const CREATE_GOAL = 0.5;
const TAKES = 1_000_000;
const MEMORY_TASKS = 100_000;
/** By then caches are full and code is compiled. */
const WARM_TASKS = 20_000;
const MEMORY_GOAL = 1.15;

/** So that an answer is the one a load is given. */
const KEEP_ALIVE = { connection: 'keep-alive' };

/** The local service in its own process beside a raw `node:http` server, raw SQLite, and itself over 100,000 tasks. */
export async function benchService(): Promise<Figure[]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'dropforge-bench-'));
  try {
    const ids = writeFinishedTasks(folder, TASKS);
    const service = await startLocalService({ dataDir: folder, settings: NO_LIMITS });
    try {
      return [
        ...(await benchQueries(service, ids)),
        await benchCreations(service, folder),
        benchLimiter(),
        await benchMemory(),
      ];
    } finally {
      await service.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function benchQueries(service: LocalService, ids: readonly string[]): Promise<Figure[]> {
  const { baseUrl, apiKey } = service;
  const one = `/v3/tasks/${ids[0] ?? ''}`;
  const list = '/v3/tasks/list';
  const batches = Array.from({ length: BATCHES }, (_, i) => {
    return { task_ids: Array.from({ length: BATCH }, (_, j) => ids[(i * 5 + j * 3) % ids.length] ?? '') };
  });
  const headers = KEEP_ALIVE;
  const answers = {
    [one]: [toPeerAnswer(await callService(service, one, { headers }))],
    [list]: await Promise.all(
      batches.map(async (body) => toPeerAnswer(await callService(service, list, { method: 'POST', body, headers }))),
    ),
  };
  const peer = await startPeer(answers);
  const loads = [createLoad(baseUrl, CONNECTIONS), createLoad(peer.origin, CONNECTIONS)] as const;
  const compare = async (
    what: string,
    goal: number,
    count: number,
    toRequests: (origin: string) => Buffer[],
  ): Promise<Figure> => {
    const [forUs, forPeer] = [toRequests(baseUrl), toRequests(peer.origin)];
    const [ours = [], theirs = []] = await interleave(
      () => loads[0].measure(forUs, count),
      () => loads[1].measure(forPeer, count),
    );
    const ratio = ratioOf(ours, theirs);
    const beside = `raw node:http with the same bytes ${ratePerSecond(median(theirs))}, ratio ${ratio.toFixed(2)}`;
    return { what, value: ratePerSecond(median(ours)), goal: `≥ ${goal} ×`, peer: beside, met: ratio >= goal };
  };
  try {
    return [
      await compare('GET /v3/tasks/{id}', ONE_GOAL, ANSWERS.one, (origin) => [toRequest(origin, one, apiKey)]),
      await compare(`POST /v3/tasks/list, ${BATCH} ids`, BATCH_GOAL, ANSWERS.batch, (origin) =>
        batches.map((body) => toRequest(origin, list, apiKey, body)),
      ),
    ];
  } finally {
    for (const load of loads) load.close();
    await peer.stop();
  }
}

/** Beside raw SQLite, and beside the least a server can do over HTTP: so much of what is lost is nobody's to win. */
async function benchCreations(service: LocalService, folder: string): Promise<Figure> {
  const endpoint = '/v3/models/import';
  const input = await upload(service, Buffer.from(await makeTexturedSphere(16, 8)), 'glb');
  const created = await callService(service, endpoint, { method: 'POST', body: { input }, headers: KEEP_ALIVE });
  const ceiling = await startCeiling({ file: path.join(folder, 'ceiling.db'), answer: toPeerAnswer(created) });
  const origins = [service.baseUrl, ceiling.origin] as const;
  const requests = origins.map((origin) => toRequest(origin, endpoint, service.apiKey, { input }));
  const loads = origins.map((origin) => createLoad(origin, CREATING_CONNECTIONS));
  const raw = openRawTable(path.join(folder, 'raw.db'));
  const row = JSON.stringify({ sources: [{ kind: 'upload', token: input }] });
  const [ours = [], least = [], inserts = []] = await interleave(
    ...loads.map((load, i) => () => load.measure(requests.slice(i, i + 1), ANSWERS.create)),
    () => raw.measure(row, ANSWERS.create),
  );
  raw.close();
  for (const load of loads) load.close();
  await ceiling.stop();
  const ratio = ratioOf(ours, inserts);
  return {
    what: `Durable creations from ${CREATING_CONNECTIONS} connections`,
    value: ratePerSecond(median(ours)),
    goal: '≥ 0.5 ×',
    peer:
      `raw SQLite inserts, synchronous=FULL, ${ratePerSecond(median(inserts))}, ratio ${ratio.toFixed(2)}; ` +
      `bare node:http over such inserts in group commits ${ratePerSecond(median(least))}, ` +
      `ratio ${ratioOf(least, inserts).toFixed(2)}`,
    met: ratio >= CREATE_GOAL,
  };
}

function benchLimiter(): Figure {
  const limit = 1200;
  let time = Date.now();
  const take = createRateLimiter({ generation: 1, refine: 1, upload: 1, query: limit }, () => time);
  const admitted = new Map<number, number>();
  const start = performance.now();
  for (let i = 0; i < TAKES; i++) {
    time += i % 7 === 0 ? 1 : 0;
    const { exceeded, reset } = take('key', 'query');
    if (!exceeded) admitted.set(reset, (admitted.get(reset) ?? 0) + 1);
  }
  const nanoseconds = ((performance.now() - start) / TAKES) * 1e6;
  const tooMany = [...admitted.values()].reduce((sum, count) => sum + Math.max(0, count - limit), 0);
  return {
    what: `Requests too many of ${TAKES.toLocaleString('en')} at the limiter`,
    value: String(tooMany),
    goal: '0',
    peer: `${admitted.size} windows of ${limit}, ${nanoseconds.toFixed(0)} ns a request`,
    met: tooMany === 0,
  };
}

/** Tasks that moderation ends at once go the whole way of a task, money and all, without the engine's own time. */
async function benchMemory(): Promise<Figure> {
  const service = await startLocalService({ settings: { ...NO_LIMITS, blockedWords: ['forbidden'] } });
  try {
    const body = { model: 'v3.1-20260211', prompt: 'a forbidden castle' };
    const request = toRequest(service.baseUrl, '/v3/generation/text-to-model', service.apiKey, body);
    const load = createLoad(service.baseUrl, CREATING_CONNECTIONS);
    await load.measure([request], WARM_TASKS);
    const warm = residentMb(service);
    await load.measure([request], MEMORY_TASKS);
    load.close();
    const after = residentMb(service);
    return {
      what: `Memory (RSS) after ${MEMORY_TASKS.toLocaleString('en')} tasks`,
      value: `${after.toFixed(0)} MB`,
      goal: `≤ ${MEMORY_GOAL} ×`,
      peer: `itself after ${WARM_TASKS.toLocaleString('en')} ${warm.toFixed(0)} MB, ratio ${(after / warm).toFixed(2)}`,
      met: after <= warm * MEMORY_GOAL,
    };
  } finally {
    await service.stop();
  }
}

function residentMb({ process: { pid } }: LocalService): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
}

/** One round after the other of each, so that all meet the same noise; what each came to in every round but the first. */
async function interleave(...sides: (() => Promise<number> | number)[]): Promise<readonly number[][]> {
  const rates = sides.map((): number[] => []);
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [i, side] of sides.entries()) rates[i]?.push(await side());
  }
  return rates.map((all) => all.slice(1));
}

/** Median of the rounds' ratios. */
function ratioOf(ours: readonly number[], theirs: readonly number[]): number {
  return median(ours.map((rate, i) => rate / (theirs[i] ?? Number.NaN)));
}

function toPeerAnswer({ headers, bytes }: Answer) {
  const added = ['date', 'connection', 'keep-alive'];
  const own = Object.entries(headers).filter((entry): entry is [string, string] => !added.includes(entry[0]));
  return { headers: Object.fromEntries(own), body: bytes.toString() };
}

function ratePerSecond(rate: number): string {
  return `${Math.round(rate).toLocaleString('en')}/s`;
}
