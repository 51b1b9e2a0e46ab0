import { describe, expect, test } from 'vitest';
import { OPERATIONS } from '../../../../src-shared/api/operations.ts';
import { check, expectAccepted, expectRefused } from '../refused.ts';

const NAME = 'image_to_model';
const P1 = { model: 'P1-20260311' };
const P2 = { model: 'P2-20260801' };
const H = ['v3.1-20260211', 'v3.0-20250812', 'v2.5-20250123'];
const FLAGS = [
  'texture',
  'pbr',
  'delight',
  'quad',
  'smart_low_poly',
  'return_multiview',
  'export_uv',
  'render_sequence',
  'render_video',
  'check_printable',
  'auto_size',
  'enable_image_autofix',
];

describe('image_to_model: fields', () => {
  test.each([...H, P1.model, P2.model])('takes model %s', (model) => expectAccepted(NAME, { model }));

  test.each([
    ['absent', undefined],
    ['null', null],
    ['unknown', 'v9'],
    ['of another case', 'p2-20260801'],
    ['an image model', 'seedream_v5'],
    ['a number', 31],
  ])('refuses a model that is %s', (_, model) => expectRefused(NAME, { model }, 'model', '4.3'));

  test.each(FLAGS)('takes %s as true and false, and nothing that only looks like it', (flag) => {
    expectAccepted(NAME, { [flag]: true });
    expectAccepted(NAME, { [flag]: false });
    for (const wrong of ['true', 1, 0, {}]) expectRefused(NAME, { [flag]: wrong }, flag, '4.3');
  });

  test.each<[string, readonly unknown[], readonly unknown[], string]>([
    ['texture_quality', ['standard', 'detailed', 'extreme'], ['ultra', 'STANDARD', '', 1], '4.3'],
    ['texture_version', ['v3.5-20260815', 'v3.0-20250812', 'v2.5-20250123'], ['v3.5', ''], '4.3'],
    ['geometry_quality', ['standard', 'detailed'], ['extreme', true], '4.3'],
    ['compress', ['', 'geometry'], ['meshopt', false], '4.3'],
    ['texture_alignment', ['original_image', 'geometry'], ['image', 1], '4.3'],
    ['orientation', ['default', 'align_image'], ['+x', 0], '4.3'],
    ['model_seed', [0, 1, -1, 2 ** 32 - 1], [1.5, '1', 2 ** 32, NaN], '4.3'],
    ['texture_seed', [0, 2 ** 31], ['x', 1e300], '4.3'],
    ['face_limit', [1, 48, 2_000_000], [0, -1, 1.5, '100', NaN], '4.3'],
    ['style_image', ['file_abc', { url: 'https://host/a.png' }], [1, true], '4.3'],
    ['mode', ['anything'], [1, {}], '4.3'],
    ['priority', [1, 2, 3], [0, 4, 1.5, '1'], '4.1'],
    ['parameters', [{}, { a: { b: 1 } }], ['a', 1, true], '4.1'],
  ])('knows the bounds of %s', (field, good, bad, section) => {
    for (const value of good) expectAccepted(NAME, { [field]: value });
    for (const value of bad) expectRefused(NAME, { [field]: value }, field, section);
  });

  test('tells every wrong field, the first one first', () => {
    const checked = check(NAME, { model: 'x', texture: 1, face_limit: 0 });
    expect(checked.ok ? [] : checked.issues.map(({ path }) => path).sort()).toEqual(['face_limit', 'model', 'texture']);
  });

  test('takes aliases; the own name wins', () => {
    const aliased = check(NAME, { model: undefined, model_version: P2.model, image_autofix: true });
    expect(aliased.ok && aliased.values).toMatchObject({ model: P2.model, enable_image_autofix: true });
    const both = check(NAME, { model: P2.model, model_version: 'nonsense' });
    expect(both.ok && both.values['model']).toBe(P2.model);
  });

  test('passes unknown fields, ignores a stray type and enable_audit', () => {
    expectAccepted(NAME, { type: 7, enable_audit: 'x', client_ref: 'abc', whatever: { a: [1] } });
  });

  test('a prototype in the body gives no field', () => {
    const body = JSON.parse('{"input": "file_abc", "__proto__": {"model": "P2-20260801"}}') as Record<string, unknown>;
    expectRefused(NAME, { ...body, model: undefined }, 'model', '4.3');
    expect(Object.prototype).not.toHaveProperty('model');
  });
});

