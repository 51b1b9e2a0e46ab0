import type { RecipeStep } from './recipe.ts';

type Steps = readonly RecipeStep[];

/** Inserts a step at an index; references between other steps stay the same. */
export function insertStep(steps: Steps, at: number, step: RecipeStep): RecipeStep[] {
  const shifted = steps.map((each) => pointTo(each, (from) => (from >= at ? from + 1 : from)));
  return [...shifted.slice(0, at), step, ...shifted.slice(at)];
}

/** Duplicates a step right after it, with the same input. */
export function duplicateStep(steps: Steps, index: number): RecipeStep[] {
  const step = steps[index];
  return step ? insertStep(steps, index + 1, step) : [...steps];
}

/** Removes a step; steps that used its result use its input instead. */
export function removeStep(steps: Steps, index: number): RecipeStep[] {
  const before = steps[index]?.from ?? null;
  return steps
    .filter((_, each) => each !== index)
    .map((step) => pointTo(step, (from) => (from === index ? before : from > index ? from - 1 : from)));
}

/**
 * Moves a step to another index. References between steps stay the same and may point to a later step as a result,
 * which the check of the recipe reports.
 */
export function moveStep(steps: Steps, index: number, to: number): RecipeStep[] {
  const order = steps.map((_, each) => each).filter((each) => each !== index);
  order.splice(to, 0, index);
  return order.flatMap((old) => {
    const step = steps[old];
    return step ? [pointTo(step, (from) => order.indexOf(from))] : [];
  });
}

function pointTo(step: RecipeStep, place: (from: number) => number | null): RecipeStep {
  return step.from === null ? step : { ...step, from: place(step.from) };
}
