import type { Job, Priority } from '../../../src-shared/jobs/job.ts';
import { queueGroupOf, type QueueGroup } from '../../../src-shared/jobs/queue-groups.ts';
import { hasActionButtons } from './job-facts.ts';
import { groupKeyOf, orderGroups, rankOf, type Grouping } from './queue-groups.ts';

/** Heights in CSS pixels; rows that carry buttons are taller. They match `--h-status` and `--h-row`. */
export const LINE_HEIGHTS = { group: 28, row: 40, tall: 72 } as const;

const RANKS: Readonly<Record<Priority, number>> = { high: 0, normal: 1, low: 2 };

/** What the list can be narrowed to. */
export const FILTERS = ['all', 'active', 'needs_you', 'failed', 'done'] as const;

/** A way to narrow the list. */
export type Filter = (typeof FILTERS)[number];

/** The part of a job the list is laid out by. */
export type ListedJob = Pick<
  Job,
  'id' | 'status' | 'position' | 'priority' | 'recipe' | 'origin' | 'createdAt' | 'finishedAt'
>;

/** One line of the list: a group's head or a job. `top` and `height` are CSS pixels from the list's upper edge. */
export type QueueLine = { readonly index: number; readonly top: number; readonly height: number } & (
  | { readonly kind: 'group'; readonly group: string; readonly count: number }
  | { readonly kind: 'job'; readonly id: string; readonly group: string }
);

/** The laid out list. */
export interface QueueLayout {
  readonly lines: readonly QueueLine[];
  /** Ids of the shown jobs from top to bottom. */
  readonly ids: readonly string[];
  /** The lines of the shown jobs by their ids. */
  readonly places: ReadonlyMap<string, QueueLine>;
  readonly height: number;
}

/** Whether a job stays when the list is narrowed. */
export function passesFilter({ status }: Pick<Job, 'status'>, filter: Filter): boolean {
  const group = queueGroupOf(status);
  switch (filter) {
    case 'all':
      return true;
    case 'active':
      return group === 'running' || group === 'waiting';
    case 'needs_you':
      return group === 'needs_you';
    default:
      return status === filter;
  }
}

/** How many jobs each filter would leave. */
export function countFilters(jobs: Iterable<Pick<Job, 'status'>>): Record<Filter, number> {
  const counts: Record<Filter, number> = { all: 0, active: 0, needs_you: 0, failed: 0, done: 0 };
  for (const job of jobs) for (const filter of FILTERS) if (passesFilter(job, filter)) counts[filter]++;
  return counts;
}

/** How many jobs stand in each group. */
export function countGroups(jobs: Iterable<Pick<Job, 'status'>>): Record<QueueGroup, number> {
  const counts: Record<QueueGroup, number> = { needs_you: 0, running: 0, waiting: 0, finished: 0 };
  for (const { status } of jobs) counts[queueGroupOf(status)]++;
  return counts;
}

/** How the list is parted. `titleOf`: what a person calls a group, by its key. */
export interface GroupOptions {
  readonly grouping: Grouping;
  titleOf(key: string): string;
}

const BY_STATE: GroupOptions = { grouping: 'state', titleOf: (key) => key };

/**
 * Lays the jobs out by group: in the order they are taken in hand, newest first once finished; in a group of several states
 * what a person has to know first comes first.
 */
export function layOutQueue(
  jobs: Iterable<ListedJob>,
  filter: Filter,
  folded: ReadonlySet<string>,
  { grouping, titleOf }: GroupOptions = BY_STATE,
): QueueLayout {
  const groups = new Map<string, ListedJob[]>();
  for (const job of jobs) {
    if (!passesFilter(job, filter)) continue;
    const key = groupKeyOf(job, grouping);
    const members = groups.get(key);
    if (members) members.push(job);
    else groups.set(key, [job]);
  }
  const lines: QueueLine[] = [];
  const ids: string[] = [];
  const places = new Map<string, QueueLine>();
  let top = 0;
  for (const group of orderGroups([...groups.keys()], grouping, titleOf)) {
    const members = groups.get(group) ?? [];
    lines.push({ kind: 'group', group, count: members.length, index: lines.length, top, height: LINE_HEIGHTS.group });
    top += LINE_HEIGHTS.group;
    if (folded.has(group)) continue;
    members.sort(grouping !== 'state' ? byState : group === 'finished' ? byFinish : compareByPosition);
    for (const { id, status } of members) {
      const height = hasActionButtons(status) ? LINE_HEIGHTS.tall : LINE_HEIGHTS.row;
      const line: QueueLine = { kind: 'job', id, group, index: lines.length, top, height };
      lines.push(line);
      places.set(id, line);
      ids.push(id);
      top += height;
    }
  }
  return { lines, ids, places, height: top };
}

/**
 * The lines between two heights, with `overscan` more lines on either side. `pinned` is a line that is kept even when it is
 * out of sight, so that the focus it may hold is not lost.
 */
export function linesInView(
  lines: readonly QueueLine[],
  view: { readonly top: number; readonly height: number },
  overscan: number,
  pinned: QueueLine | null,
): QueueLine[] {
  const first = Math.max(firstLineBelow(lines, view.top) - overscan, 0);
  const end = Math.min(firstLineBelow(lines, view.top + view.height) + 1 + overscan, lines.length);
  const shown = lines.slice(first, end);
  return pinned === null || shown.includes(pinned) ? shown : [...shown, pinned];
}

/** The line at a height of the list; null below the last. */
export function findLine(lines: readonly QueueLine[], y: number): QueueLine | null {
  return lines[firstLineBelow(lines, y)] ?? null;
}

/** Where to scroll so that a line is fully seen; the present position when it already is. */
export function scrollToLine(line: QueueLine, view: { readonly top: number; readonly height: number }): number {
  if (line.top < view.top) return line.top;
  return Math.max(line.top + line.height - view.height, view.top);
}

/** Index of the first line whose lower edge lies below a height; the number of lines when there is none. */
function firstLineBelow(lines: readonly QueueLine[], height: number): number {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const line = lines[middle];
    if (line && line.top + line.height > height) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The order of one state, and of several the one that is to be seen first. */
function byState(a: ListedJob, b: ListedJob): number {
  const rank = rankOf(a);
  return rank - rankOf(b) || (queueGroupOf(a.status) === 'finished' ? byFinish(a, b) : compareByPosition(a, b));
}

/** The order jobs are taken in hand. */
export function compareByPosition(
  a: Pick<ListedJob, 'id' | 'priority' | 'position'>,
  b: Pick<ListedJob, 'id' | 'priority' | 'position'>,
): number {
  return RANKS[a.priority] - RANKS[b.priority] || a.position - b.position || compareIds(a, b);
}

function byFinish(a: ListedJob, b: ListedJob): number {
  return (b.finishedAt ?? b.createdAt) - (a.finishedAt ?? a.createdAt) || compareIds(a, b);
}

function compareIds(a: Pick<ListedJob, 'id'>, b: Pick<ListedJob, 'id'>): number {
  return a.id < b.id ? -1 : 1;
}
