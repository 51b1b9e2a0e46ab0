import type { OperationName } from '../api/operations.ts';

/** The fields of a step that determine which step created its model. */
export interface ChainedStep {
  readonly operation: OperationName;
  readonly from: number | null;
}

/**
 * Returns the index of the step that created the model of the step at `at`: the step itself, or for a conversion the
 * step whose model it converts. A missing step counts as its own creator.
 */
export function findCreatingStep(steps: readonly ChainedStep[], at: number): number {
  const step = steps[at];
  if (step?.operation !== 'convert_model' || step.from === null || step.from >= at) return at;
  return findCreatingStep(steps, step.from);
}
