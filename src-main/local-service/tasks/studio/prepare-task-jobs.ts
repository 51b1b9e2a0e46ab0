import { setTimeout as sleep } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';
import { StartupError } from '../../../base/startup-error.ts';
import { isBusy, TOO_BUSY } from '../../storage/postgres/migrate-postgres.ts';
import type { Postgres } from '../../storage/postgres/postgres.ts';
import { connectJobs, EXHAUSTED, JOB_QUEUES, readJobTables } from './job-tables.ts';
import { MAX_CLAIMS } from './task-jobs.ts';

/** A job whose task has to fail is tried until it has: a worker may end before that, too. */
const EXHAUSTED_RETRIES = 1_000_000;

/** A worker that is silent for this long loses its jobs: the shortest time that the queue supports. */
const SILENCE_SECONDS = 10;

/** No task of a worker that is heard runs longer; its own limits are far below. */
const EXPIRE_SECONDS = 6 * 60 * 60;

/** The task is the record: finished jobs are kept for a look at a failure only, waiting ones until they are run. */
const KEEP_FINISHED_SECONDS = 600;
const KEEP_WAITING_SECONDS = 365 * 24 * 60 * 60;

/** Code of a statement that took longer than its connection allows: it waited for a table. */
const TIMED_OUT = '57014';

/** Interval of the search for indexes to build: the shortest that the queue supports. */
const BUILD_EVERY_SECONDS = 10;

/** Builds that fail are repeated: a deadlock passes. */
const MAX_FAILED_BUILDS = 3;

const LOOK_EVERY_MS = 100;

/**
 * Brings the tables of the queue to this version, and adds queues that are missing; does not change those of a later
 * version. Throws a StartupError if it cannot have a table.
 */
export async function prepareTaskJobs(postgres: Postgres): Promise<void> {
  const tables = await readJobTables(postgres);
  const boss = connectJobs(postgres, tables, {});
  try {
    await boss.start();
  } catch (error) {
    const isLate = isBusy(error) || (error as { readonly code?: string }).code === TIMED_OUT;
    throw isLate ? new StartupError(TOO_BUSY) : error;
  }
  try {
    for (const name of JOB_QUEUES) if (!tables.queues.includes(name)) await createQueue(boss, name);
  } finally {
    await boss.stop({ graceful: false });
  }
}

async function createQueue(boss: PgBoss, name: string): Promise<void> {
  await boss.createQueue(name, {
    retryLimit: name === EXHAUSTED ? EXHAUSTED_RETRIES : MAX_CLAIMS - 1,
    heartbeatSeconds: SILENCE_SECONDS,
    expireInSeconds: EXPIRE_SECONDS,
    deleteAfterSeconds: KEEP_FINISHED_SECONDS,
    retentionSeconds: KEEP_WAITING_SECONDS,
    ...(name === EXHAUSTED ? {} : { deadLetter: EXHAUSTED }),
  });
}

/**
 * Builds the indexes that a new version of the tables needs, while the tables are used. Throws a StartupError if one
 * cannot be built.
 */
export async function buildJobIndexes(postgres: Postgres): Promise<void> {
  const tables = await readJobTables(postgres);
  const boss = connectJobs(postgres, tables, { migrate: true, bamIntervalSeconds: BUILD_EVERY_SECONDS });
  if (await hasIndexes(boss)) return;
  const failures: string[] = [];
  boss.on('bam', ({ status, error = '' }) => {
    if (status === 'failed') failures.push(error);
  });
  await boss.start();
  try {
    while (!(await hasIndexes(boss))) {
      if (failures.length >= MAX_FAILED_BUILDS) {
        throw new StartupError(
          `An index of the queue could not be built (${failures.at(-1)}). Run again: dropforge service migrate --config FILE`,
        );
      }
      await sleep(LOOK_EVERY_MS);
    }
  } finally {
    await boss.stop({ graceful: false });
  }
}

async function hasIndexes(boss: PgBoss): Promise<boolean> {
  return (await boss.getBamStatus()).every(({ status }) => status === 'completed');
}
