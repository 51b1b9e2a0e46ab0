import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { DatabaseSync } from 'node:sqlite';
import { createQueue, type Queue } from '../../src-main/queue/queue.ts';
import { createScheduler } from '../../src-main/queue/scheduler.ts';
import { SYSTEM } from '../../src-main/base/system.ts';
import { median } from './median.ts';
import type { Figure } from './run.ts';

const JOBS = 10_000;
const MANY = 100_000;
const STARTS = 5;
const ORDER = { formats: ['glb', 'fbx', 'usdz'], serviceKind: 'local', free: true, outFolder: null } as const;
const STARTER = fileURLToPath(new URL('./open-home.ts', import.meta.url));

/** The queue with many jobs: put in, started with, and looked through. */
export async function benchQueue(): Promise<Figure[]> {
  const root = mkdtempSync(path.join(os.tmpdir(), 'dropforge-bench-'));
  try {
    const enqueued = await enqueue(path.join(root, 'full'), root);
    return [enqueued, await compareStarts(path.join(root, 'full'), path.join(root, 'empty')), lookThrough()];
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

async function enqueue(home: string, root: string): Promise<Figure> {
  const start = performance.now();
  const queue = openQueue(home);
  queue.add(sources(JOBS), ORDER);
  const listed = queue.list().length;
  const tookMs = performance.now() - start;
  const rows = queue.records().map((record) => JSON.stringify(record));
  await queue.close();
  const bareMs = writeBareRows(path.join(root, 'bare.db'), rows);
  return {
    what: `${listed} jobs enqueued, persisted and listed`,
    value: `${tookMs.toFixed(0)} ms`,
    goal: '≤ 2000 ms',
    peer: `the bare rows in bare SQLite ${bareMs.toFixed(0)} ms`,
    met: tookMs <= 2_000 && listed === JOBS,
  };
}

/** A process from its start until the list is there, with jobs and with none, in turns. */
async function compareStarts(full: string, empty: string): Promise<Figure> {
  const times = { full: [] as number[], empty: [] as number[] };
  await startWith(empty);
  for (let round = 0; round < STARTS; round++) {
    times.empty.push(await startWith(empty));
    times.full.push(await startWith(full));
  }
  const [fullMs, emptyMs] = [median(times.full), median(times.empty)];
  const ratio = fullMs / emptyMs;
  return {
    what: `start of a process until ${JOBS} jobs are listed, median of ${STARTS}`,
    value: `${fullMs.toFixed(0)} ms, ${ratio.toFixed(2)} ×`,
    goal: '≤ 1.5 × with none',
    peer: `with none ${emptyMs.toFixed(0)} ms`,
    met: ratio <= 1.5,
  };
}

function startWith(home: string): Promise<number> {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [STARTER, home], { stdio: ['ignore', 'pipe', 'inherit'] });
    let listedMs = 0;
    child.stdout.once('data', () => (listedMs = performance.now() - start));
    child.once('exit', (code) =>
      code === 0 ? resolve(listedMs) : reject(new Error(`The starter ended with ${code}.`)),
    );
  });
}

/** Records the scheduler looks at for each job it hands out, of very many. */
function lookThrough(): Figure {
  const root = mkdtempSync(path.join(os.tmpdir(), 'dropforge-bench-'));
  const queue = openQueue(path.join(root, 'home'));
  const [plain] = queue.add(sources(1), ORDER);
  void queue.close().then(() => rmSync(root, { recursive: true, force: true }));
  if (!plain) throw new Error('There is no job.');
  const scheduler = createScheduler(SYSTEM.clock, () => false);
  for (let n = 0; n < MANY; n++) scheduler.update(`j${n}`, { ...plain, id: `j${n}`, position: n });
  const ticks = 10_000;
  const before = scheduler.visited();
  const start = performance.now();
  for (let tick = 0; tick < ticks; tick++) {
    const record = scheduler.next(() => true);
    if (!record) throw new Error('There is no job left.');
    scheduler.hold(record.id);
    scheduler.update(record.id, { ...record, status: 'done' });
    scheduler.release(record.id);
    scheduler.nextDueMs();
  }
  const tookUs = ((performance.now() - start) * 1000) / ticks;
  const visits = (scheduler.visited() - before) / ticks;
  return {
    what: `records looked at for each job taken in hand, of ${MANY}`,
    value: `${visits.toFixed(1)}, ${tookUs.toFixed(1)} µs`,
    goal: '< 10',
    peer: `a scan ${MANY}`,
    met: visits < 10,
  };
}

function openQueue(home: string): Queue {
  const nowhere = () => Promise.reject(new Error('Nothing is started here.'));
  return createQueue({ home, connect: nowhere, serviceInUse: nowhere, exportFolder: () => os.tmpdir() });
}

function sources(count: number) {
  return Array.from({ length: count }, (_, n) => ({ path: `/pictures/${n}.png`, kind: 'picture' as const, bytes: 1 }));
}

function writeBareRows(file: string, rows: readonly string[]): number {
  const database = new DatabaseSync(file);
  database.exec('pragma journal_mode = wal; pragma synchronous = full; create table rows (doc text)');
  const insert = database.prepare('insert into rows values (?)');
  const start = performance.now();
  database.exec('begin');
  for (const row of rows) insert.run(row);
  database.exec('commit');
  const took = performance.now() - start;
  database.close();
  return took;
}
