import { describe, expect, it } from 'vitest';
import {
  distinctFixes,
  toFormModel,
  withAnimationsFor,
  withFieldValue,
} from '../../../../src-renderer/features/operations/form-model.ts';
import type { AnyValues, Operation } from '../../../../src-shared/api/operation.ts';
import { OPERATION_NAMES, OPERATIONS, type OperationName } from '../../../../src-shared/api/operations.ts';
import { checkOperation } from '../../../../src-shared/operations/check-operation.ts';
import { findFieldAvailability } from '../../../../src-shared/operations/field-availability.ts';
import { initialParameters } from '../../../../src-shared/operations/initial-parameters.ts';
import { toOperationForm } from '../../../../src-shared/operations/operation-forms.ts';

const taskId = '00000000-0000-4000-8000-000000000000';
const context = { deployment: 'international', entitlements: null, now: Date.UTC(2026, 10, 22) } as const;

/** The form with what the main process says about the values. */
function modelOf(operation: OperationName, values: AnyValues) {
  const form = toOperationForm(operation);
  const check = (params: AnyValues) => checkOperation({ operation, params, taskId }, context);
  const issues = check(values);
  const model = toFormModel(form, values, {
    issues,
    ...findFieldAvailability(form, values, { check, priceOf: () => null }),
  });
  const shown = [...model.groups.flatMap(({ fields }) => fields), ...model.advanced];
  return { ...model, shown, find: (name: string) => shown.find(({ field }) => field.name === name) };
}

const namesOf = (fields: readonly { field: { name: string } }[]) => fields.map(({ field }) => field.name);

describe('a form that opens', () => {
  it.each(OPERATION_NAMES)('shows no fault for %s', (operation) => {
    const { shown, unavailable } = modelOf(operation, initialParameters(operation));
    expect(shown.flatMap(({ issues }) => issues)).toEqual([]);
    expect(unavailable.filter(({ isMissing }) => isMissing)).toEqual([]);
  });

  it('says what only the user can choose', () => {
    const missing = (operation: OperationName) =>
      namesOf(modelOf(operation, initialParameters(operation)).shown.filter(({ isMissing }) => isMissing));
    expect(missing('retarget_animation')).toEqual(['animations']);
    expect(missing('stylize_model')).toEqual(['style']);
    expect(missing('edit_multiview_image')).toEqual(['prompts']);
    expect(missing('image_to_image')).toEqual(['prompt']);
    expect(missing('convert_model')).toEqual([]);
    expect(missing('image_to_model')).toEqual([]);
  });

  it('shows a fault once a value is wrong', () => {
    const { find } = modelOf('decimate_mesh', { face_limit: 30_000 });
    expect(find('face_limit')).toMatchObject({ isMissing: false, issues: [{ field: 'face_limit' }] });
  });
});

