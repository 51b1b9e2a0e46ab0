import { batchCreations } from './batch-creations.ts';
import type { TaskLifecycle } from './task-lifecycle.ts';
import type { TaskQueue } from '../task-queue.ts';
import type { TaskRunner } from './task-runner.ts';

/** Tasks that run in this process. */
export function createLocalTaskQueue(lifecycle: Pick<TaskLifecycle, 'createAll'>, runner: TaskRunner): TaskQueue {
  const create = batchCreations(lifecycle);
  return {
    async create(task) {
      await create(task);
      runner.enqueue(task);
      return task.id;
    },
    cancel: async (id) => runner.cancel(id),
    progressOf: ({ id }) => runner.progressOf(id),
  };
}
