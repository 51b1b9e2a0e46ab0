import { IMAGE_SOURCE_FIELDS } from '../../api/fields/generation-fields.ts';
import type { Recipe, RecipeSet, RecipeStep } from '../recipe.ts';

/** The operation that makes a model of each kind of source. */
const GENERATIONS = { picture: 'image_to_model', views: 'multiview_to_model', prompt: 'text_to_model' } as const;

/**
 * One recipe for images, views and prompts each: alike but for the operation that makes the model. Parameters about the
 * image itself are left out where there is none.
 */
export function generationRecipes(
  head: Omit<Recipe, 'takes' | 'steps'>,
  model: Pick<RecipeStep, 'params' | 'exports'>,
  rest: readonly RecipeStep[],
): RecipeSet {
  const { params, exports } = model;
  const described = Object.entries(params).filter(([name]) => !Object.hasOwn(IMAGE_SOURCE_FIELDS, name));
  const recipe = (takes: keyof typeof GENERATIONS): Recipe => ({
    ...head,
    takes,
    steps: [
      {
        operation: GENERATIONS[takes],
        params: takes === 'prompt' ? Object.fromEntries(described) : params,
        from: null,
        exports,
      },
      ...rest,
    ],
  });
  return { picture: recipe('picture'), views: recipe('views'), prompt: recipe('prompt') };
}
