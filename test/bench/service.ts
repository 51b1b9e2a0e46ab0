import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createRateWindow } from '../../src-main/local-service/http/rate-window.ts';
import { startLocalService, type LocalService } from '../helpers/local-service.ts';
import { makeTexturedSphere } from '../helpers/textured-sphere.ts';
import { callService, upload, type Answer } from '../local-service/call.ts';
import { median } from './median.ts';
import type { Figure } from './run.ts';
import { createLoad, toRequest } from './service-load.ts';
import { NO_LIMITS, startPeer, writeFinishedTasks } from './service-setting.ts';

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
const QUERY_GOAL = 0.9;
const CREATE_GOAL = 0.5;
const TAKES = 1_000_000;
const MEMORY_TASKS = 100_000;
/** By then caches are full and code is compiled. */
const WARM_TASKS = 20_000;
const MEMORY_GOAL = 1.15;

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
  const headers = { connection: 'keep-alive' };
  const answers = {
    [one]: [toPeerAnswer(await callService(service, one, { headers }))],
    [list]: await Promise.all(
      batches.map(async (body) => toPeerAnswer(await callService(service, list, { method: 'POST', body, headers }))),
    ),
  };
  const peer = await startPeer(answers);
  const loads = [createLoad(baseUrl, CONNECTIONS), createLoad(peer.origin, CONNECTIONS)] as const;
  const compare = async (what: string, count: number, toRequests: (origin: string) => Buffer[]): Promise<Figure> => {
    const [forUs, forPeer] = [toRequests(baseUrl), toRequests(peer.origin)];
    const { ours, theirs, ratio } = await interleave(
      () => loads[0].measure(forUs, count),
      () => loads[1].measure(forPeer, count),
    );
    const beside = `raw node:http with the same bytes ${ratePerSecond(theirs)}, ratio ${ratio.toFixed(2)}`;
    return { what, value: ratePerSecond(ours), goal: '≥ 0.9 ×', peer: beside, met: ratio >= QUERY_GOAL };
  };
  try {
    return [
      await compare('GET /v3/tasks/{id}', ANSWERS.one, (origin) => [toRequest(origin, one, apiKey)]),
      await compare(`POST /v3/tasks/list, ${BATCH} ids`, ANSWERS.batch, (origin) =>
        batches.map((body) => toRequest(origin, list, apiKey, body)),
      ),
    ];
  } finally {
    for (const load of loads) load.close();
    await peer.stop();
  }
}

async function benchCreations(service: LocalService, folder: string): Promise<Figure> {
  const input = await upload(service, Buffer.from(await makeTexturedSphere(16, 8)), 'glb');
  const request = toRequest(service.baseUrl, '/v3/models/import', service.apiKey, { input });
  const load = createLoad(service.baseUrl, CREATING_CONNECTIONS);
  const raw = openRawTable(
    path.join(folder, 'raw.db'),
    JSON.stringify({ sources: [{ kind: 'upload', token: input }] }),
  );
  const { ours, theirs, ratio } = await interleave(
    () => load.measure([request], ANSWERS.create),
    () => raw.insert(ANSWERS.create),
  );
  raw.close();
  load.close();
  return {
    what: `Durable creations from ${CREATING_CONNECTIONS} connections`,
    value: ratePerSecond(ours),
    goal: '≥ 0.5 ×',
    peer: `raw SQLite inserts, synchronous=FULL, ${ratePerSecond(theirs)}, ratio ${ratio.toFixed(2)}`,
    met: ratio >= CREATE_GOAL,
  };
}

function benchLimiter(): Figure {
  const limit = 1200;
  let time = Date.now();
  const take = createRateWindow({ generation: 1, refine: 1, upload: 1, query: limit }, () => time);
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

/** One round after the other of each, so that both meet the same noise; medians, and the median of the rounds' ratios. */
async function interleave(subject: () => Promise<number> | number, peer: () => Promise<number> | number) {
  const rounds: { ours: number; theirs: number }[] = [];
  for (let round = 0; round <= ROUNDS; round++) rounds.push({ ours: await subject(), theirs: await peer() });
  const warm = rounds.slice(1);
  return {
    ours: median(warm.map(({ ours }) => ours)),
    theirs: median(warm.map(({ theirs }) => theirs)),
    ratio: median(warm.map(({ ours, theirs }) => ours / theirs)),
  };
}

function openRawTable(file: string, row: string) {
  const db = new DatabaseSync(file);
  db.exec('pragma journal_mode = wal; pragma synchronous = full; create table rows (id integer primary key, doc text)');
  const insert = db.prepare('insert into rows (doc) values (?)');
  return {
    /** Rows a second, each a transaction of its own. */
    insert(count: number): number {
      const start = performance.now();
      for (let i = 0; i < count; i++) insert.run(row);
      return count / ((performance.now() - start) / 1000);
    },
    close: () => db.close(),
  };
}

function toPeerAnswer({ headers, bytes }: Answer) {
  const added = ['date', 'connection', 'keep-alive'];
  const own = Object.entries(headers).filter((entry): entry is [string, string] => !added.includes(entry[0]));
  return { headers: Object.fromEntries(own), body: bytes.toString() };
}

function ratePerSecond(rate: number): string {
  return `${Math.round(rate).toLocaleString('en')}/s`;
}
