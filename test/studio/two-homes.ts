import path from 'node:path';
import { globSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { MAX_CLAIMS } from '../../src-main/local-service/tasks/studio/task-jobs.ts';
import type { JobRecord } from '../../src-main/pipeline/job-record.ts';
import type { S3Server } from '../helpers/service/file-storages.ts';
import type { PostgresServer } from '../helpers/service/postgres-server.ts';
import { openTestStudio, type StudioProcess, type TestStudio } from '../helpers/service/studio.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';
import { openSides } from '../queue/side-by-side.ts';
import { orderQuickModels } from './order-quick-models.ts';

/** How the homes work. */
export interface TwoHomesOptions {
  /** Images of each home. */
  readonly images: number;
  readonly workers: number;
  /** A worker is killed and replaced this often, unless a task would fail by it. */
  readonly killEveryMs: number;
}

/** What is left when all jobs have ended. */
export interface TwoHomesResult {
  /** States of the jobs of both homes. */
  readonly states: readonly string[];
  /** Models in the output folders. */
  readonly models: number;
  readonly kills: number;
  /** Times at which nobody was killed, because a task had lost two workers already: with the third it fails, as it should. */
  readonly spared: number;
  /** Whole intervals of `killEveryMs` while there was work and no worker was late to start. */
  readonly intervals: number;
  /** Tasks by state, in the studio. */
  readonly tasks: Readonly<Record<string, number>>;
  /** Tasks that needed more than one worker. */
  readonly repeated: number;
  /** Credits that each home has recorded, and those that the studio counts for its key; hundredths. */
  readonly spent: readonly { readonly home: number; readonly studio: number }[];
  /** Sums of the ledger, and what it says is held. */
  readonly books: { readonly ledger: number; readonly balance: number; readonly held: number };
}

const GRANTED = 1_000_000;
/** The latest attempt of an unfinished task, also one whose worker has not begun it yet. */
const LATEST = `SELECT greatest(
  (SELECT coalesce(max(attempt), 0) FROM tasks WHERE status IN ('queued', 'running')),
  (SELECT coalesce(max(retry_count) + 1, 0) FROM pgboss.job WHERE state = 'active' AND name <> 'exhausted')
)::int`;

/** Two homes of the app with a key each make models of images at one studio, whose workers are killed meanwhile. */
export async function runTwoHomes(
  postgres: PostgresServer,
  storage: S3Server,
  { images, workers, killEveryMs }: TwoHomesOptions,
): Promise<TwoHomesResult> {
  const studio = await openTestStudio(postgres, storage, { credits: GRANTED });
  const folder = makeTempFolder();
  const apis = [await studio.startApi(), await studio.startApi()];
  const running: StudioProcess[] = [];
  for (let index = 0; index < workers; index++) running.push(await studio.startWorker(1));
  const keys = [studio.apiKey, await studio.addKey('Ben')];
  const homes = await Promise.all(
    apis.map(({ baseUrl }, index) =>
      openSides(path.join(folder, `home${index}`), [
        { name: 'studio', baseUrl, apiKey: keys[index] ?? '', storage: storage.endpoint },
      ]),
    ),
  );
  try {
    for (const [index, home] of homes.entries()) await orderQuickModels(home, folder, images, `home${index}`);
    let [kills, spared, lateMs] = [0, 0, 0];
    const begun = performance.now();
    let isDone = false;
    const killing = (async () => {
      // By the clock: on a busy computer a pause takes longer than it was asked to.
      for (let turn = 0, due = performance.now() + killEveryMs; ; turn++, due += killEveryMs) {
        while (performance.now() < due && !isDone) await pause(50);
        if (isDone) return;
        const [[latest] = []] = await studio.query(LATEST);
        if (Number(latest) >= MAX_CLAIMS) {
          spared++;
          continue;
        }
        await running[turn % workers]?.end('SIGKILL');
        const killedAt = performance.now();
        running[turn % workers] = await studio.startWorker(1);
        kills++;
        // On a busy computer a start takes longer than an interval, in which nobody can be killed.
        const late = Math.max(0, performance.now() - killedAt - killEveryMs);
        lateMs += late;
        due += late;
      }
    })();
    await Promise.all(homes.map(({ queue }) => queue.whenSettled(queue.records().map(({ id }) => id))));
    const doneAt = performance.now();
    isDone = true;
    await killing;
    const intervals = Math.floor((doneAt - begun - lateMs) / killEveryMs);
    const states = homes.flatMap(({ queue }) => queue.records().map(({ status }) => status));
    const spent = homes.map(({ queue }) => queue.records().reduce((sum, record) => sum + chargeOf(record), 0));
    return { ...(await readStudio(studio, spent)), states, kills, spared, intervals, models: countModels(folder) };
  } finally {
    await Promise.all(homes.map((home) => home.close()));
    await studio.close();
  }
}

function chargeOf({ steps }: Pick<JobRecord, 'steps'>): number {
  return steps.reduce((sum, { creditsConsumed }) => sum + Math.round(Number(creditsConsumed ?? 0) * 100), 0);
}

function countModels(folder: string): number {
  return globSync('home*/export/**/*.glb', { cwd: folder }).length;
}

async function readStudio(studio: TestStudio, spent: readonly number[]) {
  const tasks = await studio.query('SELECT status, count(*)::int FROM tasks GROUP BY status');
  const [[repeated] = []] = await studio.query('SELECT count(*)::int FROM tasks WHERE attempt > 1');
  const [[ledger] = []] = await studio.query('SELECT sum(balance_change)::int FROM ledger');
  const [[balance, held] = []] = await studio.query('SELECT balance::int, frozen::int FROM account');
  const byKey = await studio.query(
    `SELECT coalesce(sum(credits), 0)::int FROM api_keys LEFT JOIN key_spending ON key_id = id
     GROUP BY id, created_at ORDER BY created_at`,
  );
  return {
    tasks: Object.fromEntries(tasks) as Record<string, number>,
    repeated: Number(repeated),
    spent: spent.map((home, index) => ({ home, studio: Number(byKey[index]?.[0] ?? -1) })),
    books: { ledger: Number(ledger), balance: Number(balance), held: Number(held) },
  };
}
