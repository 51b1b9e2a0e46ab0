import { areRecipeStepsDone } from './recipe-completion.ts';
import type { Job } from './job.ts';

/**
 * True if a job has a result for the gallery: the steps of its recipe are done and produced something. Later orders
 * that are in progress or failed make no difference.
 */
export function hasGalleryResult({ status, artifacts, steps }: Pick<Job, 'status' | 'artifacts' | 'steps'>): boolean {
  return (status === 'done' || areRecipeStepsDone(steps)) && artifacts.length > 0;
}
