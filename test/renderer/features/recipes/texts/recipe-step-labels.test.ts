import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { setLanguage } from '../../../../../src-renderer/app/language/language.ts';
import {
  jobPriceLabel,
  recipePriceLabel,
  stepPrice,
} from '../../../../../src-renderer/features/recipes/texts/recipe-price-labels.ts';
import {
  stepRefusal,
  recipeStepTitle,
  flowLabel,
  stepInputLabel,
  recipeIssueText,
  stepSettingsSummary,
} from '../../../../../src-renderer/features/recipes/texts/recipe-step-labels.ts';
import { RECIPE_ISSUE_TEXTS } from '../../../../../src-renderer/features/recipes/texts/recipe-issue-texts.ts';
import { loadLanguage } from '../../../../../src-renderer/app/language/load-language.ts';
import { ENGLISH } from '../../../../../src-shared/messages/english.ts';
import { toOperationForm } from '../../../../../src-shared/operations/operation-forms.ts';
import type { Recipe } from '../../../../../src-shared/recipes/recipe.ts';
import { GAME } from '../../../../../src-shared/recipes/built-in/game.ts';
import { findStepChoices } from '../../../../../src-shared/recipes/step-choices.ts';

const game = GAME.picture as Recipe;
const [model, convert] = game.steps;

beforeAll(() => loadLanguage('zh'));

afterEach(() => {
  setLanguage('en');
});

describe('what is said of a chain', () => {
  it('is what flows, and from where unless that is the step before', () => {
    expect(flowLabel({ kind: 'model', format: 'glb', clips: 0 })).toBe('model');
    expect(flowLabel({ kind: 'clips', format: 'fbx', clips: 3 })).toBe('3 clips, FBX');
    const flow = { kind: 'model', format: 'glb', clips: 0 } as const;
    const steps = [0, 1].map(() => ({ price: null, flow }));
    const price = { free: true, total: '0.00', unknown: 0 };
    const checked = { issues: [], steps, price, prices: {}, others: [], unsaved: null, origin: null };
    expect([0, 1].map((index) => stepInputLabel(game, index, checked))).toEqual(['image', 'model']);
    const third = { ...game, steps: [...game.steps, { ...convert!, from: 0 }, { ...model! }] };
    expect([2, 3].map((index) => stepInputLabel(third, index, checked))).toEqual([
      'model of step 1',
      'the source, image',
    ]);
  });

  it('is what is set in a step, in one line, and its name', () => {
    expect([recipeStepTitle(model!), recipeStepTitle(convert!)]).toEqual(['Image to model', 'Convert to FBX']);
    expect(stepSettingsSummary(model!, toOperationForm('image_to_model'))).toBe(
      'P1, face limit 8,000, Texture, PBR maps',
    );
    const long = { ...model!, params: { texture: false, negative_prompt: 'x'.repeat(5_000) } };
    expect(stepSettingsSummary(long, toOperationForm('text_to_model')).length).toBeLessThan(90);
    expect(stepSettingsSummary(long, toOperationForm('text_to_model'))).toContain('without texture');
    const cleaned = (cleanup: unknown) =>
      stepSettingsSummary(
        { ...model!, params: { parameters: { octree_resolution: 512, ...(cleanup !== undefined && { cleanup }) } } },
        toOperationForm('image_to_model'),
      );
    expect([undefined, false, { unwrap: 'always' }].map(cleaned)).toEqual([
      'pipeline parameters {"octree_resolution":512}',
      'pipeline parameters {"octree_resolution":512}, without clean-up',
      'pipeline parameters {"octree_resolution":512}, own clean-up',
    ]);
    expect(
      stepSettingsSummary({ ...model!, params: { parameters: { cleanup: false } } }, toOperationForm('image_to_model')),
    ).toBe('without clean-up');
  });

  it('is a price, as far as it is known', () => {
    expect(['0.00', '1110.00', null].map(stepPrice)).toEqual(['free', '1,110.00', 'price unknown']);
    expect(recipePriceLabel({ free: false, total: '60.00', unknown: 1 })).toBe('60.00 or more');
    expect(recipePriceLabel({ free: false, total: '0.00', unknown: 2 })).toBe('price unknown');
    expect(recipePriceLabel({ free: true, total: '0.00', unknown: 2 })).toBe('free');
  });

  it('is the price of a job for the kinds of its sources, and nothing where jobs are free', () => {
    const costs = (total: string, unknown = 0) => ({ free: false, total, unknown });
    const prices = {
      picture: costs('160.00'),
      views: costs('160.00'),
      prompt: costs('1050.00'),
      model: costs('60.00', 1),
    };
    expect(jobPriceLabel(prices, new Set())).toBe('160.00');
    expect(jobPriceLabel(prices, new Set(['prompt']))).toBe('1,050.00');
    expect(jobPriceLabel(prices, new Set(['picture', 'views']))).toBe('160.00');
    expect(jobPriceLabel(prices, new Set(['picture', 'prompt']))).toBe('160.00–1,050.00');
    expect(jobPriceLabel(prices, new Set(['picture', 'model']))).toBe('60.00 or more');
    expect(jobPriceLabel({ prompt: costs('50.00') }, new Set(['model']))).toBe('50.00');
    expect(jobPriceLabel({ picture: { free: true, total: '0.00', unknown: 0 } }, new Set())).toBe('');
    expect(jobPriceLabel({}, new Set(['picture']))).toBe('');
  });

  it('is what is wrong, without a word of the wire', () => {
    const message = 'face_limit goes from 48 to 20000 triangles here; 900000 was asked for.';
    const issue = { step: 0, field: 'face_limit', message };
    expect(recipeIssueText(issue, toOperationForm('image_to_model'))).toMatch(/^Face limit goes from 48 to 20000/);
    const refusals = findStepChoices(game, 1).flatMap(({ refusal }) => refusal ?? []);
    expect(refusals.length).toBeGreaterThan(5);
    for (const language of ['en', 'zh'] as const) {
      setLanguage(language);
      for (const refusal of refusals)
        expect(stepRefusal(refusal)).not.toMatch(language === 'en' ? /_|Let from/ : /[_a-z]/);
    }
  });
});

it('the words of the editor take what the message has', () => {
  for (const [id, words] of Object.entries(RECIPE_ISSUE_TEXTS)) {
    const original = ENGLISH.templates[id] ?? '';
    for (const [, name] of words.matchAll(/\{(\w+)\}/g)) expect(original, id).toContain(`{${name}`);
  }
});
