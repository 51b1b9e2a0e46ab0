import { describe, expect, it } from 'vitest';
import { recipesOf } from '../../../../src-shared/recipes/recipe.ts';
import { findBuiltInRecipe } from '../../../../src-shared/recipes/built-in/built-in-recipes.ts';
import {
  skippedSourcesNote,
  recipeRefusal,
  recipeSource,
  recipeSteps,
  recipeTitle,
} from '../../../../src-renderer/features/recipes/recipe-facts.ts';
import type { ListedRecipe } from '../../../../src-renderer/features/recipes/recipe-facts.ts';

function listed(id: string, changes: Partial<ListedRecipe> = {}): ListedRecipe {
  const set = findBuiltInRecipe(id, ['glb']);
  const recipes =
    set && Object.fromEntries(recipesOf(set).map((recipe) => [recipe.takes, { ...recipe, steps: [...recipe.steps] }]));
  return { id, shipped: true, recipes, problem: null, upgrade: null, ...changes };
}

describe('what is said of a recipe', () => {
  it('is its name and what each of its steps makes', () => {
    expect(recipeTitle(listed('game'))).toBe('Game');
    expect(recipeSteps(listed('game'), [])).toEqual(['Model', 'FBX']);
    expect(recipeSteps(listed('game'), [], 'model')).toEqual(['Import', 'FBX']);
    expect(recipeSource(listed('game'))).toBe('Source');
  });

  it('follows the chosen formats in the draft alone', () => {
    expect(recipeSteps(listed('draft'), ['glb', 'usdz', 'stl'])).toEqual(['Model', 'USDZ', 'STL']);
    expect(recipeSteps(listed('draft'), ['glb'])).toEqual(['Model']);
    expect(recipeSteps(listed('print'), ['usdz'])).toEqual(recipeSteps(listed('print'), ['glb']));
  });

  it('is why it cannot be used', () => {
    const game = listed('game');
    const pictures = listed('pictures-only', {
      recipes: { ...(game.recipes?.picture && { picture: game.recipes.picture }) },
    });
    const damaged = listed('broken', { recipes: null, problem: 'It ends too early.' });
    expect(recipeRefusal(game, new Set(['picture', 'model']))).toBeNull();
    expect(recipeRefusal(pictures, new Set(['picture']))).toBeNull();
    expect(recipeRefusal(pictures, new Set(['model', 'views']))).toBe('Only for images.');
    expect(recipeRefusal(pictures, new Set(['model', 'picture']))).toBeNull();
    expect(skippedSourcesNote(pictures, new Set(['model', 'picture']))).toBe('Only for images.');
    expect(skippedSourcesNote(pictures, new Set(['picture']))).toBe('');
    expect(recipeRefusal(pictures, new Set())).toBeNull();
    expect(recipeRefusal(damaged, new Set())).toBe('It ends too early.');
    expect([recipeTitle(damaged), recipeSteps(damaged, ['glb'])]).toEqual(['broken', []]);
  });
});
