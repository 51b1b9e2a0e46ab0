import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startNodeReader } from '../../src-main/readers/node-reader-process.ts';
import type { ReadCall } from '../../src-main/readers/reader-process.ts';
import { LIMITS } from '../../src-shared/api/protocol/limits.ts';
import { createBenchFolder } from './bench-folder.ts';
import { timed } from './harness/clock.ts';
import { MissingProgram } from './harness/missing-program.ts';
import { defineGroup, type Trial } from './harness/row.ts';
import { READER_FILES, type ReaderFile } from './reader-files.ts';

const MAX_MIB = 450;
const MAX_SECONDS = 30;
const POLL_MS = 5;
const HEAP_MB = 4_096;

/** Rows of a file; the peer is the memory of the file itself, once read. */
function readTrial(file: ReaderFile): Trial<Context> {
  const describe = (count: number): string => `${file.name}, ${count.toLocaleString('en')} ${file.unit}`;
  const quick = describe(file.quickCount);
  return {
    rows: [
      {
        id: `readers/${file.name}`,
        what: `memory of a reader process that reads ${describe(file.count)}`,
        quickWhat: `memory of a reader process that reads ${quick}`,
        ...{ figure: 'mib', unit: 'MiB', better: 'lower', goal: { limit: MAX_MIB } },
      },
      {
        id: `readers/${file.name}-time`,
        what: `reading ${describe(file.count)}`,
        quickWhat: `reading ${quick}`,
        ...{ figure: 's', unit: 's', better: 'lower', goal: { limit: MAX_SECONDS } },
      },
    ],
    state: 'cold',
    quickRuns: file.name === 'largest.glb' ? 0 : 1,
    async ours(context) {
      const at = await context.write(file);
      if (statSync(at).size > LIMITS.uploadBytesSent) throw new MissingProgram('the app refuses so large a file');
      const { peakMb, seconds, error } = await readInProcess(at, file.read);
      if (error !== null) throw new Error(error);
      return { mib: peakMb, s: seconds };
    },
    peer: {
      name: 'the file itself in memory',
      measure: async (context) => {
        const at = await context.write(file);
        let bytes = 0;
        const ms = await timed(() => (bytes = readFileSync(at).byteLength));
        return { mib: bytes / 1024 ** 2, s: ms / 1000 };
      },
    },
  };
}

interface Context {
  readonly folder: ReturnType<typeof createBenchFolder>;
  /** The path of a file, made once; smaller in a quick run. */
  write(file: ReaderFile): Promise<string>;
}

/** The most memory a reader process holds while it reads a file of each format. */
export const readersGroup = defineGroup<Context>({
  name: 'readers',
  open({ isQuick }) {
    const folder = createBenchFolder();
    const write: Context['write'] = async (file) => {
      const count = isQuick ? file.quickCount : file.count;
      const at = folder.at(`${count}`, file.name);
      if (existsSync(at)) return at;
      mkdirSync(folder.at(`${count}`), { recursive: true });
      writeFileSync(at, await file.make(count));
      return at;
    };
    return Promise.resolve({ folder, write });
  },
  close: ({ folder }) => Promise.resolve(folder.remove()),
  trials: READER_FILES.map((file) => readTrial(file)),
});

/** Reads a file in a new reader process, with limits that it does not reach. */
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
      { heapMb: HEAP_MB, maxBytes: Number.MAX_SAFE_INTEGER },
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
