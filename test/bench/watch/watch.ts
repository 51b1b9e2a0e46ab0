import { fork, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { median } from '../median.ts';
import type { Figure } from '../unconverted.ts';
import type { WatchKind, WatchWord } from './watch-client.ts';

const PICTURES = 60;
const STOPPED_FILES = 20_000;
const MANY_FILES = 100_000;
const PER_FOLDER = 100;

/**
 * Watching, each watcher alone in its process: how long after its last byte an image is taken, beside inotifywait's
 * `close_write` (inotify-tools; left out where it is not installed) and chokidar's `awaitWriteFinish`; what is lost while
 * the watcher is stopped; and how soon and with how much memory 100,000 files are watched, beside bare chokidar.
 */
export async function benchWatch(): Promise<Figure[]> {
  return [...(await benchLatency()), await benchLoss(), ...(await benchMany())];
}

async function benchLatency(): Promise<Figure[]> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const picture = await sharp({ create: { width: 256, height: 256, channels: 3, background: '#888', noise } })
    .png()
    .toBuffer();
  return inFolder(async (folder) => {
    const ends = new Map<string, number>();
    const watchers = [await startClient('ours', folder), await startClient('chokidar_awf', folder)];
    const [ours, awf] = watchers.map((client) => hearClient(client, ends)) as [number[], number[]];
    const peer = spawn('inotifywait', ['-m', '-q', '-e', 'close_write', '--format', '%f', folder]);
    const theirs: number[] = [];
    const hasPeer = await Promise.race([once(peer, 'spawn').then(() => true), once(peer, 'error').then(() => false)]);
    createInterface(peer.stdout).on('line', (name) => {
      const end = ends.get(name);
      if (end !== undefined) theirs.push(performance.now() - end);
    });
    await pause(1_000);
    for (let index = 0; index < PICTURES; index++) {
      const name = `${index}.png`;
      ends.set(name, Infinity);
      writeFileSync(path.join(folder, name), picture);
      ends.set(name, performance.now());
      await pause(40);
    }
    await pause(5_000);
    for (const client of watchers) client.disconnect();
    if (hasPeer) peer.kill();
    const ms = (times: readonly number[]): string => `${median(times).toFixed(1)} ms`;
    const figures = [
      figure(
        'picture whole → taken, p50',
        ms(ours),
        '≤ 50 ms',
        `chokidar awaitWriteFinish ${ms(awf)}`,
        median(ours) <= 50,
      ),
      figure('pictures taken', `${ours.length}`, `${PICTURES}`, `chokidar ${awf.length}`, ours.length === PICTURES),
    ];
    if (!hasPeer) return figures;
    const behind = median(ours) - median(theirs);
    const told = figure(
      '… behind close_write, p50',
      `${behind.toFixed(1)} ms`,
      '≤ 5 ms',
      `inotifywait ${ms(theirs)}`,
      behind <= 5,
    );
    return [...figures, told];
  });
}

async function benchLoss(): Promise<Figure> {
  return inFolder(async (folder) => {
    const clients = [await startClient('ours', folder), await startClient('chokidar', folder)];
    const heard = clients.map((client) => {
      const paths = new Set<string>();
      client.on('message', (word: WatchWord) => {
        if (word.kind === 'files') for (const each of word.paths) paths.add(each);
      });
      return paths;
    });
    for (const { pid } of clients) process.kill(pid as number, 'SIGSTOP');
    for (let index = 0; index < STOPPED_FILES; index++) writeFileSync(path.join(folder, `${index}.txt`), 'a red chair');
    // As long as a computer that hangs; a watcher that was not stopped this long loses less.
    await pause(6_000);
    const start = performance.now();
    for (const { pid } of clients) process.kill(pid as number, 'SIGCONT');
    while (performance.now() - start < 35_000 && (heard[0]?.size ?? 0) < STOPPED_FILES) await pause(200);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    const [ours, theirs] = heard.map(({ size }) => STOPPED_FILES - size) as [number, number];
    for (const client of clients) client.disconnect();
    const what = `lost of ${STOPPED_FILES} files made while it was stopped`;
    return figure(what, `${ours} after ${seconds} s`, '0 after 35 s', `chokidar ${theirs}`, ours === 0);
  });
}

