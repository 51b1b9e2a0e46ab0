import { groupCalls } from '../../storage/postgres/group-calls.ts';
import { toClientRef } from './client-ref.ts';
import { toKeyTask } from './key-task.ts';
import type { PostgresLifecycle } from './postgres-lifecycle.ts';
import type { TaskQueue } from '../task-queue.ts';

/**
 * A transaction holds its locks for all of its creations; more transactions at the same time would be smaller. The rows of
 * one are one text, which has to fit a string (512 MB), while a request can have 20 MB: 16 MB of them at most.
 */
const GROUP_LIMITS = { calls: 64, groups: 2, size: 16 * 1024 * 1024 } as const;

/**
 * Tasks that the workers of a studio run. Creations that come while others are being written become one transaction: the
 * flush and the lock on the account are paid once.
 */
export function createStudioTaskQueue(lifecycle: Pick<PostgresLifecycle, 'createAll' | 'cancel'>): TaskQueue {
  const create = groupCalls(lifecycle.createAll, GROUP_LIMITS, ({ texts }) => texts.input.length + texts.job.length);
  return {
    create: (task, keyId) => {
      const ref = task.input['client_ref'];
      return create(toKeyTask(task, keyId, typeof ref === 'string' ? toClientRef(ref) : null));
    },
    cancel: (id) => lifecycle.cancel(id),
    progressOf: ({ progress = 0 }) => progress,
  };
}
