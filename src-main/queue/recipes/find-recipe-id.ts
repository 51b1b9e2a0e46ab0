import { recipeId } from '../../../src-shared/recipes/recipe.ts';

/** Longest part of an id that is made of a name; what tells it from others comes behind it. */
const LONGEST = 40;

/** An id for a recipe of that name that nobody has: its Latin letters and digits, or `recipe`, and a number if need be. */
export function findRecipeId(name: string, taken: ReadonlySet<string>): string {
  const words = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replaceAll(/^-+|-+$/g, '');
  // A word that names a device is no id, either.
  const base = recipeId.safeParse(words).success ? words : 'recipe';
  for (let count = 1; ; count++) {
    const id = count === 1 ? base : `${base}-${count}`;
    if (!taken.has(id)) return id;
  }
}
