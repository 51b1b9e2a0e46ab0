import type { Job } from '../../../src-shared/jobs/job.ts';
import type { Priority } from '../../../src-shared/jobs/priority.ts';
import { queueGroupOf, type QueueGroup } from '../../../src-shared/jobs/queue-groups.ts';
import { hasActionButtons } from './job-facts.ts';
import { groupKeyOf, orderGroups, rankOf, type Grouping } from './queue-groups.ts';

/** Line heights in CSS pixels; rows with buttons are taller. They match `--h-status` and `--h-row`. */
export const LINE_HEIGHTS = { group: 28, row: 40, tall: 72 } as const;

/** Line heights on a touchscreen. */
export const TOUCH_LINE_HEIGHTS: LineHeights = { group: 44, row: 48, tall: 88 };

type LineHeights = Readonly<Record<keyof typeof LINE_HEIGHTS, number>>;

const RANKS: Readonly<Record<Priority, number>> = { high: 0, normal: 1, low: 2 };

/** Filters of the list. */
export const FILTERS = ['all', 'active', 'needs_you', 'failed', 'done'] as const;

export type Filter = (typeof FILTERS)[number];

/** Properties of a job that determine its line. */
export type ListedJob = Pick<
  Job,
  'id' | 'status' | 'position' | 'priority' | 'recipe' | 'origin' | 'createdAt' | 'finishedAt'
>;

/** Line of the list: a group heading or a job. `top` and `height` are in CSS pixels from the top of the list. */
export type QueueLine = { readonly index: number; readonly top: number; readonly height: number } & (
  | { readonly kind: 'group'; readonly group: string; readonly count: number }
  | { readonly kind: 'job'; readonly id: string; readonly group: string }
);

/** Layout of the list. */
export interface QueueLayout {
  readonly lines: readonly QueueLine[];
  /** Ids of the visible jobs from top to bottom. */
  readonly ids: readonly string[];
  /** Lines of the visible jobs by id. */
  readonly places: ReadonlyMap<string, QueueLine>;
  readonly height: number;
}

/** True if a job matches the filter. */
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

/** Counts the jobs that match each filter. */
export function countFilters(jobs: Iterable<Pick<Job, 'status'>>): Record<Filter, number> {
  const counts: Record<Filter, number> = { all: 0, active: 0, needs_you: 0, failed: 0, done: 0 };
  for (const job of jobs) for (const filter of FILTERS) if (passesFilter(job, filter)) counts[filter]++;
  return counts;
}

/** Counts the jobs of each group. */
export function countGroups(jobs: Iterable<Pick<Job, 'status'>>): Record<QueueGroup, number> {
  const counts: Record<QueueGroup, number> = { needs_you: 0, running: 0, waiting: 0, finished: 0 };
  for (const { status } of jobs) counts[queueGroupOf(status)]++;
  return counts;
}

/** Grouping of the list; `titleOf` returns a group's title by its key. */
export interface GroupOptions {
  readonly grouping: Grouping;
  titleOf(key: string): string;
}

const BY_STATE: GroupOptions = { grouping: 'state', titleOf: (key) => key };

/**
 * Lays out the jobs by group: in processing order, finished ones newest first. Groups of mixed states start with the
 * jobs that need the user.
 */
export function layOutQueue(
  jobs: Iterable<ListedJob>,
  filter: Filter,
  folded: ReadonlySet<string>,
  { grouping, titleOf }: GroupOptions = BY_STATE,
  heights: LineHeights = LINE_HEIGHTS,
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
    lines.push({ kind: 'group', group, count: members.length, index: lines.length, top, height: heights.group });
    top += heights.group;
    if (folded.has(group)) continue;
    members.sort(grouping !== 'state' ? byState : group === 'finished' ? byFinish : compareByPosition);
    for (const { id, status } of members) {
      const height = hasActionButtons(status) ? heights.tall : heights.row;
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
 * Lists the lines in the visible range with `overscan` extra lines on either side. `pinned` is included even if it is
 * out of view, so that the focus on it is not lost.
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

/** Returns the line at a vertical position; null below the last. */
export function findLine(lines: readonly QueueLine[], y: number): QueueLine | null {
  return lines[firstLineBelow(lines, y)] ?? null;
}

/** Returns the scroll position that makes a line fully visible; the current one if it already is. */
export function scrollToLine(line: QueueLine, view: { readonly top: number; readonly height: number }): number {
  if (line.top < view.top) return line.top;
  return Math.max(line.top + line.height - view.height, view.top);
}

/** Returns the index of the first line that ends below a position; the number of lines if there is none. */
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

/** Compares jobs by state, most urgent first, and jobs of one state by that state's order. */
function byState(a: ListedJob, b: ListedJob): number {
  const rank = rankOf(a);
  return rank - rankOf(b) || (queueGroupOf(a.status) === 'finished' ? byFinish(a, b) : compareByPosition(a, b));
}

/** Compares jobs by processing order. */
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
