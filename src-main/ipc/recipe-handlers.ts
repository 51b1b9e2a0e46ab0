import type { Handlers, Output } from '../../src-shared/ipc/contract.ts';
import { pickRecipe, recipesOf, type Recipe } from '../../src-shared/recipe.ts';
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
  const { id, shipped, recipes: set, problem } = listed;
  const own = set && pickRecipe(set, 'picture');
  const upgrade = own && book.upgradeOf(own);
  return {
    id,
    shipped,
    problem,
    recipes: set && Object.fromEntries(recipesOf(set).map((recipe) => [recipe.takes, toOutput(recipe)])),
    upgrade: upgrade && { ...upgrade, diff: [...upgrade.diff] },
  };
}

/** A copy whose list of steps may be changed, as the contract has it. */
function toOutput(recipe: Recipe) {
  return { ...recipe, steps: [...recipe.steps] };
}
