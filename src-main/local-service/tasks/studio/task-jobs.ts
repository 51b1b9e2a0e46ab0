import type { Category } from '../../../../src-shared/api/models/categories.ts';
import { StartupError } from '../../../base/startup-error.ts';
import { NOT_PREPARED } from '../../storage/postgres/migrate-postgres.ts';
import { statement, type Postgres, type Sql } from '../../storage/postgres/postgres.ts';
import { arePrepared, connectJobs, EXHAUSTED, readJobTables } from './job-tables.ts';
import { toPosition, toTurn } from './task-turn.ts';

/** The right of one worker to run a task, for one attempt: a later attempt, or the end of the task, revokes it. */
export interface JobClaim {
  readonly taskId: string;
  readonly category: Category;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  /** Turn of the task in its category; see `task-turn.ts`. */
  readonly turn: number;
  /** Where the task may run, see `work-route.ts`; null in jobs of older versions. */
  readonly route: string | null;
  /** True if earlier attempts lost their workers so often that the task has to fail. */
  readonly isExhausted: boolean;
  /** True if the claim before this one expired: its worker died, or fell silent. */
  readonly isTakeover: boolean;
  /** The job of the task. */
  readonly queue: string;
  readonly jobId: string;
  readonly retryCount: number;
}

/** A job to add. */
interface NewJob {
  /** Id of its task. */
  readonly id: string;
  readonly position: number;
  readonly route: string;
}

/** The jobs of a category that have the same priority: they run in the order of their turns. */
export interface JobClass {
  readonly category: Category;
  readonly priority: number;
}

/** The distributed queue of waiting and running tasks: one job for each, in the database of the tasks. */
export interface TaskJobs {
  /** Adds jobs in the transaction of their tasks: a job exists exactly when its task does. */
  add(sql: Sql, category: Category, jobs: readonly NewJob[]): Promise<void>;
  /** The first turn that waits in each class, without jobs that were begun before; null: none waits. */
  findFirstTurns(sql: Sql, classes: readonly JobClass[]): Promise<(number | null)[]>;
  /** The first job of a category with none of these routes, for this worker only; null: none is waiting. */
  take(category: Category, withoutRoutes?: readonly string[]): Promise<JobClaim | null>;
  /** A job whose workers were lost too often; its task has to fail. */
  takeExhausted(): Promise<JobClaim | null>;
  /** Keeps claims; returns those that are lost, because the job was cancelled or is another worker's. */
  touch(claims: readonly JobClaim[]): Promise<JobClaim[]>;
  /** Ends a job in the transaction of its task; false if the claim is lost. */
  finish(sql: Sql, claim: JobClaim): Promise<boolean>;
  /** Ends a job whose task has ended already. */
  drop(claim: JobClaim): Promise<void>;
  /** Returns a job to the queue at once; its attempt counts. */
  retry(claim: JobClaim): Promise<void>;
  /** Removes a job in the transaction that cancels its task. */
  cancel(sql: Sql, category: Category, taskId: string): Promise<void>;
  close(): Promise<void>;
}

/** Number of workers that may lose a task before it fails: more than engines, because hosts end for other reasons, too. */
export const MAX_CLAIMS = 3;

/** Interval of the search for lost jobs: with the silence of a lost worker (10 s) and a wake-up below 15 s. */
const SUPERVISE_SECONDS = 2;

/** The first waiting job between two positions of each queue; the conditions are those of the queue's index. */
const FIND_FIRST = statement(
  'find-first-jobs',
  `SELECT (
     SELECT max(job.priority) FROM pgboss.job
     WHERE job.name = class.name AND job.state < 'active' AND NOT job.blocked AND job.state = 'created'
       AND job.priority > class.after AND job.priority < class.before
   )
   FROM unnest($1::text[], $2::int[], $3::int[]) WITH ORDINALITY AS class (name, after, before, number)
   ORDER BY number`,
);

interface JobData {
  readonly taskId: string;
  readonly category: Category;
}

/**
 * Opens the queue of a studio, whose tables it does not change; several processes search for lost jobs in turns if they
 * supervise. Throws a StartupError if the tables are not prepared for this version.
 */
export async function openTaskJobs(postgres: Postgres, supervise: boolean): Promise<TaskJobs> {
  const tables = await readJobTables(postgres);
  if (!arePrepared(tables)) throw new StartupError(NOT_PREPARED);
  const boss = connectJobs(postgres, tables, {
    supervise,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
  });
  await boss.start();

  async function take(queue: string, ignoreGroups: readonly string[] = []): Promise<JobClaim | null> {
    const [job] = await boss.fetch<JobData>(queue, { includeMetadata: true, ignoreGroups: [...ignoreGroups] });
    if (!job) return null;
    const { taskId, category } = job.data;
    const { retryCount } = job;
    // The queue writes why it took a claim away; a worker that returns its job gives no reason.
    const expiry = retryCount === 0 ? job.sourceOutput : job.output;
    return {
      ...{ queue, taskId, category, jobId: job.id, retryCount, attempt: retryCount + 1 },
      ...{ turn: toTurn(job.priority), route: job.groupId ?? null },
      ...{ isExhausted: queue === EXHAUSTED, isTakeover: expiry !== null },
    };
  }

  return {
    async add(sql, category, jobs) {
      await boss.insert(
        category,
        jobs.map(({ id, position, route }) => ({
          ...{ id, priority: position, group: { id: route } },
          data: { taskId: id, category },
        })),
        { db: sql },
      );
    },
    async findFirstTurns(sql, classes) {
      const { rows } = await sql.query<[position: number | null]>(
        FIND_FIRST,
        classes.map(({ category }) => category),
        classes.map(({ priority }) => toPosition(priority - 1, 0)),
        classes.map(({ priority }) => toPosition(priority, 0)),
      );
      return rows.map(([position]) => (position === null ? null : toTurn(position)));
    },
    take,
    takeExhausted: () => take(EXHAUSTED),
    async touch(claims) {
      const lost: JobClaim[] = [];
      for (const queue of new Set(claims.map((claim) => claim.queue))) {
        const own = claims.filter((claim) => claim.queue === queue);
        const touched = await boss.touch(
          queue,
          own.map(({ jobId: id, retryCount }) => ({ id, retryCount })),
        );
        const { settled = [] } = touched as { readonly settled?: readonly string[] };
        lost.push(...own.filter(({ jobId }) => !settled.includes(jobId)));
      }
      return lost;
    },
    async finish(sql, { queue, jobId: id, retryCount }) {
      const { affected } = (await boss.complete(queue, { id, retryCount }, null, { db: sql })) as { affected: number };
      return affected === 1;
    },
    async drop({ queue, jobId: id, retryCount }) {
      await boss.complete(queue, { id, retryCount });
    },
    async retry({ queue, jobId: id, retryCount }) {
      await boss.fail(queue, { id, retryCount });
    },
    async cancel(sql, category, taskId) {
      await boss.cancel(category, taskId, { db: sql });
    },
    close: () => boss.stop({ graceful: false }),
  };
}
