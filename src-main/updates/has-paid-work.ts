import { isActive, type Job } from '../../src-shared/jobs/job.ts';

/** True if an order that costs credits is with a service, or its results are on their way: no update is installed then. */
export function hasPaidWork(jobs: readonly Pick<Job, 'status' | 'steps' | 'money'>[]): boolean {
  return jobs.some(({ status, steps, money }) => {
    if (!isActive(status) || money.kind === 'free') return false;
    return status !== 'waiting' || steps.some((step) => step.status === 'running' || step.taskId !== null);
  });
}
