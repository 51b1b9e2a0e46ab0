import { describe, expect, it } from 'vitest';
import { toEnglish } from '../../../src-shared/messages/english.ts';
import { duplicateStep, insertStep, moveStep, removeStep } from '../../../src-shared/recipes/edit-steps.ts';
import { listChain } from '../../../src-shared/jobs/step-chain.ts';
import { checkRecipe } from '../../../src-shared/recipes/check-recipe.ts';
import type { Recipe, RecipeStep } from '../../../src-shared/recipes/recipe.ts';
import { CHARACTER } from '../../../src-shared/recipes/built-in/character.ts';
import { GAME } from '../../../src-shared/recipes/built-in/game.ts';
import { findStepChoices } from '../../../src-shared/recipes/step-choices.ts';
import { findFlows } from '../../../src-shared/recipes/step-flows.ts';

const CONTEXT = { deployment: 'international', now: Date.parse('2026-11-21') } as const;
const game = GAME.picture as Recipe;
const character = CHARACTER.picture as Recipe;

function step(operation: RecipeStep['operation'], from: number | null, params = {}): RecipeStep {
  return { operation, params, from, exports: null };
}

/** What each step works on. */
function froms(steps: readonly RecipeStep[]): (string | null)[] {
  return steps.map(({ from }) => (from === null ? null : (steps[from]?.operation ?? 'nothing')));
}

const CHAIN = [step('image_to_model', null), step('rig_model', 0), step('convert_model', 1), step('texture_model', 0)];

describe('a chain that is changed', () => {
  it('keeps what works on what, wherever a step is put in, doubled or moved', () => {
    const kept = [null, 'image_to_model', 'rig_model', 'image_to_model'];
    expect(froms(insertStep(CHAIN, 1, step('unwrap_uv', 0)))).toEqual([null, 'image_to_model', ...kept.slice(1)]);
    expect(froms(duplicateStep(CHAIN, 1))).toEqual([null, 'image_to_model', ...kept.slice(1)]);
    expect(froms(moveStep(CHAIN, 3, 1))).toEqual([null, 'image_to_model', 'image_to_model', 'rig_model']);
    expect(moveStep(moveStep(CHAIN, 0, 2), 2, 0)).toEqual(CHAIN);
  });

  it('lets a step that is moved before its source say so, instead of changing it', () => {
    const moved = moveStep(game.steps, 0, 1);
    expect(checkRecipe({ ...game, steps: moved }, CONTEXT)).toMatchObject([{ step: 0, field: 'from' }]);
  });

  it('hands the source of a removed step on to what worked on it', () => {
    expect(froms(removeStep(CHAIN, 1))).toEqual([null, 'image_to_model', 'image_to_model']);
    expect(froms(removeStep(CHAIN, 0))).toEqual([null, 'rig_model', null]);
  });
});

describe('what can be put into a chain', () => {
  const reason = (recipe: Recipe, operation: string): string => toEnglish(choice(recipe, 1, operation)?.refusal ?? '');
  const choice = (recipe: Recipe, at: number, name: string) =>
    findStepChoices(recipe, at).find(({ operation }) => operation === name);

  it('is what takes what flows there; the rest says why not', () => {
    const fitting = findStepChoices(game, 1).filter(({ refusal }) => refusal === null);
    expect(fitting.map(({ operation }) => operation)).toEqual(
      expect.arrayContaining(['decimate_mesh', 'rig_model', 'texture_model', 'convert_model', 'unwrap_uv']),
    );
    expect(reason(game, 'image_to_model')).toMatch(/requires the result of text_to_image or image_to_image/);
    expect(reason(game, 'refine_model')).toMatch(/requires the result of text_to_model/);
    expect(choice(game, 0, 'image_to_image')?.steps?.map(({ from }) => from)).toEqual([null, 0, 1]);
    for (const { refusal, steps } of findStepChoices(game, 1)) expect(steps === null).toBe(refusal !== null);
  });

  it('goes between the step and what worked on it, and takes its file over', () => {
    const steps = choice(game, 1, 'decimate_mesh')?.steps ?? [];
    expect(froms(steps)).toEqual([null, 'image_to_model', 'decimate_mesh']);
    expect(steps.map(({ exports }) => exports)).toEqual([null, 'glb', 'fbx']);
    expect(checkRecipe({ ...game, steps }, CONTEXT)).toEqual([]);
  });

  it('passes conversions and checks by, which nothing goes on from', () => {
    expect(choice(game, 2, 'rig_model')?.steps?.at(-1)).toMatchObject({ from: 0 });
    expect(choice(character, 2, 'decimate_mesh')?.steps?.at(2)).toMatchObject({ from: 0 });
    expect(choice(game, 1, 'convert_model')?.steps?.map(({ from }) => from)).toEqual([null, 0, 0]);
    expect(choice(character, 3, 'retarget_animation')?.steps?.at(-1)).toMatchObject({ from: 2 });
  });

  it('breaks no rule by itself, but where only a person has the words', () => {
    const recipes = [game, character, { ...game, takes: 'prompt', steps: [] }, { ...game, takes: 'views', steps: [] }];
    const broken = recipes.flatMap((recipe) =>
      findStepChoices(recipe as Recipe, recipe.steps.length).flatMap(({ operation, steps }) =>
        steps && checkRecipe({ ...(recipe as Recipe), steps: [...steps] }, CONTEXT).length > 0 ? [operation] : [],
      ),
    );
    expect([...new Set(broken)]).toEqual([]);
  });

  it('is nothing in a chain that is broken or full', () => {
    const broken = { ...game, steps: [step('convert_model', 1), step('convert_model', 0)] };
    expect(() => findStepChoices(broken, 1)).not.toThrow();
    const full = { ...game, steps: Array.from({ length: 20 }, () => step('image_to_model', null)) };
    expect(findStepChoices(full, 20).every(({ refusal }) => refusal?.id === 'recipe-issue.full')).toBe(true);
  });
});

describe('what flows out of a step', () => {
  it('is told by what its operation puts out', () => {
    const steps = [
      step('image_to_image', null),
      step('generate_multiview_image', 0),
      step('multiview_to_model', 1),
      step('rig_check', 2),
      step('rig_model', 2, { out_format: 'fbx' }),
      step('retarget_animation', 4, { animations: ['preset:idle', 'preset:run'] }),
      step('convert_model', 5, { format: 'USDZ', with_animation: true }),
      step('convert_model', 5, { format: 'OBJ' }),
      step('import_model', null),
    ];
    expect(findFlows({ steps }).map(({ kind, format, clips }) => [kind, format, clips])).toEqual([
      ['picture', null, 0],
      ['views', null, 0],
      ['model', 'glb', 0],
      ['check', null, 0],
      ['rig', 'fbx', 0],
      ['clips', 'glb', 2],
      ['clips', 'usdz', 2],
      ['model', 'obj', 0],
      ['model', null, 0],
    ]);
  });
});

describe('an invalid chain', () => {
  it('whose step works on itself or on a later one has choices all the same', () => {
    for (const from of [0, 1, 7]) {
      const steps = [step('rig_check', from), step('convert_model', from)];
      for (const at of [0, 1, 2]) expect(findStepChoices({ takes: 'picture', steps }, at).length).toBeGreaterThan(0);
    }
  });

  it('of a job ends where it would go in a circle', () => {
    expect(listChain([{ from: 0 }], 0)).toEqual([0]);
    expect(listChain([{ from: null }, { from: 2 }, { from: 1 }, { from: 2 }], 3)).toEqual([3, 2, 1]);
    expect(listChain([], 4)).toEqual([4]);
  });
});
