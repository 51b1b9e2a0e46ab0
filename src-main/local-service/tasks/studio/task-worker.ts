import { setTimeout as sleep } from 'node:timers/promises';
import type { Category } from '../../../../src-shared/api/models/categories.ts';
import type { ApiError } from '../../api-error.ts';
import { StorageError } from '../../files/s3/storage-error.ts';
import { toFailure } from '../../operations/to-failure.ts';
import { EngineLost, WorkStopped, type WorkLane, type WorkQueue } from '../../workers/work-queue.ts';
import { listEngineRoutes } from '../../workers/work-route.ts';
import type { Moderation } from '../moderation.ts';
import { openWorkItem, type WorkFiles } from '../open-work-item.ts';
import type { PostgresLifecycle } from './postgres-lifecycle.ts';
import type { ShareWork } from './postgres-shared-work.ts';
import { MAX_CLAIMS, type JobClaim, type TaskJobs } from './task-jobs.ts';
import { interruptedTooOften, rejected, waitedTooLong } from '../task-refusals.ts';
import { ClaimLost, createTaskRuns, TaskCancelled, throwIfStopped, type Run } from './task-runs.ts';
import { removeLostFiles } from './remove-lost-files.ts';
import { NO_OBSERVER, type TaskEnd, type TaskObserver } from './task-observer.ts';
import type { TaskJob } from '../task-record.ts';
import type { TaskStore } from '../task-store.ts';

/** Dependencies of a worker. */
export interface TaskWorkerParts extends WorkFiles {
  readonly tasks: Pick<TaskStore, 'find' | 'readJob'>;
  readonly lifecycle: PostgresLifecycle;
  readonly jobs: TaskJobs;
  readonly queue: WorkQueue;
  readonly moderation: Moderation;
  /** Absent: this is the only worker. */
  readonly shareWork?: ShareWork;
  /** A task that waited longer fails with 2018. */
  readonly queueTimeoutMs: number;
  readonly observer?: TaskObserver;
}

/** Runs tasks of a studio. */
export interface TaskWorker {
  /** Looks for waiting tasks at once; otherwise they are found within a second. */
  wake(): void;
  /** Stops the work of a task that was cancelled. */
  stop(taskId: string): void;
  /** Number of tasks that run. */
  countRunning(): number;
  /** Takes no further tasks, and waits for those that run; `isNow`: returns them to the queue instead. */
  close(isNow: boolean): Promise<void>;
}

/** Tasks that lost their workers are ended at every so many looks, also while others wait. */
const EXHAUSTED_TURNS = 8;

/** A missed notification costs at most this. */
const POLL_MS = 1_000;

/** Pause before the database or the storage is asked again, when it was out of reach. */
const RETRY_MS = 500;

/** An outage of the storage that lasts longer fails the task. */
const OUTAGE_MS = 60_000;

/** True if the storage was out of reach. */
function isOutage(error: unknown): boolean {
  return error instanceof StorageError && (error.problem.status === null || error.isTransient);
}

