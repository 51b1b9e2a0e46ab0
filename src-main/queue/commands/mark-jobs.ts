import type { JobMarks } from '../../../src-shared/jobs/job-marks.ts';
import { isSameName } from '../../../src-shared/jobs/is-same-name.ts';
import { renameJob } from '../../../src-shared/jobs/job-name.ts';
import type { JobRecord } from '../../pipeline/job-record.ts';
import type { QueueParts } from '../queue-parts.ts';

/**
 * Sets ratings, tags and collections of jobs; durable, all or none. A tag that differs only in case becomes the existing
 * one. Removed jobs are ignored.
 */
export function markJobs({ list }: Pick<QueueParts, 'list'>, ids: readonly string[], marks: JobMarks): void {
  list.saveAll(ids.flatMap((id) => list.get(id) ?? []).map((record) => mark(record, marks)));
}

function mark(record: JobRecord, marks: JobMarks): JobRecord {
  const { name, favourite, filed, addTags = [], removeTags = [], addCollections = [], removeCollections = [] } = marks;
  const {
    favourite: wasFavourite = false,
    filed: wasFiled = false,
    tags: before = [],
    collections: was = [],
    ...kept
  } = record;
  const collections = [...new Set([...was, ...addCollections])].filter((id) => !removeCollections.includes(id));
  const tags = addTo(
    before.filter((tag) => !removeTags.some((gone) => isSameName(gone, tag))),
    addTags,
  );
  return {
    ...kept,
    ...(name === undefined ? {} : { name: renameJob(record.name, name) }),
    ...((favourite ?? wasFavourite) ? { favourite: true } : {}),
    ...((filed ?? wasFiled) && record.status === 'done' ? { filed: true } : {}),
    ...(tags.length > 0 ? { tags } : {}),
    ...(collections.length > 0 ? { collections } : {}),
  };
}

function addTo(tags: readonly string[], added: readonly string[]): readonly string[] {
  return added.reduce<readonly string[]>(
    (all, tag) => (all.some((known) => isSameName(known, tag)) ? all : [...all, tag]),
    tags,
  );
}
