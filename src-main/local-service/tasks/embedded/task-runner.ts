import type { UploadStore } from '../../files/upload-store.ts';
import type { OutputStore } from '../../files/output-store.ts';
import type { Moderation } from '../moderation.ts';
import { toFailure } from '../../operations/to-failure.ts';
import type { TaskLifecycle } from './task-lifecycle.ts';
import { openWorkItem } from '../open-work-item.ts';
import type { TaskJob, TaskResult } from '../task-record.ts';
import type { TaskTable, UnfinishedTask } from './task-table.ts';
import { createPriorityQueue, type PriorityQueue } from './priority-queue.ts';
import { readPriority } from '../read-priority.ts';
import { rejected, waitedTooLong } from '../task-refusals.ts';
import { EngineLost, WorkStopped, type WorkItem, type WorkQueue } from '../../workers/work-queue.ts';

/** Runs queued tasks in the work queue. */
export interface TaskRunner {
  /** Queues a task: higher priorities first, equal ones in the order of these calls. */
  enqueue(task: QueuedTask): void;
  /** Cancels a task and its work, with refund; false if it has already ended or does not exist. */
  cancel(taskId: string): boolean;
  /** Progress of a running task, 0 to 1; only in memory. */
  progressOf(taskId: string): number;
  /** Stops all work and waits for pending writes; unfinished tasks resume at the next start. */
  close(): Promise<void>;
}

/** A task to queue. Without its job, which may be long, the runner reads it. */
export interface QueuedTask extends UnfinishedTask {
  readonly job?: TaskJob;
}

interface RunnerParts {
  readonly tasks: TaskTable;
  readonly lifecycle: TaskLifecycle;
  readonly uploads: Pick<UploadStore, 'openCopy'>;
  readonly outputs: OutputStore;
  readonly queue: WorkQueue;
  readonly moderation: Moderation;
  /**
   * A task that waits longer for a worker fails with 2018. Measured from when this process queued the task:
   * downtime of the service does not count.
   */
  readonly queueTimeoutMs: number;
}

/** Tasks that wait for the same workers. */
interface Line {
  readonly tasks: PriorityQueue;
  seats: number;
}

/** A running task. */
interface Run {
  progress: number;
  /** Why it must be stopped; null while it may continue. */
  stopped: Error | null;
}

/** The work was cancelled because its task has ended. */
class WorkCancelled extends Error {}

/** Creates a runner. Waiting tasks are in memory by id only; everything else is read when they start. */
export function createTaskRunner(parts: RunnerParts): TaskRunner {
  const { tasks, lifecycle, outputs, queue, moderation, queueTimeoutMs } = parts;
  const lines = new Map<string, Line>();
  const engineLine = openLine(queue.size);
  const runs = new Map<string, Run>();
  const inHand = new Set<Promise<void>>();
  let closed = false;
  let lookAgain: NodeJS.Timeout | undefined;

  /** If a transition cannot be saved, `work` is rejected: the state is unreliable, so the process ends. */
  function hold(work: Promise<void>): void {
    inHand.add(work);
    void work.finally(() => inHand.delete(work));
  }

  function lineOf(item: Pick<WorkItem, 'operation' | 'values'>): Line {
    const lane = queue.laneOf?.(item);
    if (!lane) return engineLine;
    const known = lines.get(lane.name);
    if (known) return known;
    const line = openLine(lane.size);
    lines.set(lane.name, line);
    return line;
  }

  function enqueue({ id, type, job }: QueuedTask): void {
    const { values } = job ?? requireTask(id).job;
    if (moderation(values)) return hold(giveUp(id, rejected()));
    const line = lineOf({ operation: type, values });
    line.tasks.add(id, readPriority(values));
    seatNext(line);
    endLateOnes();
  }

  function seatNext(line: Line): void {
    while (line.seats > 0 && !closed) {
      const id = line.tasks.take();
      if (id === null) return;
      line.seats--;
      const run: Run = { progress: 0, stopped: null };
      runs.set(id, run);
      hold(follow(id, run, line));
    }
  }

  /** Fails tasks that have waited too long, and schedules the next check. */
  function endLateOnes(): void {
    if (lookAgain || closed) return;
    const all = [engineLine, ...lines.values()].map(({ tasks }) => tasks);
    for (const id of all.flatMap((line) => line.takeOlder(queueTimeoutMs))) hold(giveUp(id, waitedTooLong()));
    const waits = all.flatMap((line) => line.longestWait() ?? []);
    if (waits.length === 0) return;
    const waited = Math.max(...waits);
    lookAgain = setTimeout(() => {
      lookAgain = undefined;
      endLateOnes();
    }, queueTimeoutMs - waited);
  }

  async function follow(id: string, run: Run, line: Line): Promise<void> {
    try {
      const result = await work(id, run, line);
      await outputs.publish(id);
      if (run.stopped) throw run.stopped;
      lifecycle.succeed(id, result);
    } catch (error) {
      await giveUp(id, run.stopped ?? error);
    } finally {
      if (runs.get(id) === run) runs.delete(id);
    }
  }

  /** Runs the work item; its worker is free for the next one when this settles. */
  async function work(id: string, run: Run, line: Line): Promise<TaskResult> {
    let files: Awaited<ReturnType<typeof openWorkItem>> | null = null;
    try {
      files = await openWorkItem(requireTask(id), parts);
      if (run.stopped) throw run.stopped;
      return await queue.run(files.item, {
        onStart: () => lifecycle.start(id),
        onProgress: (share) => (run.progress = share),
      });
    } finally {
      await files?.release();
      line.seats++;
      seatNext(line);
    }
  }

  async function giveUp(id: string, error: unknown): Promise<void> {
    if (error instanceof WorkStopped) return lifecycle.suspend(id);
    if (error instanceof EngineLost) {
      if (lifecycle.retry(id, toFailure(error)) === 'queued') return enqueue(requireTask(id));
    } else if (!(error instanceof WorkCancelled)) lifecycle.fail(id, toFailure(error));
    await discardFiles(id);
  }

  /** The task has ended whether its files are gone or not. */
  async function discardFiles(id: string): Promise<void> {
    await outputs.discard(id).catch((error: unknown) => console.error(`The files of task ${id} remain:`, error));
  }

  function requireTask(id: string): UnfinishedTask & { readonly job: TaskJob } {
    const [task, job] = [tasks.find(id), tasks.readJob(id)];
    if (!task || !job) throw new Error(`Task ${id} does not exist`);
    return { id, type: task.type, job };
  }

  return {
    enqueue,
    cancel(id) {
      if (!lifecycle.cancel(id)) return false;
      const run = runs.get(id);
      const reason = new WorkCancelled();
      if (run) {
        // Takes precedence over any other reason, which would end a task that has already ended.
        run.stopped = reason;
        queue.cancel(id, reason);
      } else if ([engineLine, ...lines.values()].some(({ tasks: line }) => line.remove(id))) {
        hold(giveUp(id, reason));
      }
      return true;
    },
    progressOf: (id) => runs.get(id)?.progress ?? 0,
    async close() {
      closed = true;
      clearTimeout(lookAgain);
      await queue.close();
      await Promise.all(inHand);
    },
  };
}

function openLine(seats: number): Line {
  return { tasks: createPriorityQueue(() => Math.floor(performance.now())), seats };
}
