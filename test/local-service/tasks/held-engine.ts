import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { WorkStopped, type WorkItem, type WorkQueue } from '../../../src-main/local-service/workers/work-queue.ts';

/** An engine whose work lasts until a test ends it. */
export interface HeldEngine extends WorkQueue {
  /** Tasks whose work began, in order. */
  readonly started: readonly string[];
  /** Tasks whose work was cancelled. */
  readonly cancelled: readonly string[];
  /** Largest number of tasks that ran at the same time. */
  most(): number;
  /** Ends the work of a task with a model, or with an error. */
  end(taskId: string, error?: Error): void;
  /** From now on all work ends as soon as it begins, with a model or with an error. */
  endAll(error?: Error): void;
}

/** Creates one that runs as much at the same time as it is given. */
export function createHeldEngine(size: number): HeldEngine {
  const started: string[] = [];
  const cancelled: string[] = [];
  const running = new Map<string, PromiseWithResolvers<void>>();
  let most = 0;
  let endNew: (taskId: string) => void = () => undefined;

  function end(taskId: string, error?: Error): void {
    const work = running.get(taskId);
    if (error) work?.reject(error);
    else work?.resolve();
  }

  return {
    ...{ size, started, cancelled, end, most: () => most },
    async run(item, { onStart }) {
      const work = Promise.withResolvers<void>();
      running.set(item.taskId, work);
      most = Math.max(most, running.size);
      onStart();
      started.push(item.taskId);
      endNew(item.taskId);
      try {
        await work.promise;
      } finally {
        running.delete(item.taskId);
      }
      return makeModel(item);
    },
    cancel(taskId, reason) {
      cancelled.push(taskId);
      end(taskId, reason);
    },
    close() {
      for (const id of running.keys()) end(id, new WorkStopped());
      return Promise.resolve();
    },
    endAll(error) {
      endNew = (taskId) => end(taskId, error);
      for (const id of running.keys()) end(id, error);
    },
  };
}

async function makeModel({ folder }: WorkItem) {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'model.glb'), 'glTF');
  return { files: { model_url: 'model.glb' }, notes: [] };
}
