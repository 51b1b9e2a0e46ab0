import type { Job } from '../../../src-shared/jobs/job.ts';
import { MAX_OTHER_JOBS } from '../../../src-shared/operations/max-other-jobs.ts';
import { notices } from '../../app/notices.svelte.ts';
import { OPERATION_VIEW } from './texts/operation-labels.ts';

/** Returns the ids of the other jobs that an operation runs on beside the first; says how many are too many. */
export function limitOthers(jobs: readonly Job[], first: Job): string[] {
  const others = jobs.map(({ id }) => id).filter((id) => id !== first.id);
  if (others.length > MAX_OTHER_JOBS)
    notices.toast(OPERATION_VIEW.tooMany(MAX_OTHER_JOBS + 1, others.length - MAX_OTHER_JOBS));
  return others.slice(0, MAX_OTHER_JOBS);
}
