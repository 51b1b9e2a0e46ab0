import type { JobStatus, JobStep } from './job.ts';
import { queueGroupOf } from './queue-groups.ts';

/**
 * True if a job has ended with all steps of its recipe done, so that more steps can be added; later additions may have
 * failed.
 */
export function isRecipeComplete({
  status,
  steps,
}: {
  readonly status: JobStatus;
  readonly steps: readonly Pick<JobStep, 'status' | 'extra'>[];
}): boolean {
  return queueGroupOf(status) === 'finished' && areRecipeStepsDone(steps);
}

/** True if all steps of a job's recipe are done; later additions may be in progress or failed. */
export function areRecipeStepsDone(steps: readonly Pick<JobStep, 'status' | 'extra'>[]): boolean {
  const isMade = (step: Pick<JobStep, 'status'>): boolean => step.status === 'done';
  return steps.some(isMade) && steps.every((step) => isMade(step) || step.extra === true);
}
