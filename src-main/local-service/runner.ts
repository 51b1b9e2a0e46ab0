import type { FileStore } from './files/file-store.ts';
import type { OutputStore } from './files/output-store.ts';
import type { Moderation } from './moderation.ts';
import { toFailure } from './operations/to-failure.ts';
import { ServiceFault } from './service-fault.ts';
import type { Lifecycle } from './tasks/lifecycle.ts';
import type { JobSource, TaskRecord } from './tasks/task-record.ts';
import type { TaskStore } from './tasks/task-store.ts';
import { WorkerCrashed, WorkStopped, type WorkOrder, type WorkQueue } from './workers/work-queue.ts';

/** Longest a task may work; what takes longer has gone astray. */
const TIME_LIMIT_MS = 15 * 60 * 1000;

/** Takes queued tasks through the engine to their end. */
export interface Runner {
  /** Runs a queued task when its turn comes; turns come in the order of these calls. */
  enqueue(taskId: string): void;
  /** Cancels a task and its work, with refund; false when it has ended already, or never was. */
  cancel(taskId: string): boolean;
  /** Share done of a running task, 0 to 1; known in memory only. */
  progressOf(taskId: string): number;
  /** Stops all work and waits until nothing is written any more; unfinished tasks go on at the next start. */
  close(): Promise<void>;
}

interface RunnerParts {
  readonly tasks: TaskStore;
  readonly lifecycle: Lifecycle;
  readonly files: FileStore;
  readonly outputs: OutputStore;
  readonly queue: WorkQueue;
  readonly moderation: Moderation;
  /**
   * A task that waits longer for a worker fails with 2018. Counted from when this process took the task on: time in
   * which the service was down is not the task's fault.
   */
  readonly queueTimeoutMs: number;
}

/** A task on its way through this process. */
interface Run {
  progress: number;
  /** Why it is to go no further; null while it may. */
  stopped: Error | null;
  /** Fires when it waited, or worked, too long. */
  timer: NodeJS.Timeout | undefined;
}

/** Work that nobody wants any more; its task has ended. */
class WorkCancelled extends Error {}

/** A runner over the given parts. */
export function createRunner(parts: RunnerParts): Runner {
  const { tasks, lifecycle, outputs, queue, moderation, queueTimeoutMs } = parts;
  const runs = new Map<string, Run>();
  const inHand = new Set<Promise<void>>();
  // Orders are written one after the other, because looking for files takes its time and must not change the turns.
  let lastOrder: Promise<unknown> = Promise.resolve();

  function enqueue(id: string): void {
    const run: Run = { progress: 0, stopped: null, timer: undefined };
    runs.set(id, run);
    const work = follow(id, run);
    inHand.add(work);
    // A move that cannot be written down leaves `work` rejected: nothing here can be trusted then, the process ends.
    void work.finally(() => inHand.delete(work));
  }

  async function follow(id: string, run: Run): Promise<void> {
    const stop = (reason: Error) => {
      run.stopped ??= reason;
      queue.cancel(id, reason);
    };
    const limit = (ms: number, reason: () => Error) => {
      clearTimeout(run.timer);
      run.timer = setTimeout(() => stop(reason()), ms);
    };
    try {
      const task = requireTask(id);
      if (moderation(task.job.values)) throw new ServiceFault(2008, 'The request holds words that are not allowed.');
      limit(queueTimeoutMs, waitedTooLong);
      const result = await queue.run(await nextOrder(task, run), {
        onStart() {
          lifecycle.start(id);
          limit(TIME_LIMIT_MS, workedTooLong);
        },
        onProgress: (share) => (run.progress = share),
      });
      clearTimeout(run.timer);
      await outputs.publish(id);
      if (run.stopped) throw run.stopped;
      lifecycle.succeed(id, result);
    } catch (error) {
      await giveUp(id, run.stopped ?? error);
    } finally {
      clearTimeout(run.timer);
      if (runs.get(id) === run) runs.delete(id);
    }
  }

  async function giveUp(id: string, error: unknown): Promise<void> {
    if (error instanceof WorkStopped) return;
    if (error instanceof WorkCancelled) return outputs.discard(id);
    if (!(error instanceof WorkerCrashed)) return lifecycle.fail(id, toFailure(error));
    if (lifecycle.crash(id, toFailure(error)) === 'queued') enqueue(id);
  }

  async function nextOrder(task: TaskRecord, run: Run): Promise<WorkOrder> {
    const order = lastOrder.then(() => toOrder(task));
    lastOrder = order.catch(() => undefined);
    const made = await order;
    if (run.stopped) throw run.stopped;
    return made;
  }

  async function toOrder({ id, type, job }: TaskRecord): Promise<WorkOrder> {
    const sourcePaths = await Promise.all(job.sources.map(async (source) => source && locate(source, parts)));
    return { taskId: id, operation: type, values: job.values, sourcePaths, folder: outputs.draftFolder(id) };
  }

  function requireTask(id: string): TaskRecord {
    const task = tasks.find(id);
    if (!task) throw new Error(`Task ${id} does not exist`);
    return task;
  }

  return {
    enqueue,
    cancel(id) {
      if (!lifecycle.cancel(id)) return false;
      const run = runs.get(id);
      const reason = new WorkCancelled();
      // Over any other reason: what came before would end a task that has ended.
      if (run) run.stopped = reason;
      queue.cancel(id, reason);
      return true;
    },
    progressOf: (id) => runs.get(id)?.progress ?? 0,
    async close() {
      await queue.close();
      await Promise.all(inHand);
    },
  };
}

async function locate(source: JobSource, { files, outputs }: RunnerParts): Promise<string> {
  const file =
    source.kind === 'upload'
      ? await files.findAccepted(source.token)
      : await outputs.find(source.taskId, source.fileName);
  if (!file) throw new ServiceFault(2003, 'The file this task works on is gone. Upload it again.');
  return file.path;
}

function waitedTooLong(): ServiceFault {
  return new ServiceFault(2018, 'The task waited too long for its turn.');
}

function workedTooLong(): ServiceFault {
  return new ServiceFault(2007, `This took longer than ${TIME_LIMIT_MS / 60_000} minutes and was stopped.`);
}
