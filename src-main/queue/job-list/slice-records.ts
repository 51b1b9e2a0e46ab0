import { QUEUE_GROUPS, queueGroupOf } from '../../../src-shared/jobs/queue-groups.ts';
import type { QueueCursor } from '../../../src-shared/ipc/calls/queue-calls.ts';
import type { JobRecord } from '../../pipeline/job-record.ts';

/** The first part fills the tallest window; later parts are what a page reads between two frames. */
const FIRST = 200;
const MORE = 1_000;

/** A part of the queue and its end; null: it includes the last job. */
export interface RecordSlice<T> {
  readonly jobs: T[];
  readonly after: QueueCursor | null;
}

/**
 * The next part of the queue after a place (null: the first part): jobs that need the user, running jobs, waiting jobs in
 * order, finished jobs from the newest, and last the removed ones. Requires records in the order of their
 * positions. A place consists of sort values, not of a job: whatever changes between two parts, a job that is
 * unchanged is in one of them.
 */
export function sliceRecords(records: readonly JobRecord[], after: QueueCursor | null): RecordSlice<JobRecord> {
  const most = after === null ? FIRST : MORE;
  const jobs: JobRecord[] = [];
  let last: QueueCursor | null = after;
  for (let group = after?.group ?? 0; group <= QUEUE_GROUPS.length; group++) {
    const members = records.filter((record) => groupIndex(record) === group);
    if (isNewestFirst(group)) members.reverse();
    for (const record of members) {
      const place = { group, position: record.position };
      if (after && !isBehind(place, after)) continue;
      // Jobs with the same place are never split.
      if (jobs.length >= most && last && isBehind(place, last)) return { jobs, after: last };
      jobs.push(record);
      last = place;
    }
  }
  return { jobs, after: null };
}

/** The last one is for jobs removed from the list. */
function groupIndex({ status, filed }: JobRecord): number {
  return filed ? QUEUE_GROUPS.length : QUEUE_GROUPS.indexOf(queueGroupOf(status));
}

function isNewestFirst(group: number): boolean {
  return group >= QUEUE_GROUPS.indexOf('finished');
}

function isBehind(place: QueueCursor, other: QueueCursor): boolean {
  if (place.group !== other.group) return place.group > other.group;
  return isNewestFirst(place.group) ? place.position < other.position : place.position > other.position;
}