describe('the fields that are shown', () => {
  it('are those that apply to the version', () => {
    expect(namesOf(modelOf('decimate_mesh', {}).unavailable)).toEqual(['smart_uv']);
    expect(namesOf(modelOf('decimate_mesh', { model: 'v3.0' }).unavailable)).toEqual([]);
    expect(namesOf(modelOf('texture_model', {}).unavailable)).toEqual(['delight']);
    expect(modelOf('texture_model', { model: 'v3.5-20260815' }).find('delight')).toBeDefined();
    const { unavailable } = modelOf('image_to_model', { model: 'P1-20260311' });
    expect(namesOf(unavailable)).toEqual(
      expect.arrayContaining(['geometry_quality', 'quad', 'smart_low_poly', 'generate_parts']),
    );
  });

  it('are those that apply to the other values', () => {
    const convert = (values: AnyValues) => namesOf(modelOf('convert_model', values).unavailable);
    expect(convert({ format: 'FBX' })).toEqual([
      'flatten_bottom_threshold',
      'assemble_animation',
      'animate_in_place',
      'export_vertex_colors',
    ]);
    expect(convert({ format: 'fbx', with_animation: true, flatten_bottom: true })).toEqual(['export_vertex_colors']);
    expect(convert({ format: 'STL' })).toContain('with_animation');
    expect(convert({ format: 'STL' })).toContain('fbx_preset');
    expect(namesOf(modelOf('stylize_model', { style: 'keycap' }).unavailable)).toContain('block_size');
    expect(namesOf(modelOf('image_to_image', { prompt: 'a mug' }).unavailable)).toEqual(
      expect.arrayContaining(['aspect_ratio', 'quality', 'background']),
    );
  });

  it('stay while only a number bars them', () => {
    expect(modelOf('decimate_mesh', { face_limit: 12_000 }).find('quad')?.barred).toHaveLength(1);
  });

  it('include every field with a value, with what it needs', () => {
    const values = { format: 'STL', fbx_preset: 'mixamo' };
    expect(modelOf('convert_model', values).find('fbx_preset')?.needed).toEqual([{ field: 'format', values: ['FBX'] }]);
    expect(modelOf('decimate_mesh', { smart_uv: true }).find('smart_uv')?.issues).toHaveLength(1);
  });

  it('and those that are not are all fields of the form', () => {
    for (const name of OPERATION_NAMES) {
      const { shown, unavailable } = modelOf(name, initialParameters(name));
      const all = toOperationForm(name).fields.filter(({ plural }) => plural === null);
      expect(namesOf([...shown, ...unavailable]).sort()).toEqual(namesOf(all.map((field) => ({ field }))).sort());
    }
  });
});

describe('a single value of a field with a plural', () => {
  const form = toOperationForm('retarget_animation');

  it('is shown in the plural field, which is the only one', () => {
    const { shown, find } = modelOf('retarget_animation', { animation: 'preset:walk' });
    expect(namesOf(shown)).not.toContain('animation');
    expect(find('animations')).toMatchObject({ value: ['preset:walk'], isMissing: false, issues: [] });
  });

  it('is replaced by the value of the plural field', () => {
    const values = { animation: 'preset:walk', out_format: 'fbx' };
    expect(withFieldValue(form, values, 'animations', ['preset:walk', 'preset:run'])).toEqual({
      animations: ['preset:walk', 'preset:run'],
      out_format: 'fbx',
    });
    expect(withFieldValue(form, values, 'animations', undefined)).toEqual({ out_format: 'fbx' });
  });
});

it('clips that are suggested fit the skeleton', () => {
  const form = toOperationForm('retarget_animation');
  const known = (rigType: string) =>
    withAnimationsFor(form, rigType).fields.find(({ name }) => name === 'animations')?.known;
  expect(known('biped')).toContain('preset:walk');
  expect(known('biped')).not.toContain('preset:quadruped:walk');
  expect(known('quadruped')).toEqual(['preset:quadruped:walk']);
  expect(known('a kind of our own')).toContain('preset:serpentine:march');
});

it('a fix that several issues suggest is offered once', () => {
  const without = { field: 'quad', value: null, price: null };
  const fewer = { field: 'face_limit', value: [48], price: '5.00' };
  const issues = [{ ways: [without, fewer] }, {}, { ways: [{ ...fewer }, { ...without, value: false }] }];
  const fixes = distinctFixes(issues.map((issue) => ({ field: 'face_limit', message: '', ...issue })));
  expect(fixes).toEqual([without, fewer, { ...without, value: false }]);
});

it('conditions of fields name fields and valid values of the same operation', () => {
  for (const name of OPERATION_NAMES) {
    const { fields }: Operation = OPERATIONS[name];
    for (const [field, { onlyWith = {}, plural }] of Object.entries(fields)) {
      if (plural !== undefined) expect(fields, `${name}.${field}`).toHaveProperty(plural);
      for (const [other, values] of Object.entries(onlyWith)) {
        expect(values.length, `${name}.${field}`).toBeGreaterThan(0);
        for (const value of values) {
          expect(fields[other]?.schema.safeParse(value).success, `${name}.${field}: ${other} ${value}`).toBe(true);
        }
      }
    }
  }
});
