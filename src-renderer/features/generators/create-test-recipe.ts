import { withChosenGenerator } from '../../../src-shared/api/generators/chosen-generator.ts';
import type { GeneratorOperation } from '../../../src-shared/api/generators/generator-operations.ts';
import { GENERATION_MODELS } from '../../../src-shared/api/models/generation-models.ts';
import type { Recipe } from '../../../src-shared/recipes/recipe.ts';

/** Id of the recipe of tests; no recipe of the user has its jobs. */
export const TEST_RECIPE = 'generator-test';

/** A recipe that generates one model with a generator; null if it supports neither images nor prompts. */
export function createTestRecipe(name: string, operations: readonly GeneratorOperation[]): Recipe | null {
  const operation = (['image_to_model', 'text_to_model'] as const).find((each) => operations.includes(each));
  if (!operation) return null;
  const params = withChosenGenerator({ model: GENERATION_MODELS[0].id }, name);
  return {
    id: TEST_RECIPE,
    version: 1,
    name: 'Generator test',
    help: '',
    basedOn: null,
    takes: operation === 'text_to_model' ? 'prompt' : 'picture',
    steps: [{ operation, params, from: null, exports: 'glb' }],
  };
}
