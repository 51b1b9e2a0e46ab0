import type { PostgresLifecycle } from './postgres-lifecycle.ts';
import { readPriority } from './read-priority.ts';
import type { TaskQueue } from './task-queue.ts';

type KeyTask = Parameters<PostgresLifecycle['createAll']>[0][number];

interface Request {
  readonly task: KeyTask;
  readonly resolve: (id: string) => void;
  readonly reject: (reason: unknown) => void;
}

/** Maximum number of creations in one transaction, which holds its locks for all of them. */
const MAX_GROUP = 64;

/** Transactions at the same time; more of them would be smaller. */
const LANES = 2;

/**
 * Tasks that the workers of a studio run. Creations that come while others are being written become one transaction: the
 * flush and the lock on the account are paid once.
 */
export function createStudioTaskQueue(lifecycle: Pick<PostgresLifecycle, 'createAll' | 'cancel'>): TaskQueue {
  let waiting: Request[] = [];
  let lanes = 0;

  async function commit(): Promise<void> {
    while (waiting.length > 0) {
      const group = waiting.slice(0, MAX_GROUP);
      waiting = waiting.slice(MAX_GROUP);
      try {
        const results = await lifecycle.createAll(group.map(({ task }) => task));
        for (const [index, { resolve, reject }] of group.entries()) {
          const result = results[index];
          if (typeof result === 'string') resolve(result);
          else reject(result);
        }
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    lanes--;
  }

  return {
    create: (task, keyId) =>
      new Promise((resolve, reject) => {
        const ref = task.input['client_ref'];
        const keyTask = {
          ...task,
          keyId,
          priority: readPriority(task.job.values),
          clientRef: typeof ref === 'string' ? ref : null,
        };
        waiting.push({ task: keyTask, resolve, reject });
        if (lanes >= LANES) return;
        lanes++;
        setImmediate(() => void commit());
      }),
    cancel: (id) => lifecycle.cancel(id),
    progressOf: ({ progress = 0 }) => progress,
  };
}
