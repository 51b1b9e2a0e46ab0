import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startLocalService, type LocalService } from '../helpers/service/local-service.ts';
import { balanceOf, checkKillLoopBooks, readKillLoopBooks } from '../local-service/kill-loop-books.ts';
import { callService } from '../local-service/workers/call.ts';
import { createPrng, type Prng } from '../simulation/prng.ts';
import { KILL_POINTS, type KillPoint } from './kill-points.ts';
import { createLane, type Lane } from './lane.ts';
import { sumCharged, type QueueSnapshot } from './queue-snapshot.ts';

/** What a loop is asked for. */
export interface QueueKillOptions {
  /** Moments to kill at, each once, in rounds of chance. */
  readonly boundaries: readonly KillPoint[];
  /** Kills at any time, in bad weather. */
  readonly anytime: number;
  /** Jobs in all; absent: as many as the moments need. */
  readonly jobs?: number;
  /** Decides order, times and weather; how far a run is by then is the machine's. */
  readonly seed: number;
  /** Homes that are used beside each other. */
  readonly lanes: number;
  /** Hears of every kill. */
  readonly onKill?: (number: number) => void;
}

/** What a loop has seen. */
export interface QueueKillReport {
  readonly seed: number;
  readonly kills: number;
  /** Moments at which a run was killed. */
  readonly boundaries: readonly KillPoint[];
  /** Moments that nothing was left to lead to. */
  readonly missed: readonly KillPoint[];
  /** Kills at any time, and runs that were through before theirs. */
  readonly anytime: number;
  readonly tooLate: number;
  /** Kills of the service beside. */
  readonly serviceKills: number;
  /** Connections that something happened to, by fault. */
  readonly faults: Readonly<Record<string, number>>;
  readonly jobs: number;
  readonly models: number;
  readonly tasks: number;
  readonly intents: number;
  /** Hundredths of a credit: what the queue believes was spent, and what the service took. */
  readonly charged: number;
  readonly taken: number;
  /** What went wrong, as sentences. */
  readonly wrong: readonly string[];
}

const CREDITS = 1_000_000;
/** What the lanes lose before anything is killed, one after the other in turn. */
const LOST = ['lose_answer', 'lose_order'] as const;
/** Rounds of moments: with fewer, jobs are killed more often on their way, and there are fewer of them. */
const ROUNDS = 6;
/** Share of the kills at any time that take the service along. */
const WITH_SERVICE = 0.15;
const LONGEST_BEFORE_SERVICE_MS = 1_200;

/** Uses the queue on real homes with the real service behind a bad network, kills it over and over, and reckons up. */
export async function queueKillLoop(options: QueueKillOptions): Promise<QueueKillReport> {
  const { boundaries, anytime, seed, onKill } = options;
  const prng = createPrng(`queue kills ${seed}`);
  const folder = await mkdtemp(path.join(tmpdir(), 'dropforge-queue-kills-'));
  const dataDir = path.join(folder, 'service');
  let service = await startLocalService({ dataDir, credits: CREDITS });
  const port = Number(new URL(service.baseUrl).port);
  const lanes: Lane[] = [];
  const count = { kills: 0, anytime: 0, tooLate: 0, serviceKills: 0 };
  const hit: KillPoint[] = [];
  const missed: KillPoint[] = [];
  let restarting: Promise<void> | null = null;

  const plan = planKills(boundaries, anytime, prng);
  const total = plan.length;
  const jobsDone = (): number => lanes.reduce((sum, lane) => sum + lane.jobs(), 0);
  const wrongOf = (): string[] => lanes.flatMap(({ wrong }) => wrong);
  /** Jobs come in evenly, so that there is always something to kill. */
  const isJobDue = (): boolean => jobsDone() < ((options.jobs ?? anytime / 2) * (total - plan.length)) / total;
  const mayAdd = (): boolean => options.jobs === undefined || jobsDone() < options.jobs;

  const killService = async (): Promise<void> => {
    await delay(prng.between(0, LONGEST_BEFORE_SERVICE_MS));
    restarting ??= (async () => {
      count.serviceKills++;
      await service.kill();
      service = await startLocalService({ dataDir, credits: CREDITS, port });
      restarting = null;
    })();
    await restarting;
  };

  const countKill = (): void => {
    count.kills++;
    onKill?.(count.kills);
  };
  const work = async (lane: Lane): Promise<void> => {
    for (let next = plan.pop(); next !== undefined && wrongOf().length === 0; next = plan.pop()) {
      if (next !== null) {
        const isHit = await lane.killAt(next, mayAdd());
        (isHit ? hit : missed).push(next);
        if (isHit) countKill();
        continue;
      }
      const beside = prng.chance(WITH_SERVICE) ? killService : null;
      if (await lane.killAnytime(isJobDue() && mayAdd(), beside)) {
        count.anytime++;
        countKill();
      } else {
        count.tooLate++;
        // Another chance, unless everything was done long before.
        if (count.tooLate <= anytime) plan.unshift(null);
      }
    }
  };

  try {
    for (let index = 0; index < options.lanes; index++) {
      lanes.push(
        await createLane({ folder: path.join(folder, `lane-${index}`), service, prng: prng.fork(`lane ${index}`) }),
      );
    }
    await Promise.all(
      lanes.map(async (lane, index) => {
        const fates = LOST.filter((_, at) => at % lanes.length === index);
        for (const fate of fates) await lane.loseOne(fate);
        await work(lane);
      }),
    );
    const books: QueueSnapshot[] = [];
    const left = Math.max(0, (options.jobs ?? 0) - jobsDone());
    if (wrongOf().length === 0) {
      books.push(...(await Promise.all(lanes.map((lane, index) => lane.finish(index === 0 ? left : 0)))));
    }
    const end = await reckonUp(service, books);
    const faults: Record<string, number> = {};
    for (const { proxy } of lanes)
      for (const [name, times] of Object.entries(proxy.faults)) faults[name] = (faults[name] ?? 0) + times;
    return { seed, ...count, boundaries: hit, missed, faults, ...end, wrong: [...wrongOf(), ...end.wrong] };
  } finally {
    for (const lane of lanes) await lane.close();
    await service.kill();
    await rm(folder, { recursive: true, force: true, maxRetries: 20 });
  }
}

