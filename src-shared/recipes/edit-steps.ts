import type { RecipeStep } from './recipe.ts';

type Steps = readonly RecipeStep[];

/** The chain with a step put in at an index; whatever works on another step still works on the same one. */
export function insertStep(steps: Steps, at: number, step: RecipeStep): RecipeStep[] {
  const shifted = steps.map((each) => pointTo(each, (from) => (from >= at ? from + 1 : from)));
  return [...shifted.slice(0, at), step, ...shifted.slice(at)];
}

/** The chain with a step once more, right behind it, working on the same. */
export function duplicateStep(steps: Steps, index: number): RecipeStep[] {
  const step = steps[index];
  return step ? insertStep(steps, index + 1, step) : [...steps];
}

/** The chain without a step; what worked on it works on what it worked on. */
export function removeStep(steps: Steps, index: number): RecipeStep[] {
  const before = steps[index]?.from ?? null;
  return steps
    .filter((_, each) => each !== index)
    .map((step) => pointTo(step, (from) => (from === index ? before : from > index ? from - 1 : from)));
}

/**
 * The chain with a step at another index. Whatever works on another step still works on the same one, which may stand
 * behind it by then: the check of the recipe says so.
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
