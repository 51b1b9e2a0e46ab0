import type { MessageOrText } from '../../../src-shared/api/messages/message.ts';
import type { OperationName } from '../../../src-shared/api/operations.ts';
import type { ErrorInfo } from '../../../src-shared/base/errors.ts';
import type { Format } from '../../../src-shared/formats/formats.ts';
import type { Recipe } from '../../../src-shared/recipes/recipe.ts';
import type { SourceKind } from '../../../src-shared/formats/source-kind.ts';
import { ask } from '../../app/bridge/bridge.ts';

/** An operation to append to a recipe. */
export interface LastStep {
  readonly operation: OperationName;
  readonly params: Readonly<Record<string, unknown>>;
  /** Export format of its result; null: it produces no model. */
  readonly exports: Format | null;
}

/** A recipe to copy first, and the copy's name. */
export interface CopyRequest {
  readonly id: string;
  readonly takes: SourceKind;
  readonly name: string;
}

/** Appends an operation to a custom recipe and exports its result. Returns null, or the reason for failure. */
export async function addToRecipe(recipe: Recipe, { operation, params, exports }: LastStep): Promise<ErrorInfo | null> {
  const draft = { ...recipe, steps: [...recipe.steps] };
  const reply = await ask('recipes:choices', { recipe: draft, at: draft.steps.length });
  if (!reply.ok) return reply.error;
  const choice = reply.value.find((each) => each.operation === operation);
  const last = choice?.steps?.at(-1);
  if (!choice?.steps || !last) return refusal(recipe.name, choice?.refusal ?? '');
  const steps = [...choice.steps.slice(0, -1), { ...last, params: { ...params }, exports }];
  const saved = await ask('recipes:save', { recipe: { ...draft, steps }, replace: true });
  return saved.ok ? null : saved.error;
}

/** Does the same with a copy of a recipe; removes the copy on failure. */
export async function addToCopy(order: CopyRequest, step: LastStep): Promise<ErrorInfo | null> {
  const copy = await ask('recipes:duplicate', order);
  if (!copy.ok) return copy.error;
  const error = await addToRecipe(copy.value, step);
  if (error) await ask('recipes:remove', { id: copy.value.id });
  return error;
}

function refusal(subject: string, detail: MessageOrText): ErrorInfo {
  return { code: 'config_invalid', subject, detail, retryable: false, requestId: null };
}
