import type { WorkQueue } from '../../workers/work-queue.ts';
import type { PostgresLifecycle } from './postgres-lifecycle.ts';
import type { JobClaim, TaskJobs } from './task-jobs.ts';

/** An attempt of a task that this worker has claimed. */
export interface Run {
  readonly claim: JobClaim;
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

/** The attempts of a worker; their claims are kept while they are open. */
export interface TaskRuns {
  readonly all: ReadonlySet<Run>;
  /**
   * Opens the attempt of a claim, and stops earlier ones of its task, whose claims are lost; `earlier` resolves when they
   * have ended: they use the same folder and the same place in the work queue.
   */
  open(claim: JobClaim, stopped: Error | null): { readonly run: Run; readonly earlier: Promise<unknown> };
  end(run: Run): void;
  stop(run: Run, reason: Error): void;
  /** Stops the work of a task that was cancelled. */
  stopTask(taskId: string): void;
  close(): void;
}

/** Dependencies of the attempts. */
interface TaskRunsParts {
  readonly jobs: Pick<TaskJobs, 'touch'>;
  readonly lifecycle: Pick<PostgresLifecycle, 'report'>;
  readonly queue: Pick<WorkQueue, 'cancel'>;
}

/** Interval at which claims are kept, and progress is written. */
const BEAT_MS = 3_000;

/** A worker that could not keep its claims for this long stops its work: others may have it. */
const SILENT_MS = 9_000;

/** Interval at which the silence is looked at: it ends work before a lost claim is given to others, after 10 s. */
const SILENCE_CHECK_MS = 500;

/** The claim is another worker's, or the task was cancelled: nothing of the work may be written. */
export class ClaimLost extends Error {}

/** The task was cancelled, and this worker heard of it. */
export class TaskCancelled extends ClaimLost {}

/** Throws the reason why a run must be stopped. */
export function throwIfStopped({ stopped }: Run): void {
  if (stopped) throw stopped;
}

/** Keeps the claims of a worker's attempts until it is closed. */
export function createTaskRuns({ jobs, lifecycle, queue }: TaskRunsParts): TaskRuns {
  const runs = new Set<Run>();
  const runsOf = (taskId: string): Run[] => [...runs].filter(({ claim }) => claim.taskId === taskId);

  /** Once: a later attempt of the same task may be in the work queue by then. */
  function stop(run: Run, reason: Error): void {
    if (run.stopped || !runs.has(run)) return;
    run.stopped = reason;
    queue.cancel(run.claim.taskId, reason);
  }

  function stopTask(taskId: string, reason: ClaimLost): void {
    for (const run of runsOf(taskId)) stop(run, reason);
  }

  /** Keeps all claims, and stops the runs of those that are lost. An answer may come after that of a later beat. */
  async function beat(): Promise<void> {
    const sentAt = performance.now();
    const all = [...runs].filter(({ stopped }) => stopped === null);
    if (all.length === 0) return;
    try {
      const lost = new Set(await jobs.touch(all.map(({ claim }) => claim)));
      for (const run of all) {
        if (lost.has(run.claim)) stop(run, new ClaimLost());
        else run.keptAt = Math.max(run.keptAt, sentAt);
      }
      await lifecycle.report(all.map(({ claim: { taskId, attempt }, progress }) => ({ taskId, attempt, progress })));
    } catch {
      // An outage: the runs end when it has lasted too long.
    }
  }

  /** Does not wait for answers: a connection that fell silent gives none for 10 s. */
  function stopSilent(): void {
    for (const run of runs) if (performance.now() - run.keptAt > SILENT_MS) stop(run, new ClaimLost());
  }

  const timers = [setInterval(() => void beat(), BEAT_MS), setInterval(stopSilent, SILENCE_CHECK_MS)];
  return {
    all: runs,
    open(claim, stopped) {
      const earlier = runsOf(claim.taskId);
      stopTask(claim.taskId, new ClaimLost());
      const keptAt = performance.now();
      const run: Run = {
        ...{ claim, progress: 0, stopped, keptAt, hasPublished: false },
        ended: Promise.withResolvers(),
      };
      runs.add(run);
      return { run, earlier: Promise.all(earlier.map(({ ended }) => ended.promise)) };
    },
    end(run) {
      runs.delete(run);
      run.ended.resolve();
    },
    stop,
    stopTask: (taskId) => stopTask(taskId, new TaskCancelled()),
    close: () => timers.forEach(clearInterval),
  };
}
