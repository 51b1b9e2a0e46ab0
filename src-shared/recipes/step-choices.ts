import type { AnyValues } from '../api/operation.ts';
import { OPERATION_NAMES, type OperationName } from '../api/operations.ts';
import { message, type Message } from '../messages/message.ts';
import { initialParameters } from '../operations/initial-parameters.ts';
import { insertStep } from './edit-steps.ts';
import { findStepSourceError } from './step-source.ts';
import { MAX_STEPS, type Recipe, type RecipeStep } from './recipe.ts';
import { findFlows, findStepFormat } from './step-flows.ts';

/** An operation that may be inserted into a chain. */
export interface StepChoice {
  readonly operation: OperationName;
  /** Reason why it cannot be inserted, and what to do; null: it can. */
  readonly refusal: Message | null;
  /** The resulting chain; null: it cannot be inserted. */
  readonly steps: readonly RecipeStep[] | null;
}

/** Initial parameters of a new step, for operations that require some or are of little use without. */
const BEGIN_WITH: Readonly<Partial<Record<OperationName, AnyValues>>> = {
  text_to_model: { ...initialParameters('text_to_model'), texture: true, pbr: true },
  image_to_model: { ...initialParameters('image_to_model'), texture: true, pbr: true },
  multiview_to_model: { ...initialParameters('multiview_to_model'), texture: true, pbr: true },
  stylize_model: { style: 'voxel' },
  convert_model: initialParameters('convert_model'),
  rig_model: { model: 'v2.5-20260210', rig_type: 'biped', spec: 'mixamo' },
  retarget_animation: { animations: ['preset:idle'] },
  decimate_mesh: { model: 'v3.0', face_limit: 8_000, bake: true },
};

/** Lists every operation with the chain after inserting it at index `at`, or the reason why it does not fit there. */
export function findStepChoices(recipe: Pick<Recipe, 'takes' | 'steps'>, at: number): StepChoice[] {
  const { takes, steps } = recipe;
  const sources = sourcesAt(recipe, at);
  const isFull = steps.length >= MAX_STEPS;
  return OPERATION_NAMES.map((operation) => {
    const tried = sources.map((from) => {
      const step: RecipeStep = { operation, params: BEGIN_WITH[operation] ?? {}, from, exports: null };
      return { step, refusal: findStepSourceError({ takes, steps: [...steps.slice(0, at), step] }, at) };
    });
    const fitting = tried.find(({ refusal }) => refusal === null);
    if (isFull || !fitting) {
      const full = message('recipe-issue.full', { max: MAX_STEPS });
      return { operation, refusal: isFull ? full : (tried[0]?.refusal ?? null), steps: null };
    }
    return { operation, refusal: null, steps: putIn(recipe, at, fitting.step) };
  });
}

/**
 * Returns the possible inputs of a step at this position, most likely first; skips conversions and checks in favour of
 * their own input.
 */
function sourcesAt({ steps }: Pick<Recipe, 'steps'>, at: number): (number | null)[] {
  const flows = findFlows({ steps });
  const inputs: (number | null)[] = [];
  let index = at === 0 ? null : at - 1;
  while (index !== null) {
    inputs.unshift(index);
    const step: RecipeStep | undefined = steps[index];
    const passesBy = step?.operation === 'convert_model' || flows[index]?.kind === 'check';
    // In an invalid chain, a step may process itself or a later one.
    if (!step || !passesBy || (step.from !== null && step.from >= index)) return inputs;
    index = step.from;
  }
  return [null, ...inputs];
}

/** Inserts a step; later steps with the same input use its result instead, if possible. */
function putIn({ takes, steps }: Pick<Recipe, 'takes' | 'steps'>, at: number, added: RecipeStep): RecipeStep[] {
  const { operation, params, from } = added;
  // Their results are only files; no step continues from them.
  if (operation === 'convert_model' || operation === 'image_to_splat') {
    return insertStep(steps, at, { ...added, exports: findStepFormat(operation, params) });
  }
  let chain = insertStep(steps, at, added);
  for (let index = at + 1; index < chain.length; index++) {
    const step = chain[index];
    if (!step || step.from !== from) continue;
    const moved = chain.with(index, { ...step, from: at });
    if (findStepSourceError({ takes, steps: moved }, index) === null) chain = moved;
  }
  const before = from === null ? undefined : chain[from];
  // If the step improves the model, its file replaces the exported file of the previous step.
  const isSame = before?.exports != null && before.exports === findStepFormat(operation, params);
  const makesModel = findFlows({ steps: chain })[at]?.format !== null;
  if (from !== at - 1 || !isSame || !makesModel) return chain;
  return chain.with(at, { ...added, exports: before.exports }).with(from, { ...before, exports: null });
}
