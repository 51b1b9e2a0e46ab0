import type { JobMarks } from '../../../src-shared/jobs/job-marks.ts';
import { renameJob } from '../../../src-shared/jobs/job-name.ts';
import type { JobRecord } from '../../pipeline/job-record.ts';
import type { QueueParts } from '../queue-parts.ts';

/**
 * Sets ratings and tags of jobs; durable, all or none. A tag that differs only in case becomes the existing
 * one. Removed jobs are ignored.
 */
export function markJobs({ list }: Pick<QueueParts, 'list'>, ids: readonly string[], marks: JobMarks): void {
  list.saveAll(ids.flatMap((id) => list.get(id) ?? []).map((record) => mark(record, marks)));
}

function mark(record: JobRecord, { name, favourite, filed, addTags = [], removeTags = [] }: JobMarks): JobRecord {
  const { favourite: wasFavourite = false, filed: wasFiled = false, tags: before = [], ...kept } = record;
  const tags = addTo(
    before.filter((tag) => !removeTags.some((gone) => isSame(gone, tag))),
    addTags,
  );
  return {
    ...kept,
    ...(name === undefined ? {} : { name: renameJob(record.name, name) }),
    ...((favourite ?? wasFavourite) ? { favourite: true } : {}),
    ...((filed ?? wasFiled) && record.status === 'done' ? { filed: true } : {}),
    ...(tags.length > 0 ? { tags } : {}),
  };
}

function addTo(tags: readonly string[], added: readonly string[]): readonly string[] {
  return added.reduce<readonly string[]>(
    (all, tag) => (all.some((known) => isSame(known, tag)) ? all : [...all, tag]),
    tags,
  );
}

function isSame(one: string, other: string): boolean {
  return one.localeCompare(other, 'und', { sensitivity: 'accent' }) === 0;
}
