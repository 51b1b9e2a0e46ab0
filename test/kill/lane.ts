import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { LocalService } from '../helpers/service/local-service.ts';
import { writeSampleImage } from '../helpers/images/sample-images.ts';
import type { Prng } from '../simulation/prng.ts';
import { isNetworkKillPoint, type KillPoint } from './kill-points.ts';
import type { KillRunOptions } from './kill-run.ts';
import { checkFinished, hashExportedFiles, isOver, readQueueSnapshot, type QueueSnapshot } from './queue-snapshot.ts';
import { runUntilKilled, type KillRunResult } from './run-until-killed.ts';
import { startUnreliableProxy, type RequestFate, type UnreliableProxy } from './unreliable-proxy.ts';

/** One home that is used, killed, and used again. */
export interface Lane {
  readonly proxy: UnreliableProxy;
  /** What went wrong so far, as sentences. */
  readonly wrong: string[];
  /** Jobs that were given in so far. */
  jobs(): number;
  /** Kills the program at a moment; false: it had nothing to do that leads there. */
  killAt(boundary: KillPoint, mayAdd: boolean): Promise<boolean>;
  /** Kills it at any time, in bad weather; false: it was through before. `beside`: killed with it. */
  killAnytime(add: boolean, beside: (() => Promise<void>) | null): Promise<boolean>;
  /** Gives in one job, loses its first order or the answer to it, and lets everything end. */
  loseOne(fate: RequestFate): Promise<void>;
  /** Gives in jobs, lets everything end in peace, and opens the home once more. */
  finish(add: number): Promise<QueueSnapshot>;
  close(): Promise<void>;
}

interface LaneOptions {
  readonly folder: string;
  readonly service: Pick<LocalService, 'baseUrl' | 'apiKey' | 'dataDir'>;
  readonly prng: Prng;
}

/** Share of connections that something happens to while kills come at any time. */
const BAD_WEATHER = 0.3;
/** Kills at any time come within this time, some after the process was started, most after the queue was opened. */
const LONGEST_LIFE_MS = 1_500;
const SHARE_WHILE_STARTING = 0.15;
const PICTURE_PIXELS = 32;

/** A home nothing was done in yet. */
export async function createLane({ folder, service, prng }: LaneOptions): Promise<Lane> {
  const [home, out] = [path.join(folder, 'home'), path.join(folder, 'out')];
  mkdirSync(home, { recursive: true });
  const proxy = await startUnreliableProxy(service.baseUrl, prng.fork('weather'));
  const wrong: string[] = [];
  const promised = new Set<string>();
  let seen = new Map<string, string>();
  let jobs = 0;
  let books: QueueSnapshot = readQueueSnapshot(home);

  const run = async (
    wish: Partial<KillRunOptions>,
    when: Parameters<typeof runUntilKilled>[1],
    add: number,
  ): Promise<KillRunResult> => {
    const names = Array.from({ length: add }, (_, index) => `p${jobs + index + 1}.png`);
    const pictures = await Promise.all(names.map((name) => writeSampleImage(folder, name, PICTURE_PIXELS)));
    const peace = { stopAt: null, skip: 0, isThreaded: true };
    const { baseUrl } = proxy;
    // A file that was being read at several ends of the program is refused; these kills are not the file's doing.
    rmSync(path.join(home, 'reading'), { recursive: true, force: true });
    const end = await runUntilKilled(
      { home, out, baseUrl, apiKey: service.apiKey, add: pictures, ...peace, ...wish },
      when,
    );
    lookAt(end);
    jobs = books.jobs.length;
    return end;
  };

  /** What must be true whenever the program is dead. */
  const lookAt = ({ how, added, stderr }: KillRunResult): void => {
    if (how === 'died' || how === 'stuck') wrong.push(`the program ${how}: ${stderr.slice(0, 2_000)}`);
    if (/dropforge:/.test(stderr)) wrong.push(`the program said: ${stderr.slice(0, 2_000)}`);
    books = readQueueSnapshot(home);
    wrong.push(...books.damage);
    const there = new Set(books.jobs.map(({ id }) => id));
    for (const id of [...promised, ...added]) if (!there.has(id)) wrong.push(`job ${id} was kept and is gone`);
    for (const id of there) promised.add(id);
    const visible = hashExportedFiles(out);
    for (const [name, hash] of seen)
      if (visible.get(name) !== hash) wrong.push(`${name} was visible and is another now`);
    seen = visible;
  };

  return {
    proxy,
    wrong,
    jobs: () => jobs,
    killAt: async (boundary, mayAdd) => {
      const isEarly = /^(add|prepare|upload|wire: half of an upload)/.test(boundary);
      const isFree = books.jobs.some(
        (job) => !job.sources.some(({ token }) => token) && job.steps[0]?.taskId === null && !isOver(job),
      );
      const needsJob = boundary.startsWith('add') || (isEarly ? !isFree : books.jobs.every(isOver));
      const skip = /^(follow|export|download|verify)/.test(boundary) ? prng.integer(2) : 0;
      proxy.setFate(fateFor(boundary));
      for (let add = needsJob ? 1 : 0; add <= 1; add++) {
        if (add === 1 && !mayAdd) break;
        const on = isNetworkKillPoint(boundary) ? { on: proxy.standStillAt(boundary) } : {};
        // Without a moment of its own the run still has every seam watched.
        const stopAt = isNetworkKillPoint(boundary) ? null : boundary;
        const { how } = await run({ stopAt, skip: add === 0 ? skip : 0, isThreaded: false }, on, add);
        await proxy.standStillAt(null);
        if (how === 'settled') continue;
        proxy.setFate('pass');
        return true;
      }
      proxy.setFate('pass');
      return false;
    },
    killAnytime: async (add, beside) => {
      proxy.setWeather(BAD_WEATHER);
      const after = { ms: prng.between(0, LONGEST_LIFE_MS), isFromOpen: !prng.chance(SHARE_WHILE_STARTING) };
      const isThreaded = prng.chance(0.5);
      const [{ how }] = await Promise.all([run({ isThreaded }, { after }, add ? 1 : 0), beside?.()]);
      proxy.setWeather(0);
      return how !== 'settled';
    },
    loseOne: async (fate) => {
      proxy.setFate(fate, 1);
      await run({}, {}, 1);
      proxy.setFate('pass');
    },
    finish: async (add) => {
      await run({}, {}, add);
      wrong.push(...checkFinished(books, { home, out, outputs: path.join(service.dataDir, 'outputs') }));
      const before = JSON.stringify([books.jobs, books.intents, [...seen]]);
      await run({}, {}, 0);
      if (JSON.stringify([books.jobs, books.intents, [...seen]]) !== before) wrong.push('opening it again changed it');
      return books;
    },
    close: proxy.close,
  };
}

/** What has to go wrong so that a run comes to a moment. */
function fateFor(boundary: KillPoint): RequestFate {
  if (!boundary.startsWith('settle')) return 'pass';
  // The history shows a task at once, so only an order that never arrived is looked for twice.
  return /between|nothing found/.test(boundary) ? 'lose_order' : 'lose_answer';
}
