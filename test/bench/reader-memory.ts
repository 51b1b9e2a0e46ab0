import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startNodeReader } from '../../src-main/readers/node-reader-process.ts';
import { READER_LIMITS } from '../../src-main/readers/reader-limits.ts';
import type { ReadCall } from '../../src-main/readers/reader-process.ts';
import { createBenchFolder } from './bench-folder.ts';
import { timed } from './harness/clock.ts';
import { defineGroup, type Trial } from './harness/row.ts';
import { READER_FILES, type FileSize, type ReaderFile } from './reader-files.ts';

const MAX_MIB = 450;
const MAX_SECONDS = 30;
const POLL_MS = 5;
/** The memory differs little between runs, and a file at its limit takes long to make. */
const READ_RUNS = { first: 3, other: 1 } as const;

/** Rows of a file of one size; the peer is the memory of the file itself, once read. */
function readTrial(file: ReaderFile, size: FileSize): Trial<Context> {
  const [verb, noun] = size.refusal === null ? ['reads', 'reading'] : ['refuses', 'refusing'];
  const describe = (count: number): string => `${file.name}, ${count.toLocaleString('en')} ${file.unit}`;
  const [full, quick] = [describe(size.count), describe(file.quickCount)];
  return {
    rows: [
      {
        id: `readers/${file.name}${size.suffix}`,
        what: `memory of a reader process that ${verb} ${full}`,
        quickWhat: `memory of a reader process that ${verb} ${quick}`,
        ...{ figure: 'mib', unit: 'MiB', better: 'lower', goal: { limit: MAX_MIB } },
      },
      {
        id: `readers/${file.name}${size.suffix}-time`,
        what: `${noun} ${full}`,
        quickWhat: `${noun} ${quick}`,
        ...{ figure: 's', unit: 's', better: 'lower', goal: { limit: MAX_SECONDS } },
      },
    ],
    state: 'cold',
    ...(size === file.sizes[0] ? { runs: READ_RUNS.first } : { runs: READ_RUNS.other, quickRuns: 0 }),
    async ours(context) {
      const { peakMb, seconds, error } = await readInProcess(await context.write(file, size), file.read);
      if (size.refusal === null ? error !== null : !error?.includes(size.refusal)) {
        throw new Error(error ?? 'The file was read.');
      }
      return { mib: peakMb, s: seconds };
    },
    peer: {
      name: 'the file itself in memory',
      measure: async (context) => {
        const at = await context.write(file, size);
        let bytes = 0;
        const ms = await timed(() => (bytes = readFileSync(at).byteLength));
        return { mib: bytes / 1024 ** 2, s: ms / 1000 };
      },
    },
  };
}

interface Context {
  readonly folder: ReturnType<typeof createBenchFolder>;
  /** The path of a file, made once; smaller in a quick run. The one before it is deleted. */
  write(file: ReaderFile, size: FileSize): Promise<string>;
}

/** The most memory a reader process holds while it reads a file of each format, or refuses it. */
export const readersGroup = defineGroup<Context>({
  name: 'readers',
  open({ isQuick }) {
    const folder = createBenchFolder();
    let last: string | null = null;
    const write: Context['write'] = async (file, size) => {
      const count = isQuick ? file.quickCount : size.count;
      const at = folder.at(`${count}`, file.name);
      if (existsSync(at)) return at;
      if (last !== null) rmSync(last, { force: true });
      last = at;
      mkdirSync(folder.at(`${count}`), { recursive: true });
      writeFileSync(at, await file.make(count));
      return at;
    };
    return Promise.resolve({ folder, write });
  },
  close: ({ folder }) => Promise.resolve(folder.remove()),
  trials: READER_FILES.flatMap((file) => file.sizes.map((size) => readTrial(file, size))),
});

/** Reads a file in a new reader process with the heap of every reader; it is not ended for its memory. */
function readInProcess(
  file: string,
  read: ReaderFile['read'],
): Promise<{ peakMb: number; seconds: number; error: string | null }> {
  return new Promise((resolve) => {
    let peak = 0;
    const start = performance.now();
    const end = (error: string | null): void => {
      clearInterval(timer);
      reader.kill();
      resolve({ peakMb: peak / 1024 ** 2, seconds: (performance.now() - start) / 1000, error });
    };
    const reader = startNodeReader(
      { heapMb: READER_LIMITS.heapMb, maxBytes: Number.MAX_SAFE_INTEGER },
      {
        onMessage: (said) => !('ready' in said) && end(said.ok ? null : JSON.stringify(said.error)),
        onExit: ({ reason, lastOutput }) => end(`${reason} ${lastOutput}`),
      },
    );
    const timer = setInterval(() => {
      void reader.residentBytes().then((bytes) => (peak = Math.max(peak, bytes ?? 0)));
    }, POLL_MS);
    reader.send({ id: 1, ...toRequest(file, read) });
  });
}

/** Sources are inspected, results of a service checked. */
function toRequest(file: string, read: ReaderFile['read']): Omit<ReadCall, 'id'> {
  if (read === 'ply' || read === 'splat')
    return { name: 'check-model', request: { path: file, format: read, folder: null } };
  const thumbnailPath = read === 'picture' ? `${file}.thumbnail` : null;
  return { name: 'inspect-source', request: { kind: read, path: file, thumbnailPath, subject: path.basename(file) } };
}
