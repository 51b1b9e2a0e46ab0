import { FORMAT_ROWS, type Format } from '../../../src-shared/formats/formats.ts';
import type { Output } from '../../../src-shared/ipc/contract.ts';
import type { Recipe } from '../../../src-shared/recipes/recipe.ts';
import type { SourceKind } from '../../../src-shared/formats/source-kind.ts';
import { TEXTS } from '../../app/language/texts.ts';
import { stepTitle } from '../../app/language/labels.ts';
import { messageText } from '../../app/language/message-text.ts';

/** A recipe as main lists it. */
export type ListedRecipe = Output<'recipes:list'>[number];

/** The recipe with selectable formats. */
export const DRAFT_RECIPE_ID = 'draft';

/** Returns the display name of a recipe. */
export function recipeTitle({ id, recipes, shipped }: ListedRecipe): string {
  const name = firstOf(recipes)?.name ?? id;
  return shipped ? TEXTS.recipes.shipped.name(id, name) : name;
}

/** Returns the description of a recipe; empty for a damaged one. */
export function recipeHelp({ id, recipes, shipped }: ListedRecipe): string {
  const help = firstOf(recipes)?.help ?? '';
  return shipped ? TEXTS.recipes.shipped.help(id, help) : help;
}

/**
 * Returns the results of a recipe's steps, for this kind of source or else for the one it accepts; those of the draft
 * depend on the formats.
 */
export function recipeSteps(
  { id, recipes }: ListedRecipe,
  formats: readonly Format[],
  kind: SourceKind = 'picture',
): string[] {
  const recipe = recipes?.[kind] ?? firstOf(recipes);
  const titles = (recipe?.steps ?? []).map(({ operation, exports }) => stepTitle({ operation, format: exports }));
  if (id !== DRAFT_RECIPE_ID) return titles;
  const made = formats.filter((format) => FORMAT_ROWS[format].convert !== null);
  return [...titles.slice(0, 1), ...made.map((format) => FORMAT_ROWS[format].title)];
}

/** Returns the display name of a recipe's source. */
export function recipeSource({ recipes }: ListedRecipe): string {
  const { source } = TEXTS.recipes;
  const kinds = kindsIn(recipes);
  return kinds.length === 1 ? source[kinds[0] as SourceKind] : source.any;
}

/** Returns why a recipe accepts no source of these kinds; null if it accepts some, or if there are none. */
export function recipeRefusal({ recipes, problem }: ListedRecipe, kinds: ReadonlySet<SourceKind>): string | null {
  if (!recipes) return problem === null ? '' : messageText(problem);
  if (kinds.size === 0 || [...kinds].some((kind) => recipes[kind])) return null;
  return TEXTS.recipes.takes(kindsIn(recipes));
}

/** Returns a note about the kinds of sources that a recipe skips; empty if it accepts them all. */
export function skippedSourcesNote({ recipes }: ListedRecipe, kinds: ReadonlySet<SourceKind>): string {
  const isWhole = recipes === null || [...kinds].every((kind) => recipes[kind]);
  return isWhole ? '' : TEXTS.recipes.takes(kindsIn(recipes));
}

/** Returns the kind of source to export a recipe for: the first one it accepts. */
export function firstAcceptedKind({ recipes }: ListedRecipe): SourceKind {
  return kindsIn(recipes)[0] ?? 'picture';
}

/** Returns the kinds of sources a recipe accepts; empty for a damaged one. */
export function acceptedKinds({ recipes }: Pick<ListedRecipe, 'recipes'>): SourceKind[] {
  return kindsIn(recipes);
}

/** Returns the recipe that represents all kinds of a custom one; the first one of a built-in recipe. */
export function findMainRecipe({ recipes }: Pick<ListedRecipe, 'recipes'>): Recipe | undefined {
  const whole = Object.values(recipes ?? {}).find(({ also = [] }) => also.length > 0);
  return whole ?? firstOf(recipes);
}

function firstOf(recipes: ListedRecipe['recipes']) {
  const [kind] = kindsIn(recipes);
  return kind && recipes?.[kind];
}

function kindsIn(recipes: ListedRecipe['recipes']): SourceKind[] {
  return Object.keys(recipes ?? {}) as SourceKind[];
}
