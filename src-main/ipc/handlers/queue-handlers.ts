import type { Handlers } from '../../../src-shared/ipc/contract.ts';
import type { Queue } from '../../queue/queue.ts';
import type { OrphanTask } from '../../queue/reconciler.ts';

type QueueCalls =
  | 'queue:pause'
  | 'queue:resume'
  | 'queue:paused'
  | 'queue:pauseReason'
  | 'queue:move'
  | 'queue:priority'
  | 'queue:mark'
  | 'queue:found'
  | 'queue:import'
  | 'queue:dismiss';

/** What the page may ask about the order of jobs, pauses, and tasks that no job has. */
export function createQueueHandlers(queue: Queue): Pick<Handlers, QueueCalls> {
  return {
    'queue:pause': async ({ ids }) => (queue.pause(ids), null),
    'queue:resume': async ({ ids }) => (queue.resume(ids), null),
    'queue:paused': async () => queue.isPaused(),
    'queue:pauseReason': async () => queue.pauseReason(),
    'queue:move': async ({ ids, ...place }) => (queue.move(ids, place), null),
    'queue:priority': async ({ ids, priority }) => (queue.prioritise(ids, priority), null),
    'queue:mark': async ({ ids, marks }) => (queue.mark(ids, marks), null),
    'queue:found': async ({ look }) => {
      const found = look ? await queue.reconciler.sweep() : queue.reconciler.found();
      return found.map(toOrphanTaskView);
    },
    'queue:import': async ({ taskIds }) => {
      const ids = new Set(queue.reconciler.adopt(taskIds));
      return queue.list().filter(({ id }) => ids.has(id));
    },
    'queue:dismiss': async ({ taskIds }) => (queue.reconciler.dismiss(taskIds), null),
  };
}

/** A found task as the page and scripts see it. */
export function toOrphanTaskView({ task, client }: OrphanTask) {
  return {
    taskId: task.task_id,
    operation: task.type,
    status: task.status,
    createdAt: task.created_at ?? null,
    serviceKind: client.profile.kind,
  };
}
