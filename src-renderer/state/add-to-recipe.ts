import type { OperationName } from '../../src-shared/api/operations.ts';
import type { ErrorInfo } from '../../src-shared/errors.ts';
import type { Format } from '../../src-shared/formats.ts';
import type { Recipe } from '../../src-shared/recipe.ts';
import { ask } from './bridge.ts';

type Params = Readonly<Record<string, unknown>>;

/** Makes an operation the last step of a recipe of the person's own; null, or why it could not be. `makes`: the format of its file. */
export async function addToRecipe(
  recipe: Recipe,
  operation: OperationName,
  params: Params,
  makes: Format | null,
): Promise<ErrorInfo | null> {
  const draft = { ...recipe, steps: [...recipe.steps] };
  const reply = await ask('recipes:choices', { recipe: draft, at: draft.steps.length });
  if (!reply.ok) return reply.error;
  const choice = reply.value.find((each) => each.operation === operation);
  const last = choice?.steps?.at(-1);
  if (!choice?.steps || !last) return refusal(recipe.name, choice?.refusal ?? '');
  const steps = [...choice.steps.slice(0, -1), { ...last, params: { ...params }, exports: last.exports && makes }];
  const saved = await ask('recipes:save', { recipe: { ...draft, steps }, replace: true });
  return saved.ok ? null : saved.error;
}

function refusal(subject: string, detail: string): ErrorInfo {
  return { code: 'config_invalid', subject, detail, retryable: false, requestId: null };
}
