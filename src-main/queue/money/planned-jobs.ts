import type { Format } from '../../../src-shared/formats.ts';
import { draftRecipe, type RecipePair } from '../../../src-shared/recipe.ts';
import type { PlannedJobs } from './plan.ts';

/** Groups of like jobs that sources would become, as `createJobRecords` makes them; a source the recipe does not take is in none. */
export function toPlannedJobs(
  sources: readonly { readonly kind: 'picture' | 'model' }[],
  { recipe, formats, variants = 1 }: { recipe: RecipePair | null; formats: readonly Format[]; variants?: number },
): PlannedJobs[] {
  return (['picture', 'model'] as const).flatMap((kind) => {
    const count = sources.filter((source) => source.kind === kind).length * variants;
    const made = recipe ? recipe[kind] : draftRecipe(kind, formats);
    return made && count > 0 ? [{ recipe: made.id, steps: made.steps, count }] : [];
  });
}
