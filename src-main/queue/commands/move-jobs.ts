import type { Priority } from '../../../src-shared/jobs/priority.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import type { QueueParts } from '../queue-parts.ts';
import { message } from '../../../src-shared/messages/message.ts';

/** Target of a move: before or after another job. */
export type MoveTarget = { readonly before: string } | { readonly after: string };

/**
 * Moves jobs next to another job, keeping their order; durable, all or none. Only jobs between the old and the
 * new position are saved. Throws `not_found` when the target does not exist.
 */
export function moveJobs({ list, pump }: QueueParts, ids: readonly string[], place: MoveTarget): void {
  const target = 'before' in place ? place.before : place.after;
  const moved = new Set(ids);
  const before = list.recent();
  const rest = before.filter(({ id }) => !moved.has(id));
  const at = rest.findIndex(({ id }) => id === target);
  if (at < 0) throw new AppError('not_found', message('jobs.move-target-missing'));
  rest.splice('before' in place ? at : at + 1, 0, ...before.filter(({ id }) => moved.has(id)));
  // The position numbers are reused; only their jobs change.
  const changed = rest.flatMap((record, index) => {
    const position = before[index]?.position ?? record.position;
    return position === record.position ? [] : [{ ...record, position }];
  });
  list.saveAll(changed);
  pump();
}

/** Sets the priority of jobs; running jobs continue, waiting ones are reordered. */
export function setPriority({ list, pump }: QueueParts, ids: readonly string[], priority: Priority): void {
  list.saveAll(ids.flatMap((id) => list.get(id) ?? []).map((record) => ({ ...record, priority })));
  pump();
}
