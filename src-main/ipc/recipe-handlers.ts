import type { Handlers, Output } from '../../src-shared/ipc/contract.ts';
import { pickRecipe, type Recipe } from '../../src-shared/recipe.ts';
import { toRecipeFile } from '../../src-shared/recipe-file.ts';
import type { ListedRecipe, RecipeBook } from '../queue/recipes/recipe-book.ts';

/** What the page may ask of the recipes. */
export function createRecipeHandlers(
  book: RecipeBook,
): Pick<Handlers, 'recipes:list' | 'recipes:import' | 'recipes:export'> {
  return {
    'recipes:list': async () => (await book.list()).map((listed) => toView(listed, book)),
    'recipes:import': async ({ text, replace }) => {
      const { outcome, recipe, diff } = await book.bring(text, 'The recipe', replace);
      return { outcome, id: recipe.id, diff: [...diff] };
    },
    'recipes:export': async ({ id, takes }) => {
      const recipe = pickRecipe(await book.get(id), takes);
      return { fileName: `${id}.json`, text: toRecipeFile(recipe) };
    },
  };
}

function toView(listed: ListedRecipe, book: RecipeBook): Output<'recipes:list'>[number] {
  const { id, shipped, recipes: pair, problem } = listed;
  const own = pair?.picture ?? pair?.model ?? null;
  const upgrade = own && book.upgradeOf(own);
  return {
    id,
    shipped,
    problem,
    recipes: pair && { picture: toOutput(pair.picture), model: toOutput(pair.model) },
    upgrade: upgrade && { ...upgrade, diff: [...upgrade.diff] },
  };
}

/** A copy whose list of steps may be changed, as the contract has it. */
function toOutput(recipe: Recipe | null) {
  return recipe && { ...recipe, steps: [...recipe.steps] };
}
