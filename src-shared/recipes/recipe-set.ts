import { OPERATIONS, type OperationName } from '../api/operations.ts';
import type { Operation } from '../api/operation.ts';
import { toCanonicalJson } from '../base/canonical-json.ts';
import { pickRecipe, recipesOf, type Recipe, type RecipeSet, type RecipeStep } from './recipe.ts';
import { SOURCE_KINDS, type SourceKind } from '../formats/source-kind.ts';

/** The operation that makes a model of each kind of source; they take the same parameters, as far as they have them. */
const MAKES_MODEL: Readonly<Record<SourceKind, OperationName>> = {
  picture: 'image_to_model',
  views: 'multiview_to_model',
  prompt: 'text_to_model',
  model: 'import_model',
};

/** What the importing step knows of the others' work: only where its file goes. */
const IMPORTS = MAKES_MODEL.model;

/** The other kinds of sources a recipe could take as well: all, where its first step alone works on the source and makes a model of it. */
export function findOtherSourceKinds({ takes, steps }: Pick<Recipe, 'takes' | 'steps'>): readonly SourceKind[] {
  const [first, ...rest] = steps;
  const isFirst = first?.operation === MAKES_MODEL[takes] && first.from === null;
  if (!isFirst || rest.some(({ from }) => from === null)) return [];
  return SOURCE_KINDS.filter((kind) => kind !== takes);
}

/**
 * The recipes a recipe stands for, one for each kind of source it takes: alike but for the first step, which makes the
 * model of that kind with the same parameters, those left out that it does not know.
 */
export function toRecipeSet(recipe: Recipe): RecipeSet {
  const { also = [], ...head } = recipe;
  const possible = findOtherSourceKinds(recipe);
  const others = also.filter((kind) => possible.includes(kind)).map((kind) => [kind, toKind(head, kind)] as const);
  return { ...Object.fromEntries(others), [recipe.takes]: recipe };
}

/** The other kinds of a set whose recipes are what the one for a kind would become as well. */
export function findDerivedKinds(set: RecipeSet, recipe: Recipe): readonly SourceKind[] {
  return findOtherSourceKinds(recipe).filter((kind) => {
    const derived = toRecipeSet({ ...recipe, also: [kind] })[kind];
    return toCanonicalJson(derived?.steps) === toCanonicalJson(set[kind]?.steps);
  });
}

/** The recipe of a set that stands for all of it, where one does; else the one for a kind of source. */
export function pickCombinedRecipe(set: RecipeSet, takes: SourceKind): Recipe {
  return recipesOf(set).find(({ also = [] }) => also.length > 0) ?? pickRecipe(set, takes);
}

function toKind(recipe: Omit<Recipe, 'also'>, kind: SourceKind): Recipe {
  const [first, ...rest] = recipe.steps as readonly [RecipeStep, ...RecipeStep[]];
  const operation = MAKES_MODEL[kind];
  const { fields }: Operation = OPERATIONS[operation];
  const known = Object.entries(first.params).filter(([name]) => operation !== IMPORTS && Object.hasOwn(fields, name));
  return { ...recipe, takes: kind, steps: [{ ...first, operation, params: Object.fromEntries(known) }, ...rest] };
}
