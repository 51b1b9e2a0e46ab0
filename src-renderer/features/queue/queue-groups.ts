import type { Job } from '../../../src-shared/jobs/job.ts';
import { QUEUE_GROUPS, queueGroupOf, type QueueGroup } from '../../../src-shared/jobs/queue-groups.ts';

/** Properties the list can be grouped by. */
export const GROUPINGS = ['state', 'recipe', 'folder', 'day'] as const;

/** Property the list is grouped by. */
export type Grouping = (typeof GROUPINGS)[number];

/** Properties of a job that determine its group. */
export type GroupableJob = Pick<Job, 'status' | 'recipe' | 'origin' | 'createdAt'>;

/** Time zone offsets are multiples of 15 minutes, so all times in one such interval have the same local day. */
const QUARTER_MS = 900_000;

const days = new Map<number, string>();

/**
 * Returns the key of a job's group: its state's group, its recipe, the id of its hot folder (empty if added by the
 * user), or the start of the local day it was added on (epoch ms).
 */
export function groupKeyOf(job: GroupableJob, grouping: Grouping): string {
  switch (grouping) {
    case 'state':
      return queueGroupOf(job.status);
    case 'recipe':
      return job.recipe;
    case 'folder':
      return job.origin ?? '';
    case 'day':
      return dayOf(job.createdAt);
  }
}

/** Sorts group keys: states by urgency, days newest first, others by title with jobs added by the user first. */
export function orderGroups(
  keys: readonly string[],
  grouping: Grouping,
  titleOf: (key: string) => string,
): readonly string[] {
  switch (grouping) {
    case 'state':
      return QUEUE_GROUPS.filter((group) => keys.includes(group));
    case 'day':
      return [...keys].sort((one, other) => Number(other) - Number(one));
    default: {
      const titles = new Map(keys.map((key) => [key, titleOf(key)]));
      const rank = (key: string) => (key === '' ? 0 : 1);
      return [...keys].sort(
        (one, other) =>
          rank(one) - rank(other) ||
          (titles.get(one) ?? '').localeCompare(titles.get(other) ?? '', undefined, { numeric: true }),
      );
    }
  }
}

/** Returns the rank of a job's state for sorting within groups of mixed states. */
export function rankOf({ status }: Pick<Job, 'status'>): number {
  return RANKS[queueGroupOf(status)];
}

const RANKS: Readonly<Record<QueueGroup, number>> = { needs_you: 0, running: 1, waiting: 2, finished: 3 };

function dayOf(at: number): string {
  const quarter = Math.floor(at / QUARTER_MS);
  const known = days.get(quarter);
  if (known !== undefined) return known;
  const began = String(new Date(at).setHours(0, 0, 0, 0));
  days.set(quarter, began);
  return began;
}
