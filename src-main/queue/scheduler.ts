import { isActive } from '../../src-shared/job.ts';
import type { JobRecord } from '../pipeline/job-record.ts';

/** Jobs in hand at once: enough to keep every pool of the service busy, few enough to keep the disk calm. */
export const JOBS_IN_HAND = 16;

/** The next jobs to take in hand: active, not in hand, due, in order; and when to look again if some are not due yet. */
export function chooseJobs(
  records: readonly JobRecord[],
  inHand: ReadonlySet<string>,
  now: number,
): { readonly due: JobRecord[]; readonly nextAt: number | null } {
  const due: JobRecord[] = [];
  let nextAt: number | null = null;
  const places = JOBS_IN_HAND - inHand.size;
  for (const record of records) {
    if (!isActive(record.status) || inHand.has(record.id)) continue;
    if (record.retryAt !== null && record.retryAt > now) nextAt = Math.min(nextAt ?? Infinity, record.retryAt);
    else if (due.length < places) due.push(record);
  }
  return { due, nextAt };
}
