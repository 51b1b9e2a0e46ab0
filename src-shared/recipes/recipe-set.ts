import { OPERATIONS, type OperationName } from '../api/operations.ts';
import type { Operation } from '../api/operation.ts';
import { toCanonicalJson } from '../base/canonical-json.ts';
import { pickRecipe, recipesOf, type Recipe, type RecipeSet, type RecipeStep } from './recipe.ts';
import { SOURCE_KINDS, type SourceKind } from '../formats/source-kind.ts';

/** The operation that creates a model from each kind of source; they share parameters as far as supported. */
const MAKES_MODEL: Readonly<Record<SourceKind, OperationName>> = {
  picture: 'image_to_model',
  views: 'multiview_to_model',
  prompt: 'text_to_model',
  model: 'import_model',
};

/** The import step shares nothing with the other operations except its export format. */
const IMPORTS = MAKES_MODEL.model;

/**
 * Returns the other kinds of sources a recipe could accept: all, if only its first step processes the source and
 * creates a model.
 */
export function findOtherSourceKinds({ takes, steps }: Pick<Recipe, 'takes' | 'steps'>): readonly SourceKind[] {
  const [first, ...rest] = steps;
  const isFirst = first?.operation === MAKES_MODEL[takes] && first.from === null;
  if (!isFirst || rest.some(({ from }) => from === null)) return [];
  return SOURCE_KINDS.filter((kind) => kind !== takes);
}

/**
 * Returns the recipes for each kind of source that a recipe accepts: the first step uses the operation of that kind
 * with the same supported parameters.
 */
export function toRecipeSet(recipe: Recipe): RecipeSet {
  const { also = [], ...head } = recipe;
  const possible = findOtherSourceKinds(recipe);
  const others = also.filter((kind) => possible.includes(kind)).map((kind) => [kind, toKind(head, kind)] as const);
  return { ...Object.fromEntries(others), [recipe.takes]: recipe };
}

/** Returns the other kinds of a set whose recipes equal those derived from the given one. */
export function findDerivedKinds(set: RecipeSet, recipe: Recipe): readonly SourceKind[] {
  return findOtherSourceKinds(recipe).filter((kind) => {
    const derived = toRecipeSet({ ...recipe, also: [kind] })[kind];
    return toCanonicalJson(derived?.steps) === toCanonicalJson(set[kind]?.steps);
  });
}

/** Returns the recipe that represents the whole set, if there is one; otherwise the one for a kind of source. */
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
