import { AppError } from '../../../src-shared/base/errors.ts';
import { pickCombinedRecipe } from '../../../src-shared/recipes/recipe-set.ts';
import type { RecipeStep } from '../../../src-shared/recipes/recipe.ts';
import { findStepChoices } from '../../../src-shared/recipes/step-choices.ts';
import type { App } from '../../app-deps.ts';
import type { AppParts } from '../../app.ts';
import type { CommandResult } from './output/command-result.ts';
import { maskControlCharacters } from '../../base/mask-control-characters.ts';
import { UsageError } from './usage-error.ts';

/**
 * Adds an operation to one of the user's recipes as its last step, which is exported. Throws `not_found` for an unknown recipe,
 * and `config_invalid` for a built-in recipe or one whose result the operation cannot use.
 */
export async function addToRecipe(
  { handlers }: Pick<App & AppParts, 'handlers'>,
  id: string,
  { operation, params, exports }: Pick<RecipeStep, 'operation' | 'params' | 'exports'>,
): Promise<CommandResult> {
  const listed = (await handlers['recipes:list'](null)).find((each) => each.id === id);
  if (!listed?.recipes) throw new AppError('not_found', `You have no recipe “${maskControlCharacters(id)}”.`);
  if (listed.shipped) {
    throw new UsageError(
      `“${id}” is built in (read-only). Duplicate it to edit: dropforge recipes duplicate ${id} NEW-ID`,
    );
  }
  const recipe = pickCombinedRecipe(listed.recipes, 'picture');
  const choice = findStepChoices(recipe, recipe.steps.length).find((each) => each.operation === operation);
  const last = choice?.steps?.at(-1);
  if (!choice?.steps || !last) {
    throw new AppError('config_invalid', choice?.refusal ?? '', { subject: id });
  }
  const steps = [...choice.steps.slice(0, -1), { ...last, params, exports }];
  const saved = await handlers['recipes:save']({ recipe: { ...recipe, steps }, replace: true });
  return {
    data: saved,
    text: `Added ${operation} to “${maskControlCharacters(id)}” as its last step. Nothing was sent.\n`,
  };
}
