import { FORMAT_ROWS, type Format } from '../../../src-shared/formats/formats.ts';
import type { Output } from '../../../src-shared/ipc/contract.ts';
import type { Recipe } from '../../../src-shared/recipes/recipe.ts';
import type { SourceKind } from '../../../src-shared/formats/source-kind.ts';
import { TEXTS } from '../../app/language/texts.ts';
import { stepTitle } from '../../app/language/labels.ts';
import { messageText } from '../../app/language/message-text.ts';

/** A recipe as main lists it. */
export type ListedRecipe = Output<'recipes:list'>[number];

/** The recipe whose formats the person chooses. */
export const DRAFT_RECIPE_ID = 'draft';

/** Most jobs made of one source; the type says when the rule changed. */
export const MAX_VARIANTS: typeof import('../../../src-shared/recipes/recipe.ts').MAX_VARIANTS = 16;

/** What a person calls a recipe. */
export function recipeTitle({ id, recipes, shipped }: ListedRecipe): string {
  const name = firstOf(recipes)?.name ?? id;
  return shipped ? TEXTS.recipes.shipped.name(id, name) : name;
}

/** What a recipe is for; empty for a damaged one. */
export function recipeHelp({ id, recipes, shipped }: ListedRecipe): string {
  const help = firstOf(recipes)?.help ?? '';
  return shipped ? TEXTS.recipes.shipped.help(id, help) : help;
}

/** What a recipe makes, step by step, from a source of that kind, else of the kind it takes; those of the draft follow the formats. */
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

/** What a recipe starts from, as a name. */
export function recipeSource({ recipes }: ListedRecipe): string {
  const { source } = TEXTS.recipes;
  const kinds = kindsIn(recipes);
  return kinds.length === 1 ? source[kinds[0] as SourceKind] : source.any;
}

/** Why a recipe can be used for no source of these kinds; null when it can for some, or while there are none. */
export function recipeRefusal({ recipes, problem }: ListedRecipe, kinds: ReadonlySet<SourceKind>): string | null {
  if (!recipes) return problem === null ? '' : messageText(problem);
  if (kinds.size === 0 || [...kinds].some((kind) => recipes[kind])) return null;
  return TEXTS.recipes.takes(kindsIn(recipes));
}

/** What is to be said of a recipe that leaves out sources of some of these kinds; empty when it takes them all. */
export function skippedSourcesNote({ recipes }: ListedRecipe, kinds: ReadonlySet<SourceKind>): string {
  const isWhole = recipes === null || [...kinds].every((kind) => recipes[kind]);
  return isWhole ? '' : TEXTS.recipes.takes(kindsIn(recipes));
}

/** The kind of source to export a recipe for: the first it takes. */
export function firstAcceptedKind({ recipes }: ListedRecipe): SourceKind {
  return kindsIn(recipes)[0] ?? 'picture';
}

/** The kinds of sources a recipe takes; none of a damaged one. */
export function acceptedKinds({ recipes }: Pick<ListedRecipe, 'recipes'>): SourceKind[] {
  return kindsIn(recipes);
}

/** The recipe that stands for all a person's own one takes; the first of one that comes with the app. */
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
