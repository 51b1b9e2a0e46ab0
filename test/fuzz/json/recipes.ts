import { AppError } from '../../../src-shared/base/errors.ts';
import { BUILT_IN_RECIPE_IDS, findBuiltInRecipe } from '../../../src-shared/recipes/built-in/built-in-recipes.ts';
import { recipe as recipeSchema, recipesOf, type Recipe } from '../../../src-shared/recipes/recipe.ts';
import { parseRecipeFile, toRecipeFile } from '../../../src-shared/recipes/recipe-file.ts';
import { findStepChoices } from '../../../src-shared/recipes/step-choices.ts';
import { OPERATIONS } from '../../../src-shared/api/operations.ts';
import { applySidecar, parseSidecar } from '../../../src-shared/sources/sidecar.ts';
import type { Prng } from '../../simulation/prng.ts';
import type { FuzzInput, JsonTarget } from '../fuzz-target.ts';
import { few, orRarely } from '../hostile-values.ts';
import { corruptJson, hostileValue, toJsonText } from './corrupt-json.ts';
import { valueOfSchema } from './value-of-schema.ts';

const CONTEXT = { deployment: 'international', now: Date.UTC(2026, 0, 1) } as const;

const BUILT_IN: readonly Recipe[] = BUILT_IN_RECIPE_IDS.flatMap((id) => {
  const found = findBuiltInRecipe(id, ['glb', 'fbx']);
  return found ? recipesOf(found) : [];
});

/** Recipe files: those of the built-in recipes with changes, and others of the same structure. */
export const recipes: JsonTarget = {
  kind: 'json',
  name: 'recipes',
  generate: (prng) => {
    const built = JSON.parse(toRecipeFile(prng.pick(BUILT_IN))) as Record<string, unknown>;
    const other = { dropforge_recipe: 1, ...(valueOfSchema(prng, recipeSchema) as object) };
    const value = withParameters(prng, prng.chance(0.3) ? other : built);
    const pictures = { pictures: { ['a'.repeat(64)]: 'AAAA' } };
    const whole = orRarely(prng, value, () => ({ ...value, dropforge_recipe: 2, ...pictures }));
    return toJsonText(prng, prng.chance(0.7) ? corruptJson(prng, whole) : whole);
  },
  run: (input: FuzzInput) => {
    const { recipe, pictures } = parseRecipeFile(String(input), 'case', CONTEXT);
    parseRecipeFile(toRecipeFile(recipe, pictures), 'case', CONTEXT);
    findStepChoices(recipe, recipe.steps.length);
    return Promise.resolve(true);
  },
};

/** Sidecars: parameters of a job in a file beside its source. */
export const sidecars: JsonTarget = {
  kind: 'json',
  name: 'sidecars',
  generate: (prng) => {
    const values = { ...parameters(prng), recipe: null, priority: 'high', convert_model: parameters(prng) };
    return toJsonText(prng, corruptJson(prng, values, prng.integer(4)));
  },
  run: (input: FuzzInput) => {
    const parsed = parseSidecar(String(input));
    const applied = parsed.ok ? applySidecar(BUILT_IN[0] as Recipe, parsed.value, CONTEXT) : parsed;
    if (!applied.ok) throw new AppError('sidecar_wrong', applied.problem);
    return Promise.resolve(true);
  },
};

function withParameters(prng: Prng, value: Record<string, unknown>): Record<string, unknown> {
  const steps = value['steps'];
  if (!Array.isArray(steps) || !prng.chance(0.5)) return value;
  return { ...value, steps: steps.map((step: object) => ({ ...step, params: parameters(prng) })) };
}

/** Parameters of any operation, with values of any type. */
function parameters(prng: Prng): Record<string, unknown> {
  const { fields } = prng.pick(Object.values(OPERATIONS));
  const names = few(prng, 4, () => prng.pick(Object.keys(fields)));
  return Object.fromEntries(names.map((name) => [name, prng.pick([true, 1, 5_000, 'a', hostileValue(prng)])]));
}
