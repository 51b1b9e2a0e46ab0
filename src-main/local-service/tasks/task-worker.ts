import { setTimeout as sleep } from 'node:timers/promises';
import type { Category } from '../../../src-shared/api/models/categories.ts';
import { serviceMessage } from '../../../src-shared/api/messages/service-message.ts';
import type { ApiError } from '../api-error.ts';
import { StorageError } from '../files/s3/storage-error.ts';
import { toFailure } from '../operations/to-failure.ts';
import { EngineLost, WorkStopped, type WorkQueue } from '../workers/work-queue.ts';
import type { Moderation } from './moderation.ts';
import { openWorkItem, type WorkFiles } from './open-work-item.ts';
import type { PostgresLifecycle } from './postgres-lifecycle.ts';
import { MAX_CLAIMS, type JobClaim, type TaskJobs } from './task-jobs.ts';
import { rejected, waitedTooLong } from './task-refusals.ts';
import { removeLostFiles } from './remove-lost-files.ts';
import { NO_OBSERVER, type TaskEnd, type TaskObserver } from './task-observer.ts';
import type { TaskRecord } from './task-record.ts';
import type { TaskStore } from './task-store.ts';

/** Dependencies of a worker. */
export interface TaskWorkerParts extends WorkFiles {
  readonly tasks: Pick<TaskStore, 'find'>;
  readonly lifecycle: PostgresLifecycle;
  readonly jobs: TaskJobs;
  readonly queue: WorkQueue;
  readonly moderation: Moderation;
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

/** Interval at which claims are kept, and progress is written. */
const BEAT_MS = 3_000;

/** A worker that could not keep its claims for this long stops its work: others may have it. */
const SILENT_MS = 9_000;

/** Interval at which the silence is looked at: it ends work before a lost claim is given to others, after 10 s. */
const SILENCE_CHECK_MS = 500;

/** Tasks that lost their workers are ended at every so many looks, also while others wait. */
const EXHAUSTED_TURNS = 8;

/** A missed notification costs at most this. */
const POLL_MS = 1_000;

/** Pause before the database or the storage is asked again, when it was out of reach. */
const RETRY_MS = 500;

/** An outage of the storage that lasts longer fails the task. */
const OUTAGE_MS = 60_000;

/** Categories of operations that lanes run. */
const LANE_CATEGORIES: readonly Category[] = ['generation_h', 'generation_p'];

/** The claim is another worker's, or the task was cancelled: nothing of the work may be written. */
class ClaimLost extends Error {}

interface Run {
  readonly claim: JobClaim;
  /** Name of the lane of its work; null: the engine, or not known yet. */
  lane: string | null;
  progress: number;
  /** Why it must be stopped; null while it may continue. */
  stopped: Error | null;
  /** When its claim was kept last; `performance.now()`. */
  keptAt: number;
  /** Some of its files may be in the storage. */
  hasPublished: boolean;
  /** Resolves when nothing of it runs any more. */
  readonly ended: PromiseWithResolvers<void>;
}

/** True if the storage was out of reach. */
function isOutage(error: unknown): boolean {
  return error instanceof StorageError && (error.problem.status === null || error.isTransient);
}

/** Throws the reason why a run must be stopped. */
function throwIfStopped({ stopped }: Run): void {
  if (stopped) throw stopped;
}

/** Starts a worker: it runs as many tasks at the same time as its work queue does. */
export function startTaskWorker(parts: TaskWorkerParts): TaskWorker {
  const { tasks, lifecycle, jobs, queue, moderation, queueTimeoutMs, observer = NO_OBSERVER } = parts;
  const runs = new Set<Run>();
  const seats = new Set<Promise<void>>();
  const seatCount = (queue.lanes ?? []).reduce((sum, { size }) => sum + size, queue.size);
  let woken = Promise.withResolvers<void>();
  let isClosing = false;
  let isHurried = false;

  /** True if a lane has as much work as it can run: tasks of its categories would hold seats while they wait for it. */
  function isLaneFull(): boolean {
    return (queue.lanes ?? []).some(({ name, size }) => [...runs].filter(({ lane }) => lane === name).length >= size);
  }

  /** Begins with another category each time, so that none waits for all others. */
  async function takeNext(turn: number): Promise<JobClaim | null> {
    const unfinished = await lifecycle.findCategories();
    if (unfinished.length === 0) return null;
    const exhausted = turn % EXHAUSTED_TURNS === 0 ? await jobs.takeExhausted() : null;
    if (exhausted) return exhausted;
    const categories = isLaneFull() ? unfinished.filter((each) => !LANE_CATEGORIES.includes(each)) : unfinished;
    for (let step = 0; step < categories.length; step++) {
      const claim = await jobs.take(categories[(turn + step) % categories.length] as Category);
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
        seats.delete(work);
        woken.resolve();
      });
    seats.add(work);
  }

