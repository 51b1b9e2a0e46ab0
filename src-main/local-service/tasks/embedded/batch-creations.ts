import type { TaskLifecycle } from './task-lifecycle.ts';
import type { NewTask } from '../task-record.ts';

/** Creates a task; resolves when it and its held price are on the disk, rejects as `Lifecycle.create` throws. */
export type CreateTask = (task: NewTask) => Promise<void>;

interface Request {
  readonly task: NewTask;
  readonly resolve: () => void;
  readonly reject: (reason: Error) => void;
}

/**
 * Group commit: creations in the same turn of the event loop share one transaction, because flushing the disk costs
 * more than all of their rows. Results are in the order of the calls.
 */
export function batchCreations({ createAll }: Pick<TaskLifecycle, 'createAll'>): CreateTask {
  let group: Request[] = [];

  function commit(): void {
    const requests = group;
    group = [];
    let refusals: readonly (Error | null)[];
    try {
      refusals = createAll(requests.map(({ task }) => task));
    } catch (error) {
      for (const { reject } of requests) reject(error as Error);
      return;
    }
    for (const [i, { resolve, reject }] of requests.entries()) {
      const refusal = refusals[i];
      if (refusal) reject(refusal);
      else resolve();
    }
  }

  return (task) =>
    new Promise((resolve, reject) => {
      if (group.length === 0) setImmediate(commit);
      group.push({ task, resolve, reject });
    });
}