/**
 * What to kill at, from the end: the moments in rounds of chance, each in the order of the way, so that a job can lead to
 * the next moment after a kill. A moment behind it would take a run for nothing and one more job. Null: at any time.
 */
function planKills(boundaries: readonly KillPoint[], anytime: number, prng: Prng): (KillPoint | null)[] {
  const rounds = boundaries.map((boundary) => ({ boundary, round: prng.integer(ROUNDS) }));
  const plan: (KillPoint | null)[] = rounds
    .sort((a, b) => a.round - b.round || KILL_POINTS.indexOf(a.boundary) - KILL_POINTS.indexOf(b.boundary))
    .map(({ boundary }) => boundary)
    .reverse();
  for (let count = 0; count < anytime; count++) plan.splice(prng.integer(plan.length + 1), 0, null);
  return plan;
}

/** Compares what the queues believe with what the service says, and with what it has written down. */
async function reckonUp(service: LocalService, books: readonly QueueSnapshot[]) {
  const wrong: string[] = [];
  const steps = books.flatMap(({ jobs }) => jobs.flatMap((job) => job.steps));
  const told = await readUsage(service);
  const ids = new Set(steps.map(({ taskId }) => taskId));
  for (const { task_id: id, status } of told) {
    if (!ids.has(id)) wrong.push(`the service has the task ${id}, and no job has it`);
    if (status !== 'success') wrong.push(`the task ${id} is ${status}`);
  }
  if (told.length !== steps.length || ids.size !== steps.length) {
    wrong.push(`${steps.length} steps have ${ids.size} tasks, the service ${told.length}`);
  }
  const kept = readKillLoopBooks(service.dataDir);
  wrong.push(...checkKillLoopBooks(kept, CREDITS * 100));
  for (const [nonce, same] of Map.groupBy(kept.tasks, ({ ref }) => ref)) {
    if (same.length > 1) wrong.push(`the intent ${nonce} has ${same.length} tasks`);
  }
  const { balance, frozen } = balanceOf(kept);
  const charged = books.reduce((sum, each) => sum + sumCharged(each), 0);
  const taken = CREDITS * 100 - balance;
  if (frozen !== 0) wrong.push(`${frozen} hundredths are still held`);
  if (charged !== taken) wrong.push(`the queue believes in ${charged} hundredths, the service took ${taken}`);
  return {
    jobs: books.reduce((sum, { jobs }) => sum + jobs.length, 0),
    models: steps.filter(({ status }) => status === 'done').length,
    tasks: told.length,
    intents: books.reduce((sum, { intents }) => sum + intents.length, 0),
    charged,
    taken,
    wrong,
  };
}

interface UsageRow {
  readonly task_id: string;
  readonly status: string;
}

async function readUsage(service: LocalService): Promise<UsageRow[]> {
  const rows: UsageRow[] = [];
  for (;;) {
    const { body } = await callService(service, `/v3/account/usage?limit=200&offset=${rows.length}`);
    const page = body.data as unknown as UsageRow[];
    rows.push(...page);
    if (page.length < 200) return rows;
  }
}
