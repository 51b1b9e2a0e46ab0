import type { OperationName } from '../api/operations.ts';

/** A step as far as it matters to whose model it shows. */
export interface ChainedStep {
  readonly operation: OperationName;
  readonly from: number | null;
}

/**
 * Index of the step that made the model which the step at `at` left: itself, or for a conversion the step whose model it
 * wrote in another format. A step that is not there stands for itself.
 */
export function findCreatingStep(steps: readonly ChainedStep[], at: number): number {
  const step = steps[at];
  if (step?.operation !== 'convert_model' || step.from === null || step.from >= at) return at;
  return findCreatingStep(steps, step.from);
}
