import { AppError } from '../../../src-shared/base/errors.ts';
import { pickCombinedRecipe } from '../../../src-shared/recipes/recipe-set.ts';
import type { RecipeStep } from '../../../src-shared/recipes/recipe.ts';
import { findStepChoices } from '../../../src-shared/recipes/step-choices.ts';
import type { App } from '../../app-deps.ts';
import type { AppParts } from '../../app.ts';
import type { CommandResult } from './output/command-result.ts';
import { maskControlCharacters } from './output/mask-control-characters.ts';

/**
 * Makes an operation the last step of a recipe of the person's own, whose file is exported. Throws `not_found` for an
 * unknown recipe, `config_invalid` where it comes with the app, or nothing it makes can be worked on.
 */
export async function addToRecipe(
  { handlers }: Pick<App & AppParts, 'handlers'>,
  id: string,
  { operation, params, exports }: Pick<RecipeStep, 'operation' | 'params' | 'exports'>,
): Promise<CommandResult> {
  const listed = (await handlers['recipes:list'](null)).find((each) => each.id === id);
  if (!listed?.recipes)
    throw new AppError('not_found', `There is no recipe “${maskControlCharacters(id)}” of your own.`);
  if (listed.shipped) {
    const detail = `“${id}” comes with Dropforge and stays as it is. “dropforge recipes duplicate ${id} NEW-ID” makes a copy.`;
    throw new AppError('config_invalid', detail, { subject: 'operate' });
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
    text: `${operation} is the last step of “${maskControlCharacters(id)}” now. Nothing was sent.\n`,
  };
}
