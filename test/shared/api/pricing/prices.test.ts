import { describe, expect, test } from 'vitest';
import { formatCredits, toCredits } from '../../../../src-shared/api/pricing/credits.ts';
import { OPERATIONS } from '../../../../src-shared/api/operations.ts';
import { check } from '../refused.ts';

function priceOf(patch: Record<string, unknown>): string {
  const checked = check('image_to_model', patch);
  if (!checked.ok) throw new Error(checked.issues[0].message);
  return formatCredits(OPERATIONS.image_to_model.price(checked.values) ?? toCredits(-1));
}

describe('the price of a model from an image', () => {
  test.each<[string, Record<string, unknown>]>([
    ['100.00', { texture: false, pbr: false }],
    ['100.00', { texture: false }],
    ['110.00', { texture: false, pbr: true }],
    ['110.00', {}],
    ['110.00', { texture_quality: 'standard' }],
    ['120.00', { texture_quality: 'detailed' }],
    ['130.00', { texture_quality: 'extreme' }],
    ['110.00', { texture_quality: 'fast', texture_version: 'v3.5-20260815' }],
    ['100.00', { texture: false, texture_quality: 'extreme' }],
    ['110.00', { quad: true }],
  ])('P2 costs %s for %j, as the document states', (price, patch) => {
    expect(priceOf({ model: 'P2-20260801', ...patch })).toBe(price);
  });

  test.each<[string, Record<string, unknown>]>([
    ['30.00', {}],
    ['20.00', { texture: false }],
    ['40.00', { texture_quality: 'detailed' }],
    ['50.00', { texture_quality: 'extreme' }],
    ['30.00', { texture_quality: 'fast', texture_version: 'v3.5-20260815' }],
    ['50.00', { geometry_quality: 'detailed' }],
    ['35.00', { quad: true }],
    ['40.00', { smart_low_poly: true }],
    ['40.00', { texture: false, generate_parts: true }],
    ['50.00', { model: 'P1-20260311' }],
  ])('others cost %s for %j, as is in use', (price, patch) => expect(priceOf(patch)).toBe(price));

  test('a model under the alias of its field has the same price and pool', () => {
    const { decimate_mesh: decimate, image_to_model: generate } = OPERATIONS;
    expect(generate.price({ model_version: 'P2-20260801' })).toBe(generate.price({ model: 'P2-20260801' }));
    expect(generate.category({ model_version: 'P2-20260801' })).toBe(generate.category({ model: 'P2-20260801' }));
    expect(decimate.price({ model_version: 'v3.0' })).toBe(decimate.price({ model: 'v3.0' }));
    // The name itself takes precedence, as in a request.
    expect(decimate.price({ model: 'v2.0', model_version: 'v3.0' })).toBe(decimate.price({ model: 'v2.0' }));
  });

  test('bringing a model in is free', () => {
    expect(OPERATIONS.import_model.price({})).toBe(0);
  });
});
