import type { MeshFormat } from '../../formats/formats.ts';
import type { RecipeSet } from '../recipe.ts';
import { AR } from './ar.ts';
import { CHARACTER } from './character.ts';
import { draftRecipes } from './draft.ts';
import { FILM } from './film.ts';
import { GAME } from './game.ts';
import { PRINT } from './print.ts';
import { SPLAT } from './splat.ts';

const FIXED = { game: GAME, film: FILM, print: PRINT, ar: AR, character: CHARACTER, splat: SPLAT } as const;

/** Ids of the built-in recipes, which are reserved. */
export const BUILT_IN_RECIPE_IDS = ['draft', ...(Object.keys(FIXED) as (keyof typeof FIXED)[])] as const;

/** True if a recipe is built in. */
export function isBuiltInRecipe(id: string): id is (typeof BUILT_IN_RECIPE_IDS)[number] {
  return (BUILT_IN_RECIPE_IDS as readonly string[]).includes(id);
}

/** Returns a built-in recipe, or null; `formats` apply to the draft only, every other recipe has its own. */
export function findBuiltInRecipe(id: string, formats: readonly MeshFormat[]): RecipeSet | null {
  if (id === 'draft') return draftRecipes(formats);
  return Object.hasOwn(FIXED, id) ? FIXED[id as keyof typeof FIXED] : null;
}
