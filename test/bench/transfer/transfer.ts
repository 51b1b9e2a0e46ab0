import { execFile, fork, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { createBenchFolder } from '../bench-folder.ts';
import { defineGroup, type Figures, type Row, type Trial } from '../harness/row.ts';
import type { TransferOrder, TransferResult } from './transfer-client.ts';

const MIB = 1024 * 1024;
const SIZE_MIB = 1024;
const QUICK_MIB = 128;
const run = promisify(execFile);

interface Context {
  readonly folder: ReturnType<typeof createBenchFolder>;
  readonly children: readonly ChildProcess[];
  readonly mib: number;
  /** One transfer of the app in its own process. */
  order(kind: TransferOrder['kind']): Promise<TransferResult>;
  /** Milliseconds of a shell script; `URL`, `SOURCE` and `FILE` are set for it. */
  shell(script: string): Promise<number>;
}

type RowStart = Pick<Row, 'id' | 'goal'> & { readonly what: string };

/** A transfer of the app beside a script: megabytes a second of both. */
function compare(row: RowStart, kind: TransferOrder['kind'], peer: string, script: string): Trial<Context> {
  const rate = { figure: 'rate', unit: 'MiB/s', better: 'higher' } as const;
  return {
    rows: [{ ...row, ...rate, what: `${row.what} of 1 GiB`, quickWhat: `${row.what} of ${QUICK_MIB} MiB` }],
    state: 'warm',
    ours: async ({ order, mib }) => ({ rate: (mib / (await order(kind)).ms) * 1000 }),
    peer: { name: peer, measure: async ({ shell, mib }) => ({ rate: (mib / (await shell(script))) * 1000 }) },
  };
}

/** Memory and delay of the process while a file is transferred. */
function limit(kind: 'get' | 'put', what: string): Trial<Context> {
  const measure = async ({ order }: Context, of: TransferOrder['kind']): Promise<Figures> => {
    const { rssBytes, delayMs } = await order(of);
    return { memory: rssBytes / MIB, delay: delayMs };
  };
  return {
    rows: [
      {
        id: `transfer/${kind}-memory`,
        what: `memory of the process over its start during the ${what}`,
        ...{ figure: 'memory', unit: 'MiB', better: 'lower', goal: { limit: 95 } },
      },
      {
        id: `transfer/${kind}-delay`,
        what: `event loop delay during the ${what}, 99th percentile`,
        ...{ figure: 'delay', unit: 'ms', better: 'lower', goal: { limit: 10 } },
      },
    ],
    state: 'warm',
    ours: (context) => measure(context, kind),
    peer: { name: 'the same process idle', measure: (context) => measure(context, 'idle') },
  };
}

const GET = 'download with SHA-256 and fsync';
const CURL_GET = 'curl -sS -o "$FILE" "$URL" && sync "$FILE"';

const hash: Trial<Context> = {
  rows: [
    {
      id: 'transfer/hash',
      what: 'SHA-256 in one thread; no download with a hash is faster',
      ...{ figure: 'rate', unit: 'MiB/s', better: 'higher', goal: { ratio: 0.9 } },
    },
  ],
  state: 'warm',
  ours: () => Promise.resolve({ rate: measureHash() }),
  peer: {
    name: 'sha256sum',
    async measure({ shell, mib }) {
      return { rate: (mib / (await shell('sha256sum "$SOURCE"'))) * 1000 };
    },
  },
};

/**
 * One gibibyte over loopback, ours beside curl, each in a process of its own. PUT: presigned upload without its content
 * hash. GET: hidden part, resumable, SHA-256 read back, fsync, rename and folder sync.
 */
export const transferGroup = defineGroup<Context>({
  name: 'transfer',
  needs: ['curl'],
  async open({ isQuick }) {
    const mib = isQuick ? QUICK_MIB : SIZE_MIB;
    const folder = createBenchFolder();
    const start = (name: string): ChildProcess => fork(path.join(import.meta.dirname, name), { stdio: 'inherit' });
    const [peer, client] = [start('transfer-peer.ts'), start('transfer-client.ts')];
    const [[port]] = (await Promise.all([once(peer, 'message'), once(client, 'message')])) as [[number], unknown];
    const url = `http://127.0.0.1:${port}/${mib * MIB}`;
    const source = folder.at('source');
    await fill(source, mib);
    return {
      folder,
      children: [peer, client],
      mib,
      async order(kind) {
        client.send({ kind, url, filePath: kind === 'put' ? source : folder.at('ours') } satisfies TransferOrder);
        return ((await once(client, 'message')) as [TransferResult])[0];
      },
      shell: (script) => timedShell(script, { URL: url, SOURCE: source, FILE: folder.at('theirs') }),
    };
  },
  close({ folder, children }) {
    for (const child of children) if (child.connected) child.disconnect();
    folder.remove();
    return Promise.resolve();
  },
  trials: [
    compare(
      { id: 'transfer/put', what: 'upload', goal: { ratio: 0.75 } },
      'put',
      'curl -T',
      'curl -sS -o /dev/null -T "$SOURCE" "$URL"',
    ),
    compare({ id: 'transfer/get', what: GET, goal: { ratio: 0.8 } }, 'get', 'curl -o and sync, no hash', CURL_GET),
    compare(
      { id: 'transfer/get-and-hash', what: GET, goal: { ratio: 0.8 } },
      'get',
      'curl, tee, sha256sum and sync',
      'curl -sS "$URL" | tee "$FILE" | sha256sum && sync "$FILE"',
    ),
    compare(
      { id: 'transfer/get-without-hash', what: 'download with fsync', goal: { ratio: 0.8 } },
      'get_without_hash',
      'curl -o and sync',
      CURL_GET,
    ),
    limit('put', 'upload'),
    limit('get', 'download'),
    hash,
  ],
});

/** MiB a second. */
function measureHash(): number {
  const piece = Buffer.alloc(64 * MIB);
  const start = performance.now();
  createHash('sha256').update(piece).digest();
  return 64_000 / (performance.now() - start);
}

async function timedShell(script: string, env: Record<string, string>): Promise<number> {
  await rm(env['FILE'] ?? '', { force: true });
  const start = performance.now();
  await run('bash', ['-o', 'pipefail', '-c', script], { env: { ...process.env, ...env, no_proxy: '*' } });
  return performance.now() - start;
}

async function fill(filePath: string, mib: number): Promise<void> {
  const file = await open(filePath, 'w');
  const piece = Buffer.alloc(MIB, 'dropforge');
  for (let written = 0; written < mib; written++) await file.write(piece);
  await file.close();
}
