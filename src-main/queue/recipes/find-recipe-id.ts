import { recipeId } from '../../../src-shared/recipes/recipe.ts';

/** Maximum length of the part of an id that comes from the name, without the number that makes it unique. */
const LONGEST = 40;

/** A unique id for a recipe of that name: its Latin letters and digits, or `recipe`, with a number if needed. */
export function findRecipeId(name: string, taken: ReadonlySet<string>): string {
  const words = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replaceAll(/^-+|(?<!-)-+$/g, '');
  // Reserved device names are not allowed.
  const base = recipeId.safeParse(words).success ? words : 'recipe';
  for (let count = 1; ; count++) {
    const id = count === 1 ? base : `${base}-${count}`;
    if (!taken.has(id)) return id;
  }
}
