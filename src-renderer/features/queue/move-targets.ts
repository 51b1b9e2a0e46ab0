import type { Priority } from '../../../src-shared/jobs/job.ts';

/** Where jobs can be moved to in the order of what comes next. */
export const MOVE_DIRECTIONS = ['up', 'down', 'top', 'bottom'] as const;

/** A way to move jobs. */
export type MoveDirection = (typeof MOVE_DIRECTIONS)[number];

/** A job of the waiting ones, as far as its place goes. */
export interface QueuePosition {
  readonly id: string;
  readonly priority: Priority;
}

/** What main is asked: these jobs before or after that one. */
export type MoveTarget =
  { readonly ids: string[]; readonly before: string } | { readonly ids: string[]; readonly after: string };

/**
 * Where the chosen jobs go; `order` holds the waiting jobs from top to bottom. A place counts among jobs of one priority
 * only, so those of the first chosen one's priority move. Null when they are there already.
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
  // A choice with gaps closes up first, so that it moves as one.
  const gathered = bottom - top + 1 === ids.length;
  const above = (gathered ? peers[top - 1] : peers.slice(top).find((peer) => !isChosen(peer)))?.id;
  const below = (gathered ? peers[bottom + 1] : peers.slice(0, bottom).findLast((peer) => !isChosen(peer)))?.id;
  switch (move) {
    case 'up':
      return above === undefined ? null : { ids, before: above };
    case 'down':
      return below === undefined ? null : { ids, after: below };
    case 'top':
      return top + ids.length === bottom + 1 && top === 0 ? null : before(ids, others[0]?.id);
    case 'bottom':
      return gathered && bottom === peers.length - 1 ? null : after(ids, others.at(-1)?.id);
  }
}

/** Where dragged jobs land when let go over a job, on its upper or lower half; null where they cannot. */
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
