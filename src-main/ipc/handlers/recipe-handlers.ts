import path from 'node:path';
import type { MeshFormat } from '../../../src-shared/formats/formats.ts';
import { isActive } from '../../../src-shared/jobs/job.ts';
import type { HandlersOf } from '../../../src-shared/ipc/calls/call-table.ts';
import type { recipeCalls } from '../../../src-shared/ipc/calls/recipe-calls.ts';
import type { Output } from '../../../src-shared/ipc/contract.ts';
import { recipesOf, type Recipe, type RecipeSet } from '../../../src-shared/recipes/recipe.ts';
import { findBuiltInRecipe } from '../../../src-shared/recipes/built-in/built-in-recipes.ts';
import { pickCombinedRecipe } from '../../../src-shared/recipes/recipe-set.ts';
import { findStepChoices } from '../../../src-shared/recipes/step-choices.ts';
import type { ReferenceStore } from '../../pipeline/reference-store.ts';
import { exportRecipe, saveRecipeImages } from '../../queue/recipes/recipe-images.ts';
import type { PlanJobs } from '../../queue/spending/plan.ts';
import type { ListedRecipe, RecipeBook } from '../../queue/recipes/recipe-book.ts';
import { checkDraft, priceOf } from '../views/check-draft.ts';
import { createRecipeTest, type TestParts } from '../views/recipe-test.ts';

interface Parts extends TestParts {
  readonly references: ReferenceStore;
}

/** Handlers of the calls about recipes. */
export function createRecipeHandlers(parts: Parts): HandlersOf<typeof recipeCalls> {
  const { book, plan, queue, settings, references } = parts;
  return {
    'recipes:list': async () => (await book.list()).map((listed) => toView(listed, book)),
    'recipes:prices': async ({ formats }) =>
      Object.fromEntries((await book.list()).map(({ id, recipes }) => [id, pricesOf(id, recipes, formats, plan)])),
    'recipes:import': async ({ text, replace }) => {
      const { outcome, recipe, diff } = await book.import(text, 'The recipe', replace, (file, subject) =>
        saveRecipeImages(file, subject, references),
      );
      return { outcome, id: recipe.id, diff: [...diff] };
    },
    'recipes:export': async ({ id, takes }) => {
      const { text, left } = await exportRecipe(pickCombinedRecipe(await book.get(id), takes), references);
      return { fileName: `${id}.dropforge-recipe`, text, left: [...left] };
    },
    'recipes:check': ({ recipe }) => checkDraft(recipe, book, plan),
    'recipes:choices': async ({ recipe, at }) =>
      findStepChoices(recipe, Math.min(at, recipe.steps.length)).map(({ operation, refusal, steps }) => ({
        operation,
        refusal,
        steps: steps && [...steps],
      })),
    'recipes:save': async ({ recipe, replace }) => {
      const saved = await book.save(recipe, replace);
      return { outcome: saved.outcome, recipe: toOutput(saved.recipe), diff: [...saved.diff] };
    },
    'recipes:duplicate': async ({ id, takes, name }) => toOutput(await book.duplicate(id, { name }, takes)),
    'recipes:rename': async ({ id, name }) => toOutput(await book.rename(id, name)),
    'recipes:uses': async ({ id }) => ({
      jobs: queue.records().filter(({ recipe, status }) => recipe === id && !isOver(status)).length,
      folders: settings
        .get()
        .hotFolders.flatMap((folder) => (folder.recipe === id ? [path.basename(folder.path)] : [])),
    }),
    'recipes:remove': async ({ id }) => (await book.remove(id), null),
    'recipes:test': createRecipeTest(parts),
  };
}

/** True if a job no longer needs its steps; a job that waits for the user does. */
function isOver(status: Parameters<typeof isActive>[0]): boolean {
  return !isActive(status) && !['unknown', 'held', 'paused'].includes(status);
}

function toView(listed: ListedRecipe, book: RecipeBook): Output<'recipes:list'>[number] {
  const { id, shipped, recipes: set, problem } = listed;
  const own = set && pickCombinedRecipe(set, 'picture');
  const upgrade = own && book.upgradeOf(own);
  const all = set ? recipesOf(set) : [];
  return {
    id,
    shipped,
    problem,
    recipes: set && Object.fromEntries(all.map((recipe) => [recipe.takes, toOutput(recipe)])),
    upgrade: upgrade && { ...upgrade, diff: [...upgrade.diff] },
  };
}

/** Prices of a recipe by kind of source; none for a damaged one. */
function pricesOf(id: string, recipes: RecipeSet | null, formats: readonly MeshFormat[], plan: PlanJobs) {
  const set = findBuiltInRecipe(id, formats) ?? recipes;
  return Object.fromEntries((set ? recipesOf(set) : []).map(({ takes, steps }) => [takes, priceOf(id, steps, plan)]));
}

/** A copy with a mutable list of steps, as the call declares it. */
function toOutput(recipe: Recipe) {
  return { ...recipe, steps: [...recipe.steps] };
}
