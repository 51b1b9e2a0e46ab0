import type { Job } from '../../../src-shared/jobs/job.ts';
import type { JobMarks } from '../../../src-shared/jobs/job-marks.ts';
import { isSameName } from '../../../src-shared/jobs/is-same-name.ts';

/** How many of the selected models have a tag or are in a collection. */
export type Assignment = 'all' | 'some' | 'none';

/** Changes of tags or collections for all selected models. */
export interface AssignmentChanges {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

type MarkedJob = Pick<Job, 'id' | 'tags' | 'collections'>;

/** Returns how many of `total` models have a value. */
export function toAssignment(count: number, total: number): Assignment {
  if (count === 0) return 'none';
  return count === total ? 'all' : 'some';
}

/** Returns the state after a click: all, none, and the initial mix again if there was one. */
export function nextAssignment(now: Assignment, initial: Assignment): Assignment {
  if (now === 'some') return 'all';
  if (now === 'all') return 'none';
  return initial === 'some' ? 'some' : 'all';
}

/** Returns what changes between two states of the same values. */
export function listChanges(
  initial: ReadonlyMap<string, Assignment>,
  now: ReadonlyMap<string, Assignment>,
): AssignmentChanges {
  const changed = [...now].filter(([value, state]) => state !== (initial.get(value) ?? 'none'));
  const valuesIn = (wanted: Assignment) => changed.filter(([, state]) => state === wanted).map(([value]) => value);
  return { add: valuesIn('all'), remove: valuesIn('none') };
}

/** Returns the marks that undo a change of tags and collections, for each group of jobs with the same ones. */
export function reverseMarks<J extends MarkedJob>(
  jobs: readonly J[],
  { addTags = [], removeTags = [], addCollections = [], removeCollections = [] }: JobMarks,
): { readonly jobs: readonly J[]; readonly marks: JobMarks }[] {
  const groups = new Map<string, { readonly jobs: readonly J[]; readonly marks: JobMarks }>();
  for (const job of jobs) {
    const hasTag = (tag: string) => job.tags.some((own) => isSameName(own, tag));
    const reverse = {
      addTags: job.tags.filter((own) => removeTags.some((tag) => isSameName(own, tag))),
      removeTags: addTags.filter((tag) => !hasTag(tag)),
      addCollections: removeCollections.filter((id) => job.collections.includes(id)),
      removeCollections: addCollections.filter((id) => !job.collections.includes(id)),
    };
    if (Object.values(reverse).every(({ length }) => length === 0)) continue;
    const key = JSON.stringify(reverse);
    const group = groups.get(key) ?? { jobs: [], marks: reverse };
    groups.set(key, { ...group, jobs: [...group.jobs, job] });
  }
  return [...groups.values()];
}
