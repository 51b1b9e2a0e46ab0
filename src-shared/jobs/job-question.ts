import type { Job } from './job.ts';

/** Number of jobs that are cancelled or removed at once without a question. */
const MAX_UNASKED_JOBS = 20;

/** What is asked about a job. */
type Spent = Pick<Job, 'money'> & { readonly steps: readonly Pick<Job['steps'][number], 'status'>[] };

/** True if a person confirms before these jobs are cancelled: more than twenty, or credits were spent on an unfinished one. */
export function asksBeforeCancel(jobs: readonly Spent[]): boolean {
  return jobs.length > MAX_UNASKED_JOBS || jobs.some(hasSpent);
}

/** True if a person confirms before these jobs go to the trash: more than twenty, or a charge is not confirmed yet. */
export function asksBeforeRemove(jobs: readonly Pick<Job, 'money'>[]): boolean {
  return jobs.length > MAX_UNASKED_JOBS || jobs.some(({ money }) => money.kind === 'maybe_paid');
}

/** True if a job's credits are charged, held, or may be charged. */
export function hasSpent({ money, steps }: Spent): boolean {
  if (money.charged !== undefined || steps.some(({ status }) => status === 'unknown')) return true;
  return money.kind === 'held' || money.kind === 'charged' || money.kind === 'maybe_paid';
}
