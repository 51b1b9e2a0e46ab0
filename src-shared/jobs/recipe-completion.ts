import type { JobStatus, JobStep } from './job.ts';

/**
 * Whether a job is over and all that its recipe wanted is made, so that more can be ordered of it; what was ordered of it
 * later may have come to nothing.
 */
export function isRecipeComplete({
  status,
  steps,
}: {
  readonly status: JobStatus;
  readonly steps: readonly Pick<JobStep, 'status' | 'extra'>[];
}): boolean {
  const isOver = status === 'done' || status === 'failed' || status === 'cancelled';
  return isOver && areRecipeStepsDone(steps);
}

/** Whether everything that a job's recipe wanted is made; what was ordered beyond it may be on its way, or have failed. */
export function areRecipeStepsDone(steps: readonly Pick<JobStep, 'status' | 'extra'>[]): boolean {
  const isMade = (step: Pick<JobStep, 'status'>): boolean => step.status === 'done';
  return steps.some(isMade) && steps.every((step) => isMade(step) || step.extra === true);
}
