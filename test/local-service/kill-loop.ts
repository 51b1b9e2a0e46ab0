import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { MAX_INTERRUPTIONS } from '../../src-main/base/processes/enforce-limits.ts';
import { spawnLocalService, startLocalService, type LocalService } from '../helpers/service/local-service.ts';
import { callService, send, untilFinished } from './workers/call.ts';
import {
  balanceOf,
  checkKillLoopBooks,
  findLeftovers,
  findLostUploads,
  readKillLoopBooks,
  type KillLoopBooks,
} from './kill-loop-books.ts';
import { createKillLoopClients, WAYS, type Told } from './kill-loop-clients.ts';
import { CAN_SEE_PROCESSES, childrenOf, isRunning } from '../helpers/processes.ts';

/** What a loop is asked for. */
export interface KillLoopOptions {
  readonly kills: number;
  /** Decides what clients do and when kills come; how far the service is by then is the machine's. */
  readonly seed: number;
  /** Hears of every kill. */
  readonly onKill?: (number: number) => void;
}

/** What a loop has seen. */
export interface KillLoopReport {
  readonly seed: number;
  readonly kills: number;
  /** Kills before the service had said that it is ready. */
  readonly killsWhileStarting: number;
  /** Tasks that were running, or waiting, when their service was killed. */
  readonly killedRunning: number;
  readonly killedQueued: number;
  /** Half files that lay about after kills, for the next start to remove. */
  readonly halfFiles: number;
  /** Creations whose answer was lost, and those of them that were there. */
  readonly lostAnswers: number;
  readonly lostButThere: number;
  readonly tasks: Readonly<Record<string, number>>;
  readonly uploads: number;
  readonly fetched: number;
  readonly queried: number;
  /** Median and longest time from start to ready. */
  readonly readyMs: readonly [number, number];
  /** What went wrong, as sentences; the loop ends at the first kill that shows any. */
  readonly wrong: readonly string[];
}

const CREDITS = 1_000_000;
const CLIENTS = 4;

/** Kills come when up to so many more tasks have been seen ended, and then within this time; some this long into a start. */
const MAX_TASKS = 2;
const LONGEST_MS = 200;
const LONGEST_START_MS = 500;
const SHARE_WHILE_STARTING = 0.15;

/** A life in which nothing ends for so long is a fault. */
const PATIENCE_MS = 5 * 60_000;

