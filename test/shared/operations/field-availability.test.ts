import { describe, expect, it } from 'vitest';
import { formatCredits } from '../../../src-shared/api/pricing/credits.ts';
import type { AnyValues, Operation } from '../../../src-shared/api/operation.ts';
import { OPERATION_NAMES, OPERATIONS, type OperationName } from '../../../src-shared/api/operations.ts';
import { checkOperation } from '../../../src-shared/operations/check-operation.ts';
import { findFieldAvailability } from '../../../src-shared/operations/field-availability.ts';
import { toOperationForm } from '../../../src-shared/operations/operation-forms.ts';

const taskId = '00000000-0000-4000-8000-000000000000';
const context = { deployment: 'international', entitlements: null, now: Date.UTC(2026, 10, 22) } as const;

function judgeOf(operation: OperationName) {
  const { price }: Operation = OPERATIONS[operation];
  return {
    check: (params: AnyValues) => checkOperation({ operation, params, taskId }, context),
    priceOf: (params: AnyValues) => {
      const credits = price(params);
      return credits === null ? null : formatCredits(credits);
    },
  };
}

const openings = (operation: OperationName, params: AnyValues) =>
  findFieldAvailability(toOperationForm(operation), params, judgeOf(operation));

describe('what cannot be chosen', () => {
  it('is told before it is chosen, with why and the change that frees it', () => {
    expect(openings('decimate_mesh', { face_limit: 12_000 }).barred).toEqual([
      {
        field: 'quad',
        value: true,
        issue: {
          field: 'face_limit',
          message: 'face_limit must be 500 to 10,000 quads; 12,000 was given.',
          detail: expect.objectContaining({ id: 'rule.face-limit' }) as unknown,
        },
        ways: [
          { field: 'face_limit', value: 10_000, price: null },
          { field: 'face_limit', value: null, price: null },
        ],
      },
      {
        field: 'smart_uv',
        value: true,
        issue: {
          field: 'smart_uv',
          message: 'smart_uv works with model v3.0 only. Choose v3.0, or omit it.',
          detail: expect.objectContaining({ id: 'rule.smart-uv-needs-model' }) as unknown,
        },
        ways: [{ field: 'model', value: 'v3.0', price: '35.00' }],
      },
    ]);
    expect(openings('decimate_mesh', { model: 'v3.0', face_limit: 9_000 }).barred).toEqual([]);
    const { barred } = openings('decimate_mesh', { model: 'v3.0', smart_uv: true });
    expect(barred.map(({ field, value }) => [field, value])).toEqual([
      ['model', 'v1.0'],
      ['model', 'v2.0'],
    ]);
  });

  it('is not what something else that is wrong bars', () => {
    expect(openings('decimate_mesh', { model: 'v3.0', face_limit: 30_000 }).barred).toEqual([]);
    expect(openings('decimate_mesh', { model: 'v3.0', face_limit: 'many' }).barred).toEqual([]);
    // Nothing is said as long as what is required is missing.
    expect(openings('convert_model', {}).barred).toEqual([]);
  });

  it.each<[OperationName, AnyValues]>([
    ['decimate_mesh', { face_limit: 12_000 }],
    ['image_to_model', { model: 'P1-20260311', face_limit: 15_000 }],
    ['image_to_model', { model: 'P2-20260801', face_limit: 40_000 }],
    ['text_to_image', { prompt: 'a mug' }],
    ['texture_model', {}],
    ['convert_model', { format: 'FBX' }],
  ])('holds for %s with %j: each is refused as it stands, and right after each of the ways', (operation, params) => {
    const { check } = judgeOf(operation);
    // What lacks its source alone, as an image of words does, is right.
    const faults = check(params).length;
    const { barred } = openings(operation, params);
    expect(barred.length).toBeGreaterThan(0);
    for (const { field, value, ways } of barred) {
      expect(check({ ...params, [field]: value }).length, `${field} ${value}`).toBeGreaterThan(faults);
      for (const way of ways) {
        const { [way.field]: _, ...others } = params;
        const freed = { ...others, ...(way.value === null ? {} : { [way.field]: way.value }), [field]: value };
        expect(check(freed).length, `${field} ${value} by ${way.field}`).toBe(faults);
      }
    }
  });

  it('is looked for in every operation, whatever is set', () => {
    for (const name of OPERATION_NAMES) expect(() => openings(name, { model: 'nothing', quad: 7 })).not.toThrow();
  });
});

describe('the range of a number', () => {
  const rangeOf = (operation: OperationName, params: AnyValues, field = 'face_limit') =>
    openings(operation, params).ranges.find((each) => each.field === field);

  it('is what the rules leave it as everything else is set', () => {
    expect(rangeOf('decimate_mesh', {})).toEqual({ field: 'face_limit', min: 500, max: 20_000 });
    expect(rangeOf('decimate_mesh', { quad: true, face_limit: 12_000 })).toMatchObject({ min: 500, max: 10_000 });
    expect(rangeOf('image_to_model', { model: 'P2-20260801' })).toMatchObject({ min: 48, max: 50_000 });
    expect(rangeOf('image_to_model', { model: 'P1-20260311' })).toMatchObject({ min: 48, max: 20_000 });
    const reduced = { model: 'P2-20260801', smart_low_poly: true };
    expect(rangeOf('image_to_model', reduced)).toMatchObject({ min: 500, max: 20_000 });
    expect(rangeOf('decimate_mesh', {}, 'priority')).toMatchObject({ min: 1, max: 3 });
  });

  it('is none where it has no two ends that it may take, or nobody goes through it', () => {
    expect(rangeOf('image_to_model', { model: 'v3.1-20260211' })).toBeUndefined();
    expect(rangeOf('convert_model', { format: 'FBX' })).toBeUndefined();
    expect(rangeOf('convert_model', { format: 'FBX' }, 'scale_factor')).toBeUndefined();
    expect(rangeOf('texture_model', {}, 'texture_seed')).toBeUndefined();
  });
});
