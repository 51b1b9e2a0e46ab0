import { describe, expect, test } from 'vitest';
import { checkRecipe, parseRecipe } from '../../../src-shared/recipes/check-recipe.ts';
import { diffRecipes } from '../../../src-shared/recipes/diff-recipes.ts';
import { recipesOf, type Recipe } from '../../../src-shared/recipes/recipe.ts';
import {
  findDerivedKinds,
  findOtherSourceKinds,
  pickCombinedRecipe,
  toRecipeSet,
} from '../../../src-shared/recipes/recipe-set.ts';
import { findBuiltInRecipe, BUILT_IN_RECIPE_IDS } from '../../../src-shared/recipes/built-in/built-in-recipes.ts';
import { toEnglish } from '../../../src-shared/messages/english.ts';

const CONTEXT = { deployment: 'international', now: Date.parse('2026-11-21') } as const;

function shipped(id: string, kind: Recipe['takes'] = 'picture'): Recipe {
  return findBuiltInRecipe(id, ['glb', 'fbx'])?.[kind] as Recipe;
}

describe('a recipe that takes several kinds of sources', () => {
  test('stands for one recipe of each, alike but for the first step and what it does not know', () => {
    const character = { ...shipped('character'), also: ['views', 'prompt', 'model'] } satisfies Recipe;
    const set = toRecipeSet(character);
    expect(recipesOf(set).map(({ takes, steps }) => [takes, steps[0]?.operation])).toEqual([
      ['picture', 'image_to_model'],
      ['views', 'multiview_to_model'],
      ['prompt', 'text_to_model'],
      ['model', 'import_model'],
    ]);
    expect(set.picture).toBe(character);
    expect(set.prompt?.steps.slice(1)).toEqual(character.steps.slice(1));
    expect(set.prompt?.steps[0]?.params).not.toHaveProperty('enable_image_autofix');
    expect(set.prompt?.steps[0]?.params).toMatchObject({ face_limit: 20_000 });
    expect(set.model?.steps[0]?.params).toEqual({});
    expect(checkRecipe(character, CONTEXT)).toEqual([]);
    expect(pickCombinedRecipe(set, 'prompt')).toBe(character);
    expect(pickCombinedRecipe(toRecipeSet(shipped('character')), 'prompt')).toEqual(shipped('character'));
  });

  test('is found in what comes with the app: images, views and words are alike', () => {
    for (const id of BUILT_IN_RECIPE_IDS) {
      const set = findBuiltInRecipe(id, ['glb', 'fbx']) ?? {};
      const kinds = Object.keys(set).filter((kind) => kind !== 'picture' && kind !== 'model');
      expect([id, findDerivedKinds(set, shipped(id)).filter((kind) => kind !== 'model')]).toEqual([id, kinds]);
    }
    expect(findDerivedKinds(findBuiltInRecipe('splat', ['glb']) ?? {}, shipped('splat'))).toEqual([]);
  });

  test('begins with the step that makes the model, and no other works on the source', () => {
    const game = shipped('game');
    expect(findOtherSourceKinds(game)).toEqual(['views', 'prompt', 'model']);
    const second = game.steps[0]!;
    const twice = { ...game, also: ['views' as const], steps: [...game.steps, second] };
    expect(findOtherSourceKinds(twice)).toEqual([]);
    expect(recipesOf(toRecipeSet(twice)).map(({ takes }) => takes)).toEqual(['picture']);
    expect(checkRecipe(twice, CONTEXT)).toMatchObject([{ step: null, field: 'also' }]);
    expect(parseRecipe({ ...game, also: ['views', 'sound'] }, CONTEXT).recipe).toBeNull();
  });

  test('is checked for every kind, and what is wrong with several is told once', () => {
    const game = shipped('game');
    const [first, ...rest] = game.steps;
    const wrong = { ...first!, params: { ...first!.params, face_limit: 900_000 } };
    const issues = checkRecipe({ ...game, also: ['views', 'prompt'], steps: [wrong, ...rest] }, CONTEXT);
    expect(issues.map(({ step, field }) => [step, field])).toEqual([[0, 'face_limit']]);
  });

  test('differs by what else it takes, in whatever order it says so', () => {
    const game = shipped('game');
    const [line] = diffRecipes(game, { ...game, also: ['views', 'prompt'] });
    expect(toEnglish(line?.text ?? '')).toBe('Other sources: – → prompt, views');
    expect(diffRecipes({ ...game, also: ['prompt', 'views'] }, { ...game, also: ['views', 'prompt'] })).toEqual([]);
    expect(diffRecipes(game, { ...game, also: [] })).toEqual([]);
  });
});
