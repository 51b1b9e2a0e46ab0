import { describe, expect, it } from 'vitest';
import { checkOperation } from '../../../src-shared/operations/check-operation.ts';
import { suggestFixes } from '../../../src-shared/operations/suggest-fixes.ts';
import { formatCredits } from '../../../src-shared/api/pricing/credits.ts';
import type { AnyValues, Operation } from '../../../src-shared/api/operation.ts';
import { OPERATIONS, type OperationName } from '../../../src-shared/api/operations.ts';
import { toOperationForm } from '../../../src-shared/operations/operation-forms.ts';

const taskId = '00000000-0000-4000-8000-000000000000';
const context = { deployment: 'international', entitlements: null, now: Date.UTC(2026, 10, 21) } as const;

/** Every issue of a request, with the ways out of it. */
function judge(operation: OperationName, params: AnyValues) {
  const { price }: Operation = OPERATIONS[operation];
  const check = (other: AnyValues) => checkOperation({ operation, params: other, taskId }, context);
  const priceOf = (other: AnyValues) => {
    const credits = price(other);
    return credits === null ? null : formatCredits(credits);
  };
  const form = toOperationForm(operation);
  return check(params).map((issue) => ({
    ...issue,
    ways: suggestFixes(form, params, issue, { check, priceOf }),
    check,
  }));
}

describe('a way out', () => {
  it.each<[OperationName, AnyValues]>([
    ['decimate_mesh', { face_limit: 12, quad: true }],
    ['decimate_mesh', { smart_uv: true, model: 'v1.0' }],
    ['image_to_model', { model: 'P1-20260311', quad: true }],
    ['image_to_model', { model: 'P2-20260801', face_limit: 90_000 }],
    ['image_to_model', { model: 'v3.1-20260211', generate_parts: true, texture: true }],
    ['texture_model', { texture_quality: 'fast' }],
    ['convert_model', { format: 'FBX', export_vertex_colors: true }],
    ['image_to_image', { prompt: 'a mug', quality: 'max' }],
    ['unwrap_uv', { priority: 9 }],
  ])('of %s with %j puts it right by one change', (operation, params) => {
    const [issue] = judge(operation, params);
    expect(issue?.ways.length).toBeGreaterThan(0);
    for (const { field, value } of issue?.ways ?? []) {
      const { [field]: _, ...others } = params;
      expect(issue?.check(value === null ? others : { ...others, [field]: value })).toEqual([]);
    }
  });

  it.each<[unknown, number | undefined]>([
    ['2k', 2_000],
    ['1.5 K', 1_500],
    ['2000 faces', 2_000],
    [1_999.6, 2_000],
    ['30k', undefined],
    ['many', undefined],
  ])('of a face limit of %j is the number that was meant, if it is valid: %j', (given, meant) => {
    const way = judge('decimate_mesh', { face_limit: given })[0]?.ways.find(({ value }) => typeof value === 'number');
    expect(way?.value).toBe(meant);
  });

  it('of too many clips is the first ones', () => {
    const animations = ['idle', 'walk', 'run', 'jump', 'climb', 'turn'];
    expect(judge('retarget_animation', { animations })[0]?.ways).toEqual([
      { field: 'animations', value: animations.slice(0, 5), price: expect.anything() as unknown },
    ]);
  });

  it('of a bound is the nearest one, and tells what it costs where that differs', () => {
    expect(judge('decimate_mesh', { face_limit: 12 })[0]?.ways[0]).toEqual({
      field: 'face_limit',
      value: 500,
      price: null,
    });
    expect(judge('decimate_mesh', { smart_uv: true })[0]?.ways[0]).toEqual({
      field: 'model',
      value: 'v3.0',
      price: '35.00',
    });
  });

  it('is not there for what only the person can say', () => {
    expect(judge('convert_model', {}).map(({ field, ways }) => [field, ways])).toEqual([['format', []]]);
    expect(judge('retarget_animation', {}).map(({ ways }) => ways)).toEqual([[]]);
    expect(judge('unwrap_uv', { colour: 'red' }).map(({ field, ways }) => [field, ways])).toEqual([['colour', []]]);
  });
});
