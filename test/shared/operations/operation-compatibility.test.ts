import { describe, expect, it } from 'vitest';
import { OPERATION_NAMES, type OperationName } from '../../../src-shared/api/operations.ts';
import { findDistinguishingParameter } from '../../../src-shared/jobs/distinguishing-parameter.ts';
import { findCreatingStep } from '../../../src-shared/jobs/creating-step.ts';
import { findPrecheck, findIncompatibility } from '../../../src-shared/operations/operation-compatibility.ts';
import { findStepFormat } from '../../../src-shared/recipes/step-flows.ts';

const step = (operation: OperationName, from: number | null = null, status = 'done') => ({ operation, from, status });
const fitting = (steps: readonly ReturnType<typeof step>[], at: number): OperationName[] =>
  OPERATION_NAMES.filter((name) => findIncompatibility(name, steps, at) === null);

describe('what can follow a result', () => {
  it('is what the document says of sources, and nothing else: a rig needs no check before it', () => {
    expect(findIncompatibility('rig_model', [step('image_to_model')], 0)).toBeNull();
    const needsRig = { kind: 'needs', operations: ['rig_model'] };
    expect(findIncompatibility('retarget_animation', [step('image_to_model')], 0)).toEqual(needsRig);
    expect(findIncompatibility('retarget_animation', [step('image_to_model'), step('rig_model', 0)], 1)).toBeNull();
    expect(findIncompatibility('complete_mesh', [step('segment_mesh', 0)], 0)).toBeNull();
    const needsDraft = { kind: 'needs', operations: ['text_to_model'] };
    expect(findIncompatibility('refine_model', [step('image_to_model')], 0)).toEqual(needsDraft);
    expect(findIncompatibility('unwrap_uv', [step('image_to_splat')], 0)).toEqual({ kind: 'no_model' });
    expect(fitting([step('rig_check')], 0)).toEqual([]);
    expect(fitting([], 3)).toEqual([]);
  });

  it('is told a free check of as long as that was not run on the same result', () => {
    const steps = [step('image_to_model'), step('rig_check', 0), step('decimate_mesh', 0)];
    expect(findPrecheck('rig_model', steps.slice(0, 1), 0)).toBe('rig_check');
    expect(findPrecheck('rig_model', steps, 0)).toBeNull();
    expect(findPrecheck('rig_model', steps, 2)).toBe('rig_check');
    expect(findPrecheck('rig_model', [step('image_to_model'), step('rig_check', 0, 'failed')], 0)).toBe('rig_check');
    expect(findPrecheck('unwrap_uv', steps, 0)).toBeNull();
  });
});

it('quads are an FBX where a model is generated; of a reduced mesh only the service knows', () => {
  expect(findStepFormat('image_to_model', { quad: true })).toBe('fbx');
  expect(findStepFormat('decimate_mesh', { quad: true })).toBeNull();
  expect(findStepFormat('decimate_mesh', { quad: false })).toBe('glb');
  expect(findStepFormat('convert_model', { quad: true, format: 'obj' })).toBe('obj');
});

it('a conversion shows the model of the step it worked on, however often it was converted', () => {
  const steps = [step('image_to_model'), step('convert_model', 0), step('convert_model', 1), step('unwrap_uv', 0)];
  expect([0, 1, 2, 3].map((at) => findCreatingStep(steps, at))).toEqual([0, 0, 0, 3]);
  expect([findCreatingStep(steps, 9), findCreatingStep([step('convert_model', null)], 0)]).toEqual([9, 0]);
  // A damaged record that points to itself ends in no circle.
  expect(findCreatingStep([step('convert_model', 0)], 0)).toBe(0);
});

it('what was asked for is told in a word or two', () => {
  expect(findDistinguishingParameter('decimate_mesh', { face_limit: 5000, quad: true })).toBe(5000);
  expect(findDistinguishingParameter('retarget_animation', { animations: ['preset:idle', 'preset:run'] })).toBe(
    'preset:idle, preset:run',
  );
  expect(findDistinguishingParameter('retarget_animation', { animation: 'x'.repeat(5000) })).toHaveLength(60);
  expect(findDistinguishingParameter('stylize_model', { style: '' })).toBeNull();
  expect(findDistinguishingParameter('unwrap_uv', { priority: 1 })).toBeNull();
});