/** Lets clients work on a real service that is killed with -9 over and over; checks the books after every start. */
export async function killLoop({ kills, seed, onKill }: KillLoopOptions): Promise<KillLoopReport> {
  const random = createRandom(seed);
  const clients = await createKillLoopClients(random, CLIENTS);
  const { told } = clients;
  const dataDir = await mkdtemp(path.join(tmpdir(), 'dropforge-kills-'));
  const readyTimes: number[] = [];
  const wrong: string[] = [];
  const count = { kills: 0, killsWhileStarting: 0, killedRunning: 0, killedQueued: 0, halfFiles: 0 };
  let port = 0;
  let apiKey = '';

  async function start(): Promise<LocalService> {
    const before = performance.now();
    const service = await startLocalService({ dataDir, credits: CREDITS, port });
    readyTimes.push(performance.now() - before);
    if (apiKey !== '' && apiKey !== service.apiKey) wrong.push('the key has changed');
    apiKey = service.apiKey;
    port = Number(new URL(service.baseUrl).port);
    wrong.push(...(await checkAlive(service)));
    return service;
  }

  /** What must be true at any time the service answers, before anybody asks it for more. */
  async function checkAlive(service: LocalService): Promise<string[]> {
    const books = readKillLoopBooks(dataDir);
    return [...checkStill(books), ...findLeftovers(dataDir, books), ...(await compareBalance(service))];
  }

  const checkStill = (books: KillLoopBooks): string[] => [
    ...checkKillLoopBooks(books, CREDITS * 100),
    ...checkTold(books, told),
    ...findLostUploads(dataDir, told.uploads),
  ];

  async function killAtWork(): Promise<void> {
    const service = await start();
    const workers = CAN_SEE_PROCESSES ? childrenOf(Number(service.process.pid)) : [];
    const stop = new AbortController();
    const work = clients.work(service, stop.signal);
    await untilEnded(told.ended.size + Math.floor(random() * (MAX_TASKS + 1)));
    await delay(random() * LONGEST_MS);
    if (service.process.exitCode !== null) wrong.push(`the service ended by itself with ${service.process.exitCode}`);
    stop.abort();
    await service.kill();
    await work;
    for (let looks = 0; workers.some(isRunning); looks++) {
      if (looks > 500) throw new Error('A worker outlives its service.');
      await delay(10);
    }
  }

  async function untilEnded(count: number): Promise<void> {
    const patience = performance.now() + PATIENCE_MS;
    while (told.ended.size < count && told.wrong.length === 0) {
      if (performance.now() > patience) return void wrong.push(`no task ended in ${PATIENCE_MS} ms`);
      await delay(5);
    }
  }

  async function killWhileStarting(): Promise<void> {
    count.killsWhileStarting++;
    const child = await spawnLocalService({ dataDir, credits: CREDITS, port });
    await delay(random() * LONGEST_START_MS);
    child.process.kill('SIGKILL');
    await child.exited;
  }

  try {
    while (count.kills < kills && wrong.length === 0) {
      const early = count.kills > 0 && random() < SHARE_WHILE_STARTING;
      await (early ? killWhileStarting() : killAtWork());
      count.kills++;
      const books = readKillLoopBooks(dataDir);
      if (!early)
        for (const { status } of books.tasks) {
          if (status === 'running') count.killedRunning++;
          if (status === 'queued') count.killedQueued++;
        }
      count.halfFiles += findLeftovers(dataDir, books).length;
      wrong.push(...told.wrong, ...checkStill(books));
      onKill?.(count.kills);
    }
    const service = await start();
    if (wrong.length === 0) wrong.push(...(await finish(service, dataDir)));
    await service.stop();
    const books = readKillLoopBooks(dataDir);
    wrong.push(...checkStill(books), ...findLeftovers(dataDir, books));
    const times = readyTimes.toSorted((a, b) => a - b).map(Math.round);
    const there = new Set(books.tasks.map(({ ref }) => ref));
    return {
      seed,
      ...count,
      lostAnswers: told.lost.size,
      lostButThere: [...told.lost].filter((mark) => there.has(mark)).length,
      tasks: countTasks(books),
      uploads: told.uploads.size,
      fetched: told.fetched,
      queried: told.queried,
      readyMs: [times[Math.floor(times.length / 2)] ?? 0, times.at(-1) ?? 0],
      wrong,
    };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/**
 * Every task that was answered is there once, under its id; one whose answer was lost at most once; and no other. Each
 * ends as it had to, or failed because the service died twice during its work.
 */
function checkTold({ tasks }: KillLoopBooks, told: Told): string[] {
  const wrong: string[] = [];
  const byId = new Map(tasks.map((task) => [task.id, task]));
  for (const [id, mark] of told.created) {
    if (byId.get(id)?.ref !== mark) wrong.push(`task ${id} (${mark}) was answered and is gone`);
  }
  for (const [id, status] of told.ended) {
    if (byId.get(id)?.status !== status) wrong.push(`task ${id} was ${status} and is ${byId.get(id)?.status} now`);
  }
  for (const [mark, same] of Map.groupBy(tasks, ({ ref }) => ref ?? '')) {
    if (same.length > 1) wrong.push(`“${mark}” was asked for once and is there ${same.length} times`);
    const [task] = same;
    const isKnown = told.lost.has(mark) || (task && told.created.get(task.id) === mark);
    if (!isKnown) wrong.push(`“${mark}” was never asked for`);
    const due = WAYS[mark.replace(/ \d+$/, '') as keyof typeof WAYS];
    const wasGivenUp =
      task?.status === 'failed' && task.error_code === 1000 && task.interruptions === MAX_INTERRUPTIONS;
    const hasWrongEnd =
      task && ['success', 'failed', 'cancelled'].includes(task.status) && task.status !== due && !wasGivenUp;
    if (hasWrongEnd) wrong.push(`“${mark}” is ${task.status} with ${task.error_code}; it had to end in ${due}`);
  }
  return wrong;
}

/** Lets everything end, then fetches every output once. */
async function finish(service: LocalService, dataDir: string): Promise<string[]> {
  const wrong: string[] = [];
  for (const { id, status } of readKillLoopBooks(dataDir).tasks) {
    if (['queued', 'running'].includes(status)) await untilFinished(service, id);
  }
  wrong.push(...(await compareBalance(service)));
  const { tasks } = readKillLoopBooks(dataDir);
  const done = tasks.filter(({ status }) => status === 'success');
  for (const { id, result } of done) {
    const files = Object.entries((JSON.parse(result ?? '{}') as { files: Record<string, string> }).files);
    const { body } = await callService(service, `/v3/tasks/${id}`);
    for (const [key, name] of files) {
      const { status, headers, bytes } = await send((body.data.output as unknown as Record<string, string>)[key] ?? '');
      const length =
        name.endsWith('.glb') && bytes.length >= 12 ? bytes.readUInt32LE(8) : Number(headers['content-length']);
      if (status === 200 && bytes.length > 0 && bytes.length === length) continue;
      wrong.push(`${name} of ${id} came with ${status} and ${bytes.length} of ${length} bytes`);
    }
  }
  const folders = await readdir(path.join(dataDir, 'outputs'));
  const due = new Set(done.map(({ id }) => id));
  const strays = folders.filter((name) => !due.has(name));
  if (strays.length > 0) wrong.push(`outputs of no finished task: ${strays.join(', ')}`);
  return wrong;
}

/** What the service says it holds is what is written down; compared when nothing moved in between. */
async function compareBalance(service: LocalService): Promise<string[]> {
  for (;;) {
    const before = readKillLoopBooks(service.dataDir);
    const { body } = await callService(service, '/v3/account/balance');
    if (readKillLoopBooks(service.dataDir).ledger.length !== before.ledger.length) continue;
    const { balance, frozen } = body.data as unknown as { balance: number; frozen: number };
    const booked = balanceOf(before);
    if (Math.round(balance * 100) === booked.balance && Math.round(frozen * 100) === booked.frozen) return [];
    return [`the service says ${balance}/${frozen}, the ledger ${booked.balance}/${booked.frozen} hundredths`];
  }
}

function countTasks({ tasks }: KillLoopBooks): Record<string, number> {
  const groups = Map.groupBy(tasks, ({ type, status }) => `${type} ${status}`);
  return Object.fromEntries([...groups].map(([name, group]) => [name, group.length]));
}

/** Numbers from 0 to 1 that follow from the seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
