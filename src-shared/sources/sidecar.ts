import { OPERATION_NAMES, type OperationName } from '../api/operations.ts';
import type { AnyValues } from '../api/operation.ts';
import { checkRecipe, describeIssues, type RecipeContext } from '../recipes/check-recipe.ts';
import { PRIORITIES, type Priority } from '../jobs/priority.ts';
import type { Recipe } from '../recipes/recipe.ts';
import { message, type MessageOrText } from '../messages/message.ts';
import { parseJsonFile } from '../formats/parse-bounded-json.ts';

/** Job parameters in a file beside a source: `chair.json` beside `chair.png`. */
export interface Sidecar {
  /** Id of a recipe that replaces the folder's. */
  readonly recipe: string | null;
  readonly priority: Priority | null;
  /** For the step that processes the source. */
  readonly params: AnyValues;
  /** For every step with the operation. */
  readonly byOperation: Readonly<Partial<Record<OperationName, AnyValues>>>;
}

/** The parsed value, or what is wrong with it. */
export type SidecarResult<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: MessageOrText };

/** Maximum length of a sidecar, in characters. */
export const MAX_SIDECAR_LENGTH = 65_536;

/**
 * Parses a sidecar: an object of parameters for the first step, such as `{"face_limit": 5000}`. A key that is the name
 * of an operation contains parameters for its steps, as in `{"convert_model": {"texture_size": 1024}}`; `recipe` names
 * another recipe, `priority` is high, normal or low.
 */
export function parseSidecar(text: string): SidecarResult<Sidecar> {
  let data: unknown;
  try {
    data = parseJsonFile(text);
  } catch (error) {
    return bad(
      message('sidecar.not-json', {
        reason: error instanceof Error ? error.message.slice(0, 200) : message('sidecar.unreadable'),
      }),
    );
  }
  if (!isObject(data)) return bad(message('sidecar.not-an-object', { example: '{"face_limit": 5000}' }));
  const { recipe = null, priority = null, ...rest } = data;
  if (recipe !== null && typeof recipe !== 'string') return bad(message('sidecar.recipe'));
  const rank = PRIORITIES.find((known) => known === priority) ?? null;
  if (priority !== null && rank === null)
    return bad(message('sidecar.priority', { priorities: PRIORITIES.join(', ') }));
  const isOperation = (key: string): key is OperationName => (OPERATION_NAMES as readonly string[]).includes(key);
  const entries = Object.entries(rest);
  const wrong = entries.find(([key, value]) => isOperation(key) && !isObject(value));
  if (wrong) return bad(message('sidecar.operation', { operation: wrong[0] }));
  const params = Object.fromEntries(entries.filter(([key]) => !isOperation(key)));
  const byOperation = Object.fromEntries(entries.filter(([key]) => isOperation(key))) as Sidecar['byOperation'];
  return { ok: true, value: { recipe, priority: rank, params, byOperation } };
}

/** Returns the recipe with parameters replaced by those of a sidecar, checked as a whole. */
export function applySidecar(
  recipe: Recipe,
  { params, byOperation }: Sidecar,
  context: RecipeContext,
): SidecarResult<Recipe> {
  const absent = Object.keys(byOperation).find((name) => !recipe.steps.some(({ operation }) => operation === name));
  if (absent !== undefined) return bad(message('sidecar.no-step', { operation: absent, recipe: recipe.id }));
  const first = recipe.steps.findIndex(({ from }) => from === null);
  const steps = recipe.steps.map((step, index) => ({
    ...step,
    params: { ...step.params, ...byOperation[step.operation], ...(index === first ? params : {}) },
  }));
  const changed = { ...recipe, steps };
  const issues = checkRecipe(changed, context);
  if (issues.length === 0) return { ok: true, value: changed };
  return bad(describeIssues(issues, changed));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function bad(problem: MessageOrText): { readonly ok: false; readonly problem: MessageOrText } {
  return { ok: false, problem };
}
