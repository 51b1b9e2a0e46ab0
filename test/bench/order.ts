import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openQueueDatabase } from '../../src-main/queue/store/queue-database.ts';
import { createJobStore } from '../../src-main/queue/store/job-store.ts';
import { createClaimedFiles } from '../../src-main/queue/store/claimed-files.ts';
import { createKeyValueStore } from '../../src-main/queue/store/key-value-store.ts';
import { createJobRecord } from '../../src-main/queue/create-job-records.ts';
import type { Figure } from './run.ts';
import { SYSTEM } from '../../src-main/base/system.ts';

const JOBS = 400;
const GOAL_MS = 1_000;

/** Committing 400 jobs at once with every byte synced, beside the bare rows in a bare table. */
export function benchOrder(): Promise<Figure[]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'dropforge-bench-'));
  try {
    const database = openQueueDatabase(folder);
    const order = { formats: ['glb', 'fbx', 'usdz'], serviceKind: 'local', free: true, outFolder: null } as const;
    const start = performance.now();
    const records = Array.from({ length: JOBS }, (_, index) =>
      createJobRecord({ path: `/pictures/${index}.png`, kind: 'picture', bytes: 1 }, order, index, SYSTEM),
    );
    createJobStore(database, createClaimedFiles(database, createKeyValueStore(database))).addJobs(records);
    const ours = performance.now() - start;
    database.close();
    const bare = writeBareRows(
      path.join(folder, 'bare.db'),
      records.map((record) => JSON.stringify(record)),
    );
    const peer = `bare SQLite ${bare.toFixed(1)} ms, ratio ${(ours / bare).toFixed(2)}`;
    return Promise.resolve([
      { what: `${JOBS} jobs committed`, value: `${ours.toFixed(1)} ms`, goal: '≤ 1000 ms', peer, met: ours <= GOAL_MS },
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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