describe('image_to_model: rules', () => {
  test.each(['quad', 'smart_low_poly', 'generate_parts'])(
    'P1 refuses %s: even false abroad, only true in China',
    (field) => {
      expectRefused(NAME, { ...P1, [field]: false }, field, '4.3');
      expectRefused(NAME, { ...P1, texture: false, pbr: false, [field]: true }, field, '4.3');
      expectAccepted(NAME, { ...P1, [field]: false }, 'china');
      expectRefused(NAME, { ...P1, texture: false, pbr: false, [field]: true }, field, '4.3', 'china');
    },
  );

  test('P1 refuses geometry_quality in both deployments', () => {
    for (const deployment of ['international', 'china'] as const) {
      expectRefused(NAME, { ...P1, geometry_quality: 'standard' }, 'geometry_quality', '4.3', deployment);
    }
  });

  test.each<[string, Record<string, unknown>, number, number, 'international' | 'china']>([
    ['P1 abroad', P1, 48, 20_000, 'international'],
    ['P1 in China', P1, 50, 20_000, 'china'],
    ['P2', P2, 48, 50_000, 'international'],
    ['P2 in China', P2, 48, 50_000, 'china'],
    ['P2 with quad false', { ...P2, quad: false }, 48, 50_000, 'international'],
    ['P2 with quads', { ...P2, quad: true }, 48, 25_000, 'international'],
    ['low poly', { smart_low_poly: true }, 500, 20_000, 'international'],
    ['low poly with quads', { smart_low_poly: true, quad: true }, 500, 10_000, 'international'],
    ['P2 low poly', { ...P2, smart_low_poly: true }, 500, 20_000, 'international'],
  ])('%s: face_limit from the lowest to the highest, both included', (_, patch, lowest, highest, deployment) => {
    expectAccepted(NAME, patch, deployment);
    for (const face_limit of [lowest, highest]) expectAccepted(NAME, { ...patch, face_limit }, deployment);
    for (const face_limit of [lowest - 1, highest + 1]) {
      const checked = check(NAME, { ...patch, face_limit }, deployment);
      expect(checked.ok ? 'accepted' : checked.issues[0]).toMatchObject({
        code: 1004,
        path: 'face_limit',
        section: '4.3',
      });
    }
  });

  test('fast belongs to texture v3.5, which must be asked for', () => {
    expectAccepted(NAME, { texture_quality: 'fast', texture_version: 'v3.5-20260815' });
    for (const model of [...H, P1.model, P2.model]) {
      expectRefused(NAME, { model, texture_quality: 'fast' }, 'texture_quality', '4.3');
    }
    expectRefused(NAME, { texture_quality: 'fast', texture_version: 'v3.0-20250812' }, 'texture_quality', '4.3');
  });

  test('parts need texture false, and pbr not true', () => {
    expectAccepted(NAME, { generate_parts: true, texture: false });
    expectAccepted(NAME, { generate_parts: false });
    expectRefused(NAME, { generate_parts: true }, 'generate_parts', '4.3');
    expectRefused(NAME, { generate_parts: true, texture: true }, 'generate_parts', '4.3');
    expectRefused(NAME, { generate_parts: true, texture: false, pbr: true }, 'generate_parts', '4.3');
  });

  test('the pool follows the model', () => {
    const { category } = OPERATIONS.image_to_model;
    expect(H.map((model) => category({ model }))).toEqual(['generation_h', 'generation_h', 'generation_h']);
    expect([P1, P2].map(category)).toEqual(['generation_p', 'generation_p']);
  });
});
