import type { FileStore } from './files/file-store.ts';
import type { OutputStore } from './files/output-store.ts';
import { toFailure } from './operations/to-failure.ts';
import { ServiceFault } from './service-fault.ts';
import type { Lifecycle } from './tasks/lifecycle.ts';
import type { JobSource } from './tasks/task-record.ts';
import type { TaskStore } from './tasks/task-store.ts';
import { WorkStopped, type WorkQueue } from './workers/work-queue.ts';

/** Longest a task may work; what takes longer has gone astray. */
const TIME_LIMIT_MS = 15 * 60 * 1000;

/** Takes queued tasks through the engine to their end. */
export interface Runner {
  /** Runs a queued task when its turn comes. */
  enqueue(taskId: string): void;
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
}

/** A runner over the given parts. */
export function createRunner({ tasks, lifecycle, files, outputs, queue }: RunnerParts): Runner {
  const progress = new Map<string, number>();
  const inHand = new Set<Promise<void>>();

  async function run(id: string): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    try {
      const { type, job } = requireTask(id);
      const order = {
        taskId: id,
        operation: type,
        values: job.values,
        sourcePaths: await Promise.all(job.sources.map(async (source) => source && locate(source))),
        folder: outputs.draftFolder(id),
      };
      const result = await queue.run(order, {
        onStart() {
          lifecycle.start(id);
          timer = setTimeout(() => queue.cancel(id, tooLong()), TIME_LIMIT_MS);
        },
        onProgress: (share) => progress.set(id, share),
      });
      await outputs.publish(id);
      lifecycle.succeed(id, result);
    } catch (error) {
      if (!(error instanceof WorkStopped)) lifecycle.fail(id, toFailure(error));
    } finally {
      clearTimeout(timer);
      progress.delete(id);
    }
  }

  function requireTask(id: string) {
    const task = tasks.find(id);
    if (!task) throw new Error(`Task ${id} does not exist`);
    return task;
  }

  async function locate(source: JobSource): Promise<string> {
    const file =
      source.kind === 'upload'
        ? await files.findAccepted(source.token)
        : await outputs.find(source.taskId, source.fileName);
    if (!file) throw new ServiceFault(2003, 'The file this task works on is gone. Upload it again.');
    return file.path;
  }

  return {
    enqueue(taskId) {
      const work = run(taskId);
      inHand.add(work);
      // A move that cannot be written down leaves `work` rejected: nothing here can be trusted then, the process ends.
      void work.finally(() => inHand.delete(work));
    },
    progressOf: (taskId) => progress.get(taskId) ?? 0,
    async close() {
      await queue.close();
      await Promise.all(inHand);
    },
  };
}

function tooLong(): ServiceFault {
  return new ServiceFault(2007, `This took longer than ${TIME_LIMIT_MS / 60_000} minutes and was stopped.`);
}
