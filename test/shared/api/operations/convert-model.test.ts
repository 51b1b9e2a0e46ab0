import { describe, expect, test } from 'vitest';
import { OPERATIONS } from '../../../../src-shared/api/operations.ts';
import { CONVERT_FORMATS } from '../../../../src-shared/formats/formats.ts';
import { TEXTURE_FORMATS } from '../../../../src-shared/api/operations/convert-model.ts';
import { check, expectAccepted, expectRefused } from '../refused.ts';

const NAME = 'convert_model';
const FLAGS = [
  'quad',
  'flatten_bottom',
  'pivot_to_center_bottom',
  'force_symmetry',
  'bake',
  'pack_uv',
  'with_animation',
  'assemble_animation',
  'animate_in_place',
];

describe('convert_model', () => {
  test.each(CONVERT_FORMATS)('takes %s in either case', (format) => {
    for (const written of [format, format.toLowerCase()]) {
      const checked = check(NAME, { format: written });
      expect(checked.ok && checked.values['format']).toBe(format);
    }
  });

  test.each([[undefined], [null], ['GLB'], ['STEP'], [''], [1]])('refuses the format %s', (format) =>
    expectRefused(NAME, { format }, 'format', '4.4'),
  );

  test.each(FLAGS)('takes %s as true and false only', (flag) => {
    for (const value of [true, false]) expectAccepted(NAME, { [flag]: value });
    for (const value of ['true', 1]) expectRefused(NAME, { [flag]: value }, flag, '4.4');
  });

  test.each<[string, readonly unknown[], readonly unknown[]]>([
    ['texture_format', TEXTURE_FORMATS, ['png', 'GIF', 1]],
    ['texture_size', [1, 2048, 16_384], [0, 16_385, 1.5, '512']],
    ['face_limit', [1, 1_000_000], [0, -5, 2.5, '10']],
    ['flatten_bottom_threshold', [0.001, 0.5, 0.999], [0, 1, -0.1, '0.5', NaN]],
    ['scale_factor', [0.001, 1, 1e6], [0, -1, 1e7, '2', Infinity]],
    ['part_names', [[], ['a', 'b']], ['a', [1], Array.from({ length: 1001 }, String)]],
    ['export_orientation', ['+x', '-x', '+y', '-y'], ['+z', 'x', 1]],
    ['fbx_preset', ['blender', '3dsmax', 'mixamo'], ['maya', 'Blender']],
  ])('knows the bounds of %s', (field, good, bad) => {
    for (const value of good) expectAccepted(NAME, { [field]: value });
    for (const value of bad) expectRefused(NAME, { [field]: value }, field, '4.4');
  });

  test.each(CONVERT_FORMATS)('vertex colours with %s', (format) => {
    const patch = { format, export_vertex_colors: true };
    expectAccepted(NAME, { ...patch, export_vertex_colors: false });
    if (format === 'OBJ' || format === 'GLTF') expectAccepted(NAME, patch);
    else expectRefused(NAME, patch, 'export_vertex_colors', '4.4');
  });

  test('the vertex colour rule reads the format in lower case, too', () => {
    expectAccepted(NAME, { format: 'obj', export_vertex_colors: true });
  });
});

describe('the price of a conversion', () => {
  const priceOf = (patch: Record<string, unknown>): number | null => {
    const checked = check(NAME, patch);
    return checked.ok ? OPERATIONS.convert_model.price(checked.values) : null;
  };

  test.each<[string, Record<string, unknown>]>([
    ['nothing but the format', {}],
    ['every default written out', { quad: false, export_orientation: '+x', fbx_preset: 'blender', scale_factor: 1 }],
    ['flags that are off', Object.fromEntries(FLAGS.map((flag) => [flag, false]))],
    ['common fields', { priority: 1, parameters: { a: 1 } }],
    ['unknown fields', { client_ref: 'x' }],
  ])('is the plain one for %s', (_, patch) => expect(priceOf(patch)).toBe(500));

  test.each<[string, Record<string, unknown>]>([
    ...FLAGS.map((flag): [string, Record<string, unknown>] => [flag, { [flag]: true }]),
    ['texture_format', { texture_format: 'PNG' }],
    ['texture_size', { texture_size: 512 }],
    ['face_limit', { face_limit: 1000 }],
    ['flatten_bottom_threshold', { flatten_bottom_threshold: 0.2 }],
    ['scale_factor', { scale_factor: 2 }],
    ['part_names', { part_names: ['a'] }],
    ['export_vertex_colors', { format: 'OBJ', export_vertex_colors: true }],
    ['export_orientation', { export_orientation: '-y' }],
    ['fbx_preset', { fbx_preset: 'mixamo' }],
  ])('is the higher tier for %s', (_, patch) => expect(priceOf(patch)).toBe(1000));
});
