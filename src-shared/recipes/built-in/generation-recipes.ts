import { IMAGE_SOURCE_FIELDS } from '../../api/fields/generation-fields.ts';
import type { Recipe, RecipeSet, RecipeStep } from '../recipe.ts';

/** The operation that creates a model from each kind of source. */
const GENERATIONS = { picture: 'image_to_model', views: 'multiview_to_model', prompt: 'text_to_model' } as const;

/**
 * Returns one recipe each for images, views and prompts, which differ only in the operation that creates the model.
 * Parameters about the image are omitted for other sources.
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