/** Starts a worker: it runs as many tasks at the same time as its work queue does. */
export function startTaskWorker(parts: TaskWorkerParts): TaskWorker {
  const { tasks, lifecycle, jobs, queue, moderation, queueTimeoutMs, shareWork, observer = NO_OBSERVER } = parts;
  const runs = createTaskRuns(parts);
  const seats = new Map<JobClaim, Promise<void>>();
  const lanes = queue.lanes ?? [];
  const engine = { size: queue.size, routes: listEngineRoutes(lanes.flatMap(({ routes }) => routes)) };
  const seatCount = lanes.reduce((sum, { size }) => sum + size, engine.size);
  let woken = Promise.withResolvers<void>();
  let isClosing = false;
  let isHurried = false;

  /** The lane of a task, or the engine: it also gets tasks of older versions, whose routes are not known. */
  function placeOf({ route }: JobClaim): Pick<WorkLane, 'size' | 'routes'> {
    return lanes.find(({ routes }) => route !== null && routes.includes(route)) ?? engine;
  }

  /** Routes to lanes and an engine that have all the work they can run: tasks would hold seats while they wait for them. */
  function listFullRoutes(): string[] {
    const taken = [...seats.keys()].map(placeOf);
    const full = [...lanes, engine].filter((place) => taken.filter((each) => each === place).length >= place.size);
    return full.flatMap(({ routes }) => routes);
  }

  /** Begins with another category each time, so that none waits for all others. */
  async function takeNext(turn: number): Promise<JobClaim | null> {
    const unfinished = await lifecycle.findCategories();
    if (unfinished.length === 0) return null;
    const exhausted = turn % EXHAUSTED_TURNS === 0 ? await jobs.takeExhausted() : null;
    if (exhausted) return exhausted;
    const fullRoutes = listFullRoutes();
    for (let step = 0; step < unfinished.length; step++) {
      const claim = await jobs.take(unfinished[(turn + step) % unfinished.length] as Category, fullRoutes);
      if (claim) return claim;
    }
    return jobs.takeExhausted();
  }

  /** Takes tasks while there is a free seat. One look for all seats: an idle worker asks once in each interval. */
  async function takeTasks(): Promise<void> {
    for (let turn = 0; !isClosing; turn++) {
      // What happens from here on ends the pause below.
      woken = Promise.withResolvers<void>();
      const claim = seats.size < seatCount ? await takeNext(turn).catch(() => null) : null;
      if (claim) seat(claim);
      else if (!isClosing) await Promise.race([woken.promise, sleep(POLL_MS, undefined, { ref: false })]);
    }
  }

  function seat(claim: JobClaim): void {
    const work = observer
      .claim(claim, () => followOrReport(claim))
      .finally(() => {
        seats.delete(claim);
        woken.resolve();
      });
    seats.set(claim, work);
  }

  async function followOrReport(claim: JobClaim): Promise<void> {
    await follow(claim).catch((error: unknown) => console.error(`Task ${claim.taskId}:`, error));
  }

  async function follow(claim: JobClaim): Promise<void> {
    const { run, earlier } = runs.open(claim, isHurried ? new WorkStopped() : null);
    try {
      await earlier;
      await (claim.isExhausted ? failExhausted(run) : runTask(run));
    } finally {
      runs.end(run);
    }
  }

  async function failExhausted(run: Run): Promise<void> {
    const { claim } = run;
    const handle = await shareWork?.(claim, () => run.stopped !== null).readHandle();
    const failure = interruptedTooOften(MAX_CLAIMS, handle !== undefined);
    const hasFailed = await finish(run, 'failed', () => lifecycle.fail(claim, failure));
    // A task that has ended meanwhile leaves only its job.
    if (!hasFailed) await jobs.drop(claim);
    await removeLost(claim.taskId);
  }

  async function runTask(run: Run): Promise<void> {
    const { claim } = run;
    const { taskId: id } = claim;
    const [task, job, ageMs] = await Promise.all([tasks.find(id), tasks.readJob(id), lifecycle.start(claim)]);
    // It ended between its creation and now.
    if (!task || !job || ageMs === null) return jobs.drop(claim);
    const refusal = refuse(job, claim.attempt === 1 ? ageMs : 0);
    if (refusal) return fail(run, refusal);
    let isFinished = false;
    try {
      const files = await outlast(run, () => openWorkItem({ id, type: task.type, job }, parts));
      try {
        throwIfStopped(run);
        const result = await queue.run(files.item, {
          onStart: () => undefined,
          onProgress: (share) => (run.progress = share),
          ...(shareWork && { shared: shareWork(claim, () => run.stopped !== null) }),
        });
        throwIfStopped(run);
        run.hasPublished = true;
        const published = await outlast(run, () => parts.outputs.publish(claim.taskId, claim.attempt));
        throwIfStopped(run);
        const named = Object.entries(result.files).map(([key, name]) => [key, published(name)] as const);
        const stored = { ...result, files: Object.fromEntries(named) as typeof result.files };
        isFinished = await finish(run, 'success', () => lifecycle.succeed(claim, stored));
      } finally {
        await files.release();
      }
    } catch (error) {
      await giveUp(run, run.stopped ?? error);
    } finally {
      if (!isFinished) await discardDraft(claim.taskId);
      if (claim.attempt > 1 || (run.hasPublished && !isFinished)) await removeLost(claim.taskId);
    }
  }

  /** Repeats a call while the storage is out of reach; the claim is kept meanwhile. */
  async function outlast<T>(run: Run, call: () => Promise<T>): Promise<T> {
    const until = performance.now() + OUTAGE_MS;
    for (;;) {
      try {
        return await call();
      } catch (error) {
        throwIfStopped(run);
        if (!isOutage(error) || performance.now() > until) throw error;
        await sleep(RETRY_MS);
      }
    }
  }

  /** The next start does it where this fails. */
  async function discardDraft(taskId: string): Promise<void> {
    await parts.outputs.discardDraft(taskId).catch(() => undefined);
  }

  /** A sweep does it later where this fails. */
  async function removeLost(taskId: string): Promise<void> {
    await removeLostFiles(taskId, parts).catch(() => undefined);
  }

  /** Why a task is not run at all. */
  function refuse({ values }: TaskJob, waitedMs: number): ApiError | null {
    if (moderation(values)) return rejected();
    return waitedMs > queueTimeoutMs ? waitedTooLong() : null;
  }

  async function giveUp(run: Run, error: unknown): Promise<void> {
    const { claim } = run;
    if (error instanceof ClaimLost) {
      return observer.stopped(claim, error instanceof TaskCancelled ? 'cancelled' : 'lost');
    }
    // Another worker, or this one, starts the task again.
    const isLast = claim.attempt >= MAX_CLAIMS;
    if (error instanceof WorkStopped || (error instanceof EngineLost && !isLast)) return jobs.retry(claim);
    return fail(run, error);
  }

  async function fail(run: Run, error: unknown): Promise<void> {
    const failure = toFailure(error);
    await finish(run, 'failed', () => lifecycle.fail(run.claim, failure));
  }

  /**
   * Writes the end of a task; false if the claim is lost. An outage of the database passes, also while the worker closes;
   * the claim is kept meanwhile.
   */
  async function finish(run: Run, result: TaskEnd, write: () => Promise<boolean>): Promise<boolean> {
    for (;;) {
      try {
        const isWritten = await write();
        if (isWritten) observer.ended(run.claim, result);
        return isWritten;
      } catch (error) {
        if (run.stopped) throw error;
        await sleep(RETRY_MS);
      }
    }
  }

  const taking = takeTasks();
  return {
    wake: () => woken.resolve(),
    stop: runs.stopTask,
    countRunning: () => runs.all.size,
    async close(isNow) {
      isClosing = true;
      isHurried ||= isNow;
      woken.resolve();
      if (isNow) for (const run of runs.all) runs.stop(run, new WorkStopped());
      await taking;
      await Promise.all(seats.values());
      runs.close();
    },
  };
}
