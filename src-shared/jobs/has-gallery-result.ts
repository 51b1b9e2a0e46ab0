import { areRecipeStepsDone } from './recipe-completion.ts';
import type { Job } from './job.ts';

/**
 * Whether a job has anything to show in the gallery: what its recipe wanted is made, and something came out of it. What
 * was ordered of it later may be on its way or have failed; that takes nothing away.
 */
export function hasGalleryResult({ status, artifacts, steps }: Pick<Job, 'status' | 'artifacts' | 'steps'>): boolean {
  return (status === 'done' || areRecipeStepsDone(steps)) && artifacts.length > 0;
}
