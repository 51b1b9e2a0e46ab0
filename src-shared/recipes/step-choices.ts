import type { AnyValues } from '../api/operation.ts';
import { OPERATION_NAMES, type OperationName } from '../api/operations.ts';
import { message, type Message } from '../messages/message.ts';
import { insertStep } from './edit-steps.ts';
import { findStepSourceError } from './step-source.ts';
import { MAX_STEPS, type Recipe, type RecipeStep } from './recipe.ts';
import { findFlows, findStepFormat } from './step-flows.ts';

/** An operation that may be put into a chain. */
export interface StepChoice {
  readonly operation: OperationName;
  /** Why it cannot stand there, and what to do; null: it can. */
  readonly refusal: Message | null;
  /** The chain with it; null: it cannot stand there. */
  readonly steps: readonly RecipeStep[] | null;
}

/** What a new step begins with, where its operation demands something or does little without. */
const BEGIN_WITH: Readonly<Partial<Record<OperationName, AnyValues>>> = {
  text_to_model: { model: 'P2-20260801', texture: true, pbr: true },
  image_to_model: { model: 'P2-20260801', texture: true, pbr: true },
  multiview_to_model: { model: 'P2-20260801', texture: true, pbr: true },
  stylize_model: { style: 'voxel' },
  convert_model: { format: 'FBX' },
  rig_model: { model: 'v2.5-20260210', rig_type: 'biped', spec: 'mixamo' },
  retarget_animation: { animations: ['preset:idle'] },
  decimate_mesh: { model: 'v3.0', face_limit: 8_000, bake: true },
};

/** Every operation, whether it can take what flows between two steps, and the chain with it at index `at`. */
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

/** What a step there could work on, the likeliest first: conversions and checks are passed by, their own source goes on. */
function sourcesAt({ steps }: Pick<Recipe, 'steps'>, at: number): (number | null)[] {
  const flows = findFlows({ steps });
  const found: (number | null)[] = [];
  let index = at === 0 ? null : at - 1;
  while (index !== null) {
    found.unshift(index);
    const step: RecipeStep | undefined = steps[index];
    const passesBy = step?.operation === 'convert_model' || flows[index]?.kind === 'check';
    // In a broken chain a step may work on a later one.
    if (!step || !passesBy || (step.from ?? 0) >= Math.max(index, 1)) return found;
    index = step.from;
  }
  return [null, ...found];
}

/** Steps behind it that worked on what it works on now work on what it makes, where they can. */
function putIn({ takes, steps }: Pick<Recipe, 'takes' | 'steps'>, at: number, added: RecipeStep): RecipeStep[] {
  const { operation, params, from } = added;
  // Nothing goes on from these: they are there for their files.
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
  // What is made better is delivered better: the file of the step before it becomes the file of this one.
  const isSame = before?.exports != null && before.exports === findStepFormat(operation, params);
  const makesModel = findFlows({ steps: chain })[at]?.format !== null;
  if (from !== at - 1 || !isSame || !makesModel) return chain;
  return chain.with(at, { ...added, exports: before.exports }).with(from, { ...before, exports: null });
}
