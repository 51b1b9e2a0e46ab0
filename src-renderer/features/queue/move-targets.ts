import type { Priority } from '../../../src-shared/jobs/priority.ts';

/** Directions in which jobs can be moved in the queue order. */
export const MOVE_DIRECTIONS = ['up', 'down', 'top', 'bottom'] as const;

export type MoveDirection = (typeof MOVE_DIRECTIONS)[number];

/** Waiting job with the properties that determine its position. */
export interface QueuePosition {
  readonly id: string;
  readonly priority: Priority;
}

/** Request to the main process: move jobs before or after another. */
export type MoveTarget =
  { readonly ids: string[]; readonly before: string } | { readonly ids: string[]; readonly after: string };

/**
 * Finds the target of a move. `order` lists the waiting jobs from top to bottom. Positions are relative to jobs of the
 * same priority, so only selected jobs with the first one's priority move. Null if they are already there.
 */
export function findMove(
  order: readonly QueuePosition[],
  chosen: ReadonlySet<string>,
  move: MoveDirection,
): MoveTarget | null {
  const first = order.find(({ id }) => chosen.has(id));
  if (!first) return null;
  const peers = order.filter(({ priority }) => priority === first.priority);
  const isChosen = ({ id }: QueuePosition): boolean => chosen.has(id);
  const ids = peers.filter(isChosen).map(({ id }) => id);
  const others = peers.filter((peer) => !isChosen(peer));
  const [top, bottom] = [peers.findIndex(isChosen), peers.findLastIndex(isChosen)];
  // A selection with gaps is first made contiguous, so that it moves as a block.
  const isContiguous = bottom - top + 1 === ids.length;
  const above = (isContiguous ? peers[top - 1] : peers.slice(top).find((peer) => !isChosen(peer)))?.id;
  const below = (isContiguous ? peers[bottom + 1] : peers.slice(0, bottom).findLast((peer) => !isChosen(peer)))?.id;
  switch (move) {
    case 'up':
      return above === undefined ? null : { ids, before: above };
    case 'down':
      return below === undefined ? null : { ids, after: below };
    case 'top':
      return top + ids.length === bottom + 1 && top === 0 ? null : before(ids, others[0]?.id);
    case 'bottom':
      return isContiguous && bottom === peers.length - 1 ? null : after(ids, others.at(-1)?.id);
  }
}

/** Finds the target of a drop on the upper or lower half of a job; null if it is invalid. */
export function findDrop(
  order: readonly QueuePosition[],
  chosen: ReadonlySet<string>,
  over: string,
  half: 'upper' | 'lower',
): MoveTarget | null {
  const target = order.find(({ id }) => id === over);
  if (!target || chosen.has(over)) return null;
  const ids = order.filter(({ id, priority }) => chosen.has(id) && priority === target.priority).map(({ id }) => id);
  if (ids.length === 0) return null;
  return half === 'upper' ? { ids, before: over } : { ids, after: over };
}

function before(ids: string[], id: string | undefined): MoveTarget | null {
  return id === undefined ? null : { ids, before: id };
}

function after(ids: string[], id: string | undefined): MoveTarget | null {
  return id === undefined ? null : { ids, after: id };
}
