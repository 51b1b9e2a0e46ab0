import type { Output } from '../../../src-shared/ipc/contract.ts';
import type { OrphanTask } from '../../queue/reconciler.ts';

/** An orphan task as the page and scripts see it. */
export function toOrphanTaskView({ task, client }: OrphanTask): Output<'queue:found'>[number] {
  return {
    taskId: task.task_id,
    operation: task.type,
    status: task.status,
    createdAt: task.created_at ?? null,
    serviceKind: client.profile.kind,
  };
}
