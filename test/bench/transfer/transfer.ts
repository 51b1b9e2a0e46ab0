import { execFile, fork, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, open, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { median } from '../median.ts';
import type { Figure } from '../unconverted.ts';
import type { TransferOrder, TransferResult } from './transfer-client.ts';

const ROUNDS = 5;
const MIB = 1024 * 1024;
const run = promisify(execFile);

/**
 * One gibibyte over loopback (`--mib=N` for another size), ours beside curl in interleaved rounds, each in a process of its
 * own, medians. PUT: presigned upload without its content hash, beside `curl -T`. GET: hidden part, resumable,
 * SHA-256 read back, fsync, rename and folder sync, beside `curl -o` and `sync FILE`, which hash nothing.
 */
export async function benchTransfer(): Promise<Figure[]> {
  const mib = Number(/^--mib=(\d+)$/m.exec(process.argv.join('\n'))?.[1] ?? 1024);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dropforge-bench-'));
  const start = (name: string): ChildProcess => fork(path.join(import.meta.dirname, name), { stdio: 'inherit' });
  const [peer, client] = [start('transfer-peer.ts'), start('transfer-client.ts')];
  try {
    const [[port]] = (await Promise.all([once(peer, 'message'), once(client, 'message')])) as [[number], unknown];
    const url = `http://127.0.0.1:${port}/${mib * MIB}`;
    const [source, ours, theirs] = ['source', 'ours', 'theirs'].map((name) => path.join(folder, name)) as [
      string,
      string,
      string,
    ];
    await fill(source, mib);
    const order = async (kind: TransferOrder['kind'], filePath: string): Promise<TransferResult> => {
      client.send({ kind, url, filePath } satisfies TransferOrder);
      return ((await once(client, 'message')) as [TransferResult])[0];
    };
    const shell = (script: string): Promise<number> => timedShell(script, { URL: url, SOURCE: source, FILE: theirs });
    const rounds = [];
    for (let round = 0; round < ROUNDS; round++) {
      rounds.push({
        curlPut: await shell('curl -sS -o /dev/null -T "$SOURCE" "$URL"'),
        put: await order('put', source),
        curlGet: await shell('curl -sS -o "$FILE" "$URL" && sync "$FILE"'),
        get: await order('get', ours),
        curlHash: await shell('curl -sS "$URL" | tee "$FILE" | sha256sum && sync "$FILE"'),
        bare: await order('get_without_hash', ours),
        idle: await order('idle', ours),
      });
    }
    return toFigures(rounds, mib);
  } finally {
    for (const child of [peer, client]) if (child.connected) child.disconnect();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Round {
  readonly curlPut: number;
  readonly put: TransferResult;
  readonly curlGet: number;
  readonly get: TransferResult;
  readonly curlHash: number;
  readonly bare: TransferResult;
  readonly idle: TransferResult;
}

function toFigures(rounds: readonly Round[], mib: number): Figure[] {
  const of = (pick: (round: Round) => number): number => median(rounds.map(pick));
  const rate = (ms: number): string => `${Math.round((mib / ms) * 1000)} MiB/s`;
  const compare = (
    what: string,
    goal: number | null,
    pickOurs: (r: Round) => number,
    pickTheirs: (r: Round) => number,
    peer: string,
  ): Figure => {
    const ratio = of((round) => pickTheirs(round) / pickOurs(round));
    return {
      what: `${mib} MiB ${what}`,
      value: `${ratio.toFixed(2)} × (${rate(of(pickOurs))})`,
      goal: goal === null ? 'none' : `≥ ${goal} ×`,
      peer: `${peer} ${rate(of(pickTheirs))}`,
      met: goal === null || ratio >= goal,
    };
  };
  const limit = (
    what: string,
    unit: string,
    goal: number,
    pick: (r: TransferResult) => number,
    of: typeof median,
  ): Figure => {
    const value = Math.max(...(['put', 'get'] as const).map((kind) => of(rounds.map((round) => pick(round[kind])))));
    return {
      what,
      value: `${value.toFixed(1)} ${unit}`,
      goal: `≤ ${goal} ${unit}`,
      peer: `the same process idle ${of(rounds.map(({ idle }) => pick(idle))).toFixed(1)} ${unit}`,
      met: value <= goal,
    };
  };
  return [
    compare(
      'PUT',
      0.75,
      (r) => r.put.ms,
      (r) => r.curlPut,
      'curl -T',
    ),
    compare(
      'GET to disk, SHA-256, fsync',
      0.8,
      (r) => r.get.ms,
      (r) => r.curlGet,
      'curl -o and sync, no hash',
    ),
    compare(
      'GET to disk, SHA-256, fsync',
      null,
      (r) => r.get.ms,
      (r) => r.curlHash,
      'curl, tee, sha256sum and sync',
    ),
    compare(
      'GET to disk, fsync, no hash',
      null,
      (r) => r.bare.ms,
      (r) => r.curlGet,
      'curl -o and sync, no hash',
    ),
    {
      what: 'SHA-256 alone in one thread',
      value: `${measureHash()} MiB/s`,
      goal: 'none',
      peer: 'no GET with a hash is faster',
      met: true,
    },
    limit(
      'most memory over idle',
      'MB',
      100,
      ({ rssBytes }) => rssBytes / 1e6,
      (all) => Math.max(...all),
    ),
    limit('event loop delay, p99', 'ms', 10, ({ delayMs }) => delayMs, median),
  ];
}

/** MiB a second, the best of a few, because others use this computer too. */
function measureHash(): number {
  const piece = Buffer.alloc(64 * MIB);
  const times = Array.from({ length: 5 }, () => {
    const start = performance.now();
    createHash('sha256').update(piece).digest();
    return performance.now() - start;
  });
  return Math.round(64_000 / Math.min(...times));
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
