import type { Output } from '../../../src-shared/ipc/contract.ts';
import type { RecipePrice } from '../../../src-shared/ipc/views/recipe-view.ts';
import { diffRecipes } from '../../../src-shared/recipes/diff-recipes.ts';
import type { DiffLine } from '../../../src-shared/recipes/diff-line.ts';
import { recipesOf, type Recipe, type RecipeStep } from '../../../src-shared/recipes/recipe.ts';
import { findOtherSourceKinds, pickCombinedRecipe, toRecipeSet } from '../../../src-shared/recipes/recipe-set.ts';
import { findFlows } from '../../../src-shared/recipes/step-flows.ts';
import type { PlanJobs } from '../../queue/spending/plan.ts';
import type { RecipeBook } from '../../queue/recipes/recipe-book.ts';

type Checked = Output<'recipes:check'>;

/** Checks a draft: its problems, prices and flows, and its differences from the saved recipe and from its original. */
export async function checkDraft(draft: Recipe, book: RecipeBook, plan: PlanJobs): Promise<Checked> {
  const issues = book.check(draft);
  // Prices are computed from parameters, so invalid parameters have none.
  const wrong = new Set(issues.flatMap(({ step, field }) => (['from', 'exports'].includes(field) ? [] : [step])));
  const sound = draft.steps.filter((_, index) => !wrong.has(index));
  const price = priceOf(draft.id, sound, plan);
  const flows = findFlows(draft);
  const others = issues.length > 0 ? [] : recipesOf(toRecipeSet(draft)).filter(({ takes }) => takes !== draft.takes);
  const amountOf = (step: RecipeStep, index: number): string | null => {
    if (price.free) return price.total;
    const { total, unknown } = wrong.has(index) ? { total: null, unknown: 1 } : priceOf(draft.id, [step], plan);
    return unknown > 0 ? null : total;
  };
  return {
    issues,
    steps: draft.steps.map((step, index) => ({
      price: amountOf(step, index),
      flow: flows[index] as (typeof flows)[number],
    })),
    price: { ...price, unknown: price.free ? 0 : price.unknown + draft.steps.length - sound.length },
    prices: Object.fromEntries(others.map(({ takes, steps }) => [takes, priceOf(draft.id, steps, plan)])),
    others: [...findOtherSourceKinds(draft)],
    unsaved: await diffKept(draft, book),
    origin: await diffOrigin(draft, book),
  };
}

/** The cost of a job with these steps at the service in use; sends nothing. */
export function priceOf(recipe: string, steps: readonly RecipeStep[], plan: PlanJobs): RecipePrice {
  const { free, total, unknown } = plan([{ recipe, steps, count: 1 }]);
  return { free, total, unknown };
}

async function diffKept(draft: Recipe, book: RecipeBook): Promise<DiffLine[] | null> {
  const kept = await findKept(draft.id, draft.takes, book);
  return kept && diffRecipes(kept, draft);
}

async function diffOrigin({ basedOn, ...draft }: Recipe, book: RecipeBook): Promise<Checked['origin']> {
  if (!basedOn) return null;
  const origin = await findKept(basedOn.id, draft.takes, book);
  // The name and the other source kinds of a copy always differ; they are not changes.
  const like = { name: draft.name, ...(draft.also ? { also: draft.also } : {}) };
  const diff = origin ? diffRecipes({ ...origin, ...like }, { ...draft, basedOn }) : [];
  return { ...basedOn, now: origin?.version ?? null, diff };
}

/** The recipe with this id, for that kind of source if it has several; null: missing or unreadable. */
async function findKept(id: string, takes: Recipe['takes'], book: RecipeBook): Promise<Recipe | null> {
  const set = await book.get(id).catch(() => null);
  return set && recipesOf(set).length > 0 ? pickCombinedRecipe(set, takes) : null;
}
