import type { RecipeContext } from '../../../../src-shared/recipes/check-recipe.ts';
import { deploymentOf } from '../../../../src-shared/settings/settings.ts';
import { createRecipeBook, type RecipeBook } from '../../../queue/recipes/recipe-book.ts';
import { createAppSettings } from '../../../settings/app-settings.ts';
import { openSettingsFile } from '../../../settings/settings-file.ts';

/** The recipes of a home, checked against the rules of the service in its settings. */
export function openRecipeBook(home: string): RecipeBook {
  return createRecipeBook(home, () => recipeContextOf(home));
}

/** The rules of the service in the settings of a home. */
export function recipeContextOf(home: string): RecipeContext {
  return { deployment: deploymentOf(createAppSettings(openSettingsFile(home)).get()), now: Date.now() };
}