  async function followOrReport(claim: JobClaim): Promise<void> {
    await follow(claim).catch((error: unknown) => console.error(`Task ${claim.taskId}:`, error));
  }

  async function follow(claim: JobClaim): Promise<void> {
    const run: Run = {
      ...{ claim, lane: null, progress: 0, hasPublished: false },
      stopped: isHurried ? new WorkStopped() : null,
      keptAt: performance.now(),
      ended: Promise.withResolvers(),
    };
    // An attempt whose claim was lost uses the same folder and the same place in the work queue until it has ended.
    const earlier = runsOf(claim.taskId);
    runs.add(run);
    try {
      for (const each of earlier) stopRun(each, new ClaimLost());
      await Promise.all(earlier.map(({ ended }) => ended.promise));
      await (claim.isExhausted ? failExhausted(run) : runTask(run));
    } finally {
      runs.delete(run);
      run.ended.resolve();
    }
  }

  const runsOf = (taskId: string): Run[] => [...runs].filter(({ claim }) => claim.taskId === taskId);

  async function failExhausted(run: Run): Promise<void> {
    const { claim } = run;
    const message = serviceMessage('task-failure.service-stopped', { count: MAX_CLAIMS });
    const hasFailed = await finish(run, 'failed', () => lifecycle.fail(claim, { code: 1000, message }));
    // A task that has ended meanwhile leaves only its job.
    if (!hasFailed) await jobs.drop(claim);
    await removeLost(claim.taskId);
  }

  async function runTask(run: Run): Promise<void> {
    const { claim } = run;
    const [task, ageMs] = await Promise.all([tasks.find(claim.taskId), lifecycle.start(claim)]);
    // It ended between its creation and now.
    if (!task || ageMs === null) return jobs.drop(claim);
    run.lane = queue.laneOf?.({ operation: task.type, values: task.job.values })?.name ?? null;
    const refusal = refuse(task, claim.attempt === 1 ? ageMs : 0);
    if (refusal) return fail(run, refusal);
    let isFinished = false;
    try {
      const files = await outlast(run, () => openWorkItem(task, parts));
      try {
        throwIfStopped(run);
        const result = await queue.run(files.item, {
          onStart: () => undefined,
          onProgress: (share) => (run.progress = share),
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

  /** A sweep does it later where this fails. */
  async function removeLost(taskId: string): Promise<void> {
    await removeLostFiles(taskId, parts).catch(() => undefined);
  }

  /** Why a task is not run at all. */
  function refuse({ job }: TaskRecord, waitedMs: number): ApiError | null {
    if (moderation(job.values)) return rejected();
    return waitedMs > queueTimeoutMs ? waitedTooLong() : null;
  }

  async function giveUp(run: Run, error: unknown): Promise<void> {
    const { claim } = run;
    if (error instanceof ClaimLost) {
      observer.lost(claim);
      return parts.outputs.discardDraft(claim.taskId);
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

  /** Once: a later attempt of the same task may be in the work queue by then. */
  function stopRun(run: Run, reason: Error): void {
    if (run.stopped || !runs.has(run)) return;
    run.stopped = reason;
    queue.cancel(run.claim.taskId, reason);
  }

  /** Keeps the claims of all runs, and stops those that are lost. An answer may come after that of a later beat. */
  async function beat(): Promise<void> {
    const sentAt = performance.now();
    const all = [...runs].filter(({ stopped }) => stopped === null);
    if (all.length === 0) return;
    try {
      const lost = new Set(await jobs.touch(all.map(({ claim }) => claim)));
      for (const run of all) {
        if (lost.has(run.claim)) stopRun(run, new ClaimLost());
        else run.keptAt = Math.max(run.keptAt, sentAt);
      }
      await lifecycle.report(all.map(({ claim: { taskId, attempt }, progress }) => ({ taskId, attempt, progress })));
    } catch {
      // An outage: the runs end when it has lasted too long.
    }
  }

  /** Does not wait for answers: a connection that fell silent gives none for 10 s. */
  function stopSilent(): void {
    for (const run of runs) if (performance.now() - run.keptAt > SILENT_MS) stopRun(run, new ClaimLost());
  }

  const timers = [setInterval(() => void beat(), BEAT_MS), setInterval(stopSilent, SILENCE_CHECK_MS)];
  const taking = takeTasks();
  return {
    wake: () => woken.resolve(),
    stop(taskId) {
      for (const run of runsOf(taskId)) stopRun(run, new ClaimLost());
    },
    countRunning: () => runs.size,
    async close(isNow) {
      isClosing = true;
      isHurried ||= isNow;
      woken.resolve();
      if (isNow) for (const run of runs) stopRun(run, new WorkStopped());
      await taking;
      await Promise.all(seats);
      timers.forEach(clearInterval);
    },
  };
}