async function benchMany(): Promise<Figure[]> {
  return inFolder(async (folder) => {
    for (let index = 0; index < MANY_FILES; index++) {
      const inner = path.join(folder, String(Math.floor(index / PER_FOLDER)));
      if (index % PER_FOLDER === 0) mkdirSync(inner);
      writeFileSync(path.join(inner, `${index}.txt`), randomBytes(8));
    }
    const rounds: Record<'ours' | 'theirs', Cost>[] = [];
    for (let round = 0; round < 3; round++)
      rounds.push({ ours: await measure('ours', folder), theirs: await measure('chokidar', folder) });
    const of = (who: 'ours' | 'theirs', what: keyof Cost): number => median(rounds.map((round) => round[who][what]));
    const time = of('ours', 'ms') / of('theirs', 'ms');
    const work = of('ours', 'cpuMs') / of('theirs', 'cpuMs');
    const memory = of('ours', 'rssBytes') / of('theirs', 'rssBytes');
    const mb = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;
    return [
      figure(
        `${MANY_FILES} files, ready`,
        `${time.toFixed(2)} × (${Math.round(of('ours', 'ms'))} ms)`,
        '≤ 2 ×',
        `bare chokidar ${Math.round(of('theirs', 'ms'))} ms`,
        time <= 2,
      ),
      // Told apart from the time on the clock, because others load the machine.
      figure(
        `${MANY_FILES} files, computing time until ready`,
        `${work.toFixed(2)} × (${Math.round(of('ours', 'cpuMs'))} ms)`,
        '≤ 2 ×',
        `bare chokidar ${Math.round(of('theirs', 'cpuMs'))} ms`,
        work <= 2,
      ),
      figure(
        `${MANY_FILES} files, memory`,
        `${memory.toFixed(2)} × (${mb(of('ours', 'rssBytes'))})`,
        '≤ 1.3 ×',
        `bare chokidar ${mb(of('theirs', 'rssBytes'))}`,
        memory <= 1.3,
      ),
    ];
  });
}

/** Until it is ready, on the clock and in computing time, and its memory when it has looked at every file. */
interface Cost {
  readonly ms: number;
  readonly cpuMs: number;
  readonly rssBytes: number;
}

async function measure(kind: WatchKind, folder: string): Promise<Cost> {
  const start = performance.now();
  const client = fork(path.join(import.meta.dirname, 'watch-client.ts'), [kind, folder, String(MANY_FILES)]);
  let [ms, cpuMs] = [0, 0];
  const rssBytes = await new Promise<number>((resolve) =>
    client.on('message', (word: WatchWord) => {
      if (word.kind === 'ready') [ms, cpuMs] = [performance.now() - start, word.cpuMs];
      if (word.kind === 'looked') resolve(word.rssBytes);
    }),
  );
  client.disconnect();
  await once(client, 'exit');
  return { ms, cpuMs, rssBytes };
}

async function startClient(kind: WatchKind, folder: string): Promise<ChildProcess> {
  const client = fork(path.join(import.meta.dirname, 'watch-client.ts'), [kind, folder]);
  await once(client, 'message');
  return client;
}

/** Milliseconds after their last byte at which files are told. */
function hearClient(client: ChildProcess, ends: ReadonlyMap<string, number>): number[] {
  const times: number[] = [];
  client.on('message', (word: WatchWord) => {
    if (word.kind !== 'files') return;
    for (const each of word.paths) times.push(performance.now() - (ends.get(path.basename(each)) ?? 0));
  });
  return times;
}

async function inFolder<T>(run: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dropforge-bench-'));
  try {
    return await run(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function figure(what: string, value: string, goal: string, peer: string, met: boolean): Figure {
  return { what, value, goal, peer, met };
}
