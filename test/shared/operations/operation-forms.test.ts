import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Operation } from '../../../src-shared/api/operation.ts';
import { OPERATION_NAMES, OPERATIONS } from '../../../src-shared/api/operations.ts';
import { operationForm, type FieldControl } from '../../../src-shared/ipc/views/operation-view.ts';
import { toControl, toOperationForm, toOperationForms } from '../../../src-shared/operations/operation-forms.ts';

/** Something that a control lets a person set. */
function valuesOf(control: FieldControl): unknown[] {
  switch (control.kind) {
    case 'choice':
      return [...control.options];
    case 'flag':
      return [true, false];
    case 'number':
      return [
        control.min === null ? 1 : control.min + (control.whole ? 0 : 0.5),
        ...(control.max === null ? [] : [control.max]),
      ];
    case 'text':
    case 'picture':
      return ['https://example.com/a.png'];
    case 'look':
      return [{ text: 'moss' }, { text: 'm'.repeat(control.longest) }, { image: 'file_a' }];
    case 'list':
      return [control.options ? control.options.slice(0, 1) : ['walk']];
    case 'json':
      return [];
  }
}

describe('the forms of the operations', () => {
  it('are there for every operation and fit the contract', () => {
    const forms = toOperationForms();
    expect(forms.map(({ name }) => name)).toEqual(OPERATION_NAMES);
    for (const form of forms) expect(operationForm.parse(form)).toEqual(form);
  });

  it.each(OPERATION_NAMES)('of %s hold every field with a control whose values its schema takes', (name) => {
    const { fields, source }: Operation = OPERATIONS[name];
    const form = toOperationForm(name);
    const expected = Object.keys(fields).filter((field) => field !== 'prompt' || source.kind !== 'none');
    expect(form.fields.map((field) => field.name).sort()).toEqual(expected.sort());
    for (const { name: field, control } of form.fields) {
      const { schema } = fields[field] as Operation['fields'][string];
      for (const value of valuesOf(control)) {
        // A share of a height has no value at its very end.
        if (field === 'flatten_bottom_threshold' && value === 1) continue;
        expect(schema.safeParse(value).success, `${field} ${JSON.stringify(value)}`).toBe(true);
      }
    }
  });

  it('have no fields of sources, nonces or what is not there', () => {
    const names = toOperationForms().flatMap(({ fields }) => fields.map(({ name }) => name));
    expect(names.filter((name) => /^(inputs?|files?|client_ref|.*_task_id)$/.test(name))).toEqual([]);
  });

  it('tell the kinds of Decimate', () => {
    const controls = Object.fromEntries(toOperationForm('decimate_mesh').fields.map((field) => [field.name, field]));
    expect(controls['model']).toMatchObject({
      control: { kind: 'choice', options: ['v1.0', 'v2.0', 'v3.0'] },
      default: 'v2.0',
    });
    expect(controls['quad']).toMatchObject({ control: { kind: 'flag' }, default: false });
    expect(controls['face_limit']).toMatchObject({
      control: { kind: 'number', min: null, max: null, whole: true },
      unit: 'faces',
      default: null,
    });
    expect(controls['part_names']).toMatchObject({ control: { kind: 'list', options: null } });
    expect(controls['parameters']).toMatchObject({ control: { kind: 'json' }, group: 'advanced' });
  });

  it('take an image, a look, and what has a shape of its own as JSON', () => {
    const control = (name: 'segment_mesh' | 'texture_model' | 'edit_multiview_image', field: string) =>
      toOperationForm(name).fields.find((each) => each.name === field)?.control;
    expect(control('segment_mesh', 'ref_image')).toEqual({ kind: 'picture', longestAddress: 8192 });
    const look = { kind: 'look', longest: 1024, longestAddress: 8192 };
    expect(control('texture_model', 'texture_prompt')).toEqual(look);
    expect(control('edit_multiview_image', 'prompts')).toEqual({ kind: 'json' });
  });

  it('suggest words in use where the document leaves them open', () => {
    const known = (name: 'rig_model' | 'retarget_animation', field: string) =>
      toOperationForm(name).fields.find((each) => each.name === field)?.known;
    expect(known('rig_model', 'rig_type')).toEqual(expect.arrayContaining(['biped', 'quadruped']));
    for (const field of ['animation', 'animations']) {
      expect(known('retarget_animation', field)).toEqual(
        expect.arrayContaining(['preset:walk', 'preset:quadruped:walk']),
      );
    }
    expect(known('rig_model', 'spec')).toEqual([]);
  });

  it('read a list of given words, and bounds as they are', () => {
    expect(toControl(z.array(z.enum(['a', 'b'])))).toEqual({ kind: 'list', options: ['a', 'b'] });
    expect(toControl(z.number().gt(0).lt(1))).toEqual({ kind: 'number', min: 0, max: 1, whole: false });
    expect(toControl(z.int())).toEqual({ kind: 'number', min: null, max: null, whole: true });
  });
});
