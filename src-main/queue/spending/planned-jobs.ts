import type { MeshFormat } from '../../../src-shared/formats/formats.ts';
import type { BatchPlan } from '../../../src-shared/ipc/views/money-view.ts';
import type { RecipeSet } from '../../../src-shared/recipes/recipe.ts';
import { draftRecipes } from '../../../src-shared/recipes/built-in/draft.ts';
import { SOURCE_KINDS, type SourceKind } from '../../../src-shared/formats/source-kind.ts';
import type { PlannedJobs } from './plan.ts';

/** Groups of identical jobs for sources, as `createJobRecords` creates them; sources the recipe does not accept are left out. */
export function toPlannedJobs(
  sources: readonly { readonly kind: SourceKind }[],
  { recipe, formats, variants = 1 }: { recipe: RecipeSet | null; formats: readonly MeshFormat[]; variants?: number },
): PlannedJobs[] {
  return SOURCE_KINDS.flatMap((kind) => {
    const count = sources.filter((source) => source.kind === kind).length * variants;
    const made = (recipe ?? draftRecipes(formats))[kind];
    return made && count > 0 ? [{ recipe: made.id, steps: made.steps, count }] : [];
  });
}

/** The sources a recipe does not accept, and what it accepts instead; without a recipe the draft, which accepts all. */
export function listSkippedSources(
  sources: readonly { readonly id?: string; readonly kind: SourceKind; readonly name: string }[],
  recipe: RecipeSet | null,
): Pick<BatchPlan, 'sources' | 'takes' | 'leftOut'> {
  const takes = SOURCE_KINDS.filter((kind) => recipe === null || recipe[kind] !== undefined);
  const others = sources.filter(({ kind }) => !takes.includes(kind));
  return { sources: sources.length, takes, leftOut: others.map(({ id = '', name, kind }) => ({ id, name, kind })) };
}
