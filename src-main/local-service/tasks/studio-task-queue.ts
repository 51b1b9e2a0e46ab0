import { groupCalls } from '../storage/postgres/group-calls.ts';
import { toClientRef } from './client-ref.ts';
import type { PostgresLifecycle } from './postgres-lifecycle.ts';
import { readPriority } from './read-priority.ts';
import type { TaskQueue } from './task-queue.ts';

/** A transaction holds its locks for all of its creations; more transactions at the same time would be smaller. */
const GROUP_LIMITS = { calls: 64, groups: 2 } as const;

/**
 * Tasks that the workers of a studio run. Creations that come while others are being written become one transaction: the
 * flush and the lock on the account are paid once.
 */
export function createStudioTaskQueue(lifecycle: Pick<PostgresLifecycle, 'createAll' | 'cancel'>): TaskQueue {
  const create = groupCalls(lifecycle.createAll, GROUP_LIMITS);
  return {
    create: (task, keyId) => {
      const ref = task.input['client_ref'];
      const clientRef = typeof ref === 'string' ? toClientRef(ref) : null;
      return create({ ...task, keyId, priority: readPriority(task.job.values), clientRef });
    },
    cancel: (id) => lifecycle.cancel(id),
    progressOf: ({ progress = 0 }) => progress,
  };
}
