import { describe, expect, it } from 'vitest';
import { findDraggedFile, findDraggedFiles } from '../../../../../src-renderer/features/create/find-dragged-file.ts';
import { groupModels, listModels, pickModel } from '../../../../../src-renderer/features/viewer/state/model-files.ts';
import {
  modelFileLabel,
  modelGroupLabel,
  stepResultLabel,
  stepNumberLabel,
} from '../../../../../src-renderer/features/operations/texts/step-result-labels.ts';
import { buildArtifact, buildStep } from '../../../build-job.ts';

const first = buildArtifact({ id: 'first', name: 'mug.glb' });
const preview = buildArtifact({ id: 'preview', role: 'preview', format: null, exported: false });
const fbx = buildArtifact({ id: 'fbx', step: 1, format: 'fbx', name: 'mug.fbx' });
const fewer = buildArtifact({ id: 'fewer', step: 2, name: 'mug.glb' });

/** A model, its FBX, and the same with fewer faces, which came last; the GLBs have one name. */
const reduced = {
  steps: [
    buildStep(),
    buildStep({ operation: 'convert_model', from: 0, asked: 'FBX', format: 'fbx' }),
    buildStep({ operation: 'decimate_mesh', from: 0, asked: 5000 }),
  ],
  artifacts: [first, preview, fbx, fewer],
};

describe('the model files of a job', () => {
  it('stand with the model they show, the newest first, and as they were exported', () => {
    expect(groupModels(reduced).map(({ maker, files }) => [maker, ...files.map(({ id }) => id)])).toEqual([
      [2, 'fewer'],
      [0, 'first', 'fbx'],
    ]);
    const kept = { ...reduced, artifacts: [buildArtifact({ id: 'raw', exported: false }), ...reduced.artifacts] };
    expect(listModels(kept).map(({ id }) => id)).toEqual(['fewer', 'first', 'fbx', 'raw']);
  });

  it('show the newest model, or the wanted one while it is there', () => {
    expect(pickModel(reduced, null)?.id).toBe('fewer');
    expect(pickModel(reduced, 'fbx')?.id).toBe('fbx');
    expect(pickModel(reduced, 'of another job')?.id).toBe('fewer');
    expect(pickModel({ steps: [], artifacts: [preview] }, 'fbx')).toBeNull();
  });

  it('show the GLB of a model that was only converted since', () => {
    expect(pickModel({ ...reduced, artifacts: [fbx, first] }, null)?.id).toBe('first');
  });

  it('are dragged as the newest model, not as an older one in a format that programs like better', () => {
    expect(findDraggedFile(reduced)?.id).toBe('fewer');
    expect(findDraggedFile({ ...reduced, artifacts: [first, preview, fbx] })?.id).toBe('fbx');
    const other = { ...reduced, id: 'other', artifacts: [first, preview, fbx] };
    const job = { ...reduced, id: 'job' };
    expect(findDraggedFiles(job, [other, job]).map(({ id }) => id)).toEqual(['fewer', 'fbx']);
    expect(findDraggedFiles(job, []).map(({ id }) => id)).toEqual(['fewer']);
  });
});

describe('files of one name', () => {
  it('are told apart by what was done to the model', () => {
    expect([first, fbx, fewer].map((file) => modelFileLabel(reduced, file))).toEqual([
      'mug.glb · Generated from the image',
      'mug.fbx · Generated from the image',
      'mug.glb · Decimated to 5,000',
    ]);
  });

  it('are told apart by their step where the same was done twice', () => {
    const again = {
      steps: [...reduced.steps, buildStep({ operation: 'decimate_mesh', from: 0, asked: 5000 })],
      artifacts: [...reduced.artifacts, buildArtifact({ id: 'again', step: 3, name: 'mug.glb' })],
    };
    const groups = groupModels(again);
    expect(groups.map((group) => modelGroupLabel(groups, group))).toEqual([
      'Decimated to 5,000 · step 4',
      'Decimated to 5,000 · step 3',
      'Generated from the image',
    ]);
    const twice = {
      steps: [...reduced.steps.slice(0, 2), buildStep({ operation: 'convert_model', from: 0, asked: 'FBX' })],
      artifacts: [fbx, { ...fbx, id: 'other', step: 2 }],
    };
    const [group] = groupModels(twice);
    expect(group?.files.map((file) => stepNumberLabel(group, file))).toEqual(['step 3', 'step 2']);
  });

  it('need no more than their format where there is one model', () => {
    expect(modelFileLabel({ ...reduced, artifacts: [first, fbx] }, fbx)).toBe('FBX · mug.fbx');
  });

  it('say what was asked in words', () => {
    expect(stepResultLabel({ operation: 'stylize_model', asked: 'lego' })).toBe('Stylized: Bricks');
    expect(stepResultLabel({ operation: 'retarget_animation', asked: 'preset:idle, preset:run' })).toBe(
      'Animated: Idle, Run',
    );
    expect(stepResultLabel({ operation: 'decimate_mesh', asked: null })).toBe('Decimated');
    expect(stepResultLabel({ operation: 'rig_model', asked: 'x' })).toBe('Rigged');
    expect(stepResultLabel(null)).toBe('');
  });
});
