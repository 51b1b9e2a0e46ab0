import { fork, spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { createBenchFolder } from '../bench-folder.ts';
import { defineGroup, type Figures, type Trial } from '../harness/row.ts';
import { median } from '../harness/statistics.ts';
import type { WatchKind, WatchWord } from './watch-client.ts';

const IMAGES = 60;
const QUICK_IMAGES = 20;
/** What is not seen by then is missed. */
const SEEN_MS = 5_000;
const STOPPED_FILES = 20_000;
const QUICK_STOPPED_FILES = 2_000;
/** As long as a computer that hangs; a watcher that was not stopped this long loses less. */
const STOPPED_MS = 6_000;
const QUICK_STOPPED_MS = 1_500;
const MANY_FILES = 100_000;
const QUICK_MANY_FILES = 2_000;
const PER_FOLDER = 100;

interface Context {
  readonly folder: ReturnType<typeof createBenchFolder>;
  readonly image: Uint8Array;
  readonly isQuick: boolean;
  /** What the peers did in the latest event. */
  readonly theirs: { images: Figures | null; loss: Figures | null };
}

/** All watchers see the same files: one event. */
const latency: Trial<Context> = {
  rows: [
    {
      id: 'watch/latency',
      what: 'image processed after its last byte, median',
      ...{ figure: 'ms', unit: 'ms', better: 'lower', goal: { limit: 50, ratio: 0.1 } },
    },
    {
      id: 'watch/behind-close-write',
      what: 'image processed after its last byte, median, beside the kernel’s event',
      beside: { name: 'inotifywait close_write', figure: 'kernelMs' },
      ...{ figure: 'ms', unit: 'ms', better: 'lower', goal: { limit: 5 } },
    },
    {
      id: 'watch/missed-images',
      what: 'images that were not processed',
      ...{ figure: 'missed', unit: '', better: 'lower', goal: { limit: 0, ratio: 1 } },
    },
  ],
  state: 'warm',
  isOneEvent: true,
  ours: watchImages,
  peer: { name: 'chokidar awaitWriteFinish', measure: ({ theirs }) => Promise.resolve(theirs.images) },
};

const loss: Trial<Context> = {
  rows: [
    {
      id: 'watch/loss',
      what: '20,000 files created while no watcher can react, missed',
      quickWhat: '2,000 files created while no watcher can react, missed',
      ...{ figure: 'missed', unit: '', better: 'lower', goal: { limit: 0, ratio: 1 } },
    },
    {
      id: 'watch/recovery',
      what: '20,000 files created while no watcher can react, until all are known',
      quickWhat: '2,000 files created while no watcher can react, until all are known',
      ...{ figure: 's', unit: 's', better: 'lower', goal: { limit: 35 } },
    },
  ],
  state: 'cold',
  isOneEvent: true,
  ours: loseFiles,
  peer: { name: 'chokidar', measure: ({ theirs }) => Promise.resolve(theirs.loss) },
};

const many: Trial<Context> = {
  rows: [
    {
      id: 'watch/ready',
      what: 'watching 100,000 files, ready',
      quickWhat: 'watching 2,000 files, ready',
      ...{ figure: 'ms', unit: 'ms', better: 'lower', goal: { ratio: 2 } },
    },
    {
      id: 'watch/ready-cpu',
      what: 'watching 100,000 files, processor time until ready',
      quickWhat: 'watching 2,000 files, processor time until ready',
      ...{ figure: 'cpuMs', unit: 'ms', better: 'lower', goal: { ratio: 2 } },
    },
    {
      id: 'watch/memory',
      what: 'watching 100,000 files, memory',
      quickWhat: 'watching 2,000 files, memory',
      ...{ figure: 'mib', unit: 'MiB', better: 'lower', goal: { ratio: 1.3 } },
    },
  ],
  state: 'cold',
  ours: (context) => measureMany('ours', createMany(context)),
  peer: { name: 'bare chokidar', measure: (context) => measureMany('chokidar', createMany(context)) },
};

/**
 * Watching, each watcher alone in its process: how long after its last byte an image is processed, what is lost while the
 * watcher is stopped, and how soon and with how much memory 100,000 files are watched.
 */
export const watchGroup = defineGroup<Context>({
  name: 'watch',
  needs: ['inotifywait'],
  async open({ isQuick }) {
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
    const image = sharp({ create: { width: 256, height: 256, channels: 3, background: '#888', noise } });
    return {
      folder: createBenchFolder(),
      image: await image.png().toBuffer(),
      isQuick,
      theirs: { images: null, loss: null },
    };
  },
  close: ({ folder }) => Promise.resolve(folder.remove()),
  trials: [latency, loss, many],
});

/** Writes images into a folder that ours, chokidar and inotifywait (where it is installed) watch. */
async function watchImages({ image, isQuick, folder: place, theirs }: Context, run: number): Promise<Figures> {
  const images = isQuick ? QUICK_IMAGES : IMAGES;
  const folder = place.at(`images-${run}`);
  mkdirSync(folder);
  const ends = new Map<string, number>();
  const clients = [await startClient('ours', folder), await startClient('chokidar_awf', folder)];
  const [ours, chokidar] = clients.map((client) => hearClient(client, ends)) as [number[], number[]];
  const kernel = await startInotify(folder, ends);
  for (let index = 0; index < images; index++) {
    const name = `${index}.png`;
    ends.set(name, Infinity);
    writeFileSync(path.join(folder, name), image);
    ends.set(name, performance.now());
    await pause(40);
  }
  for (let waited = 0; waited < SEEN_MS && Math.min(ours.length, chokidar.length) < images; waited += 50)
    await pause(50);
  for (const client of clients) client.disconnect();
  kernel?.stop();
  theirs.images = {
    ms: median(chokidar),
    missed: images - chokidar.length,
    ...(kernel && { kernelMs: median(kernel.times) }),
  };
  return { ms: median(ours), missed: images - ours.length };
}

/** Creates files while both watchers are stopped, and waits until ours knows all of them. */
async function loseFiles(context: Context, run: number): Promise<Figures> {
  const files = context.isQuick ? QUICK_STOPPED_FILES : STOPPED_FILES;
  const folder = context.folder.at(`stopped-${run}`);
  mkdirSync(folder);
  const clients = [await startClient('ours', folder), await startClient('chokidar', folder)];
  const heard = clients.map((client) => {
    const paths = new Set<string>();
    client.on('message', (word: WatchWord) => {
      if (word.kind === 'files') for (const each of word.paths) paths.add(each);
    });
    return paths;
  });
  for (const { pid } of clients) process.kill(pid as number, 'SIGSTOP');
  for (let index = 0; index < files; index++) writeFileSync(path.join(folder, `${index}.txt`), 'a red chair');
  await pause(context.isQuick ? QUICK_STOPPED_MS : STOPPED_MS);
  const start = performance.now();
  for (const { pid } of clients) process.kill(pid as number, 'SIGCONT');
  while (performance.now() - start < 35_000 && (heard[0]?.size ?? 0) < files) await pause(200);
  const s = (performance.now() - start) / 1000;
  const [missed, theirs] = heard.map(({ size }) => files - size) as [number, number];
  for (const client of clients) client.disconnect();
  context.theirs.loss = { missed: theirs };
  return { missed, s };
}

/** A folder with many files. */
interface ManyFiles {
  readonly folder: string;
  readonly count: number;
}

/** Created once. */
function createMany({ folder: { at }, isQuick }: Context): ManyFiles {
  const [folder, count] = [at('many'), isQuick ? QUICK_MANY_FILES : MANY_FILES];
  if (!mkdirSync(folder, { recursive: true })) return { folder, count };
  for (let index = 0; index < count; index++) {
    const inner = path.join(folder, String(Math.floor(index / PER_FOLDER)));
    if (index % PER_FOLDER === 0) mkdirSync(inner);
    writeFileSync(path.join(inner, `${index}.txt`), randomBytes(8));
  }
  return { folder, count };
}

/** Until it is ready, on the clock and in processor time, and its memory when it has looked at every file. */
async function measureMany(kind: WatchKind, { folder, count }: ManyFiles): Promise<Figures> {
  const start = performance.now();
  const client = fork(path.join(import.meta.dirname, 'watch-client.ts'), [kind, folder, String(count)]);
  let [ms, cpuMs] = [0, 0];
  const rssBytes = await new Promise<number>((resolve) =>
    client.on('message', (word: WatchWord) => {
      if (word.kind === 'ready') [ms, cpuMs] = [performance.now() - start, word.cpuMs];
      if (word.kind === 'looked') resolve(word.rssBytes);
    }),
  );
  client.disconnect();
  await once(client, 'exit');
  return { ms, cpuMs, mib: rssBytes / 1024 ** 2 };
}

async function startClient(kind: WatchKind, folder: string): Promise<ChildProcess> {
  const client = fork(path.join(import.meta.dirname, 'watch-client.ts'), [kind, folder]);
  await once(client, 'message');
  return client;
}

/** Milliseconds after their last byte at which files are reported. */
function hearClient(client: ChildProcess, ends: ReadonlyMap<string, number>): number[] {
  const times: number[] = [];
  client.on('message', (word: WatchWord) => {
    if (word.kind !== 'files') return;
    for (const each of word.paths) times.push(performance.now() - (ends.get(path.basename(each)) ?? 0));
  });
  return times;
}

/** The same of inotifywait (inotify-tools); null where it is not installed. */
async function startInotify(folder: string, ends: ReadonlyMap<string, number>) {
  const args = ['-m', '-q', '-e', 'close_write', '--format', '%f', folder];
  const child: ChildProcessByStdio<null, Readable, null> = spawn('inotifywait', args, {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const isThere = await once(child, 'spawn').then(
    () => true,
    () => false,
  );
  if (!isThere) return null;
  const times: number[] = [];
  createInterface(child.stdout).on('line', (name) => {
    const end = ends.get(name);
    if (end !== undefined) times.push(performance.now() - end);
  });
  await pause(1_000);
  return { times, stop: () => child.kill() };
}
