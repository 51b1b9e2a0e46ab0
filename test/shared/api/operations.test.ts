import { describe, expect, test } from 'vitest';
import { OPERATION_NAMES, OPERATIONS } from '../../../src-shared/api/operations.ts';
import { check, expectAccepted, expectRefused } from './refused.ts';

describe('every operation', () => {
  test.each(OPERATION_NAMES)('%s accepts its plain request and has a path of its own', (name) => {
    expectAccepted(name, {});
    expect(OPERATIONS[name].name).toBe(name);
    expect(OPERATION_NAMES.filter((other) => OPERATIONS[other].path === OPERATIONS[name].path)).toEqual([name]);
  });

  test.each(OPERATION_NAMES)('%s passes unknown fields and ignores a stray type (4.1)', (name) => {
    expectAccepted(name, { something_else: { deep: [1] }, type: 'anything', enable_audit: 'x' });
  });
});

describe('views to model (4.3)', () => {
  const none = { inputs: undefined };

  test('takes a task instead of images, and then ignores files entirely', () => {
    const task = '0b6e2f0e-7f2b-4b9e-9a55-0d6f6a3b2c12';
    for (const patch of [{ original_model_task_id: task, files: 7 }, { inputs: [{ task_id: task }] }]) {
      const checked = check('multiview_to_model', { ...none, ...patch });
      expect(checked.ok && checked.source).toEqual({ kind: 'task', taskId: task });
    }
  });

  test('takes views by key and by slot, in the order front, left, back, right', () => {
    const [front, back] = [
      { kind: 'token', token: 'file_a' },
      { kind: 'token', token: 'file_b' },
    ];
    for (const patch of [
      { inputs: [{ back: 'file_b' }, { front: 'file_a' }] },
      { files: [{ file_token: 'file_a' }, {}, { file_token: 'file_b' }, {}] },
      { inputs: ['file_a', '', 'file_b'] },
    ]) {
      const checked = check('multiview_to_model', { ...none, ...patch });
      expect(checked.ok && checked.source).toEqual({ kind: 'files', files: [front, null, back, null] });
    }
  });

  test.each([
    ['three slots', { files: [{ file_token: 'file_a' }, {}, {}] }],
    ['no front', { files: [{}, { file_token: 'file_a' }, { file_token: 'file_b' }, {}] }],
    ['one view', { files: [{ file_token: 'file_a' }, {}, {}, {}] }],
  ])('refuses %s', (_, patch) => expectRefused('multiview_to_model', { ...none, ...patch }, 'files', '4.3'));
});

describe('images (4.3)', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['a 3D version as model', { model: 'v3.1-20260211' }, 'model'],
    ['a quality the model does not know', { model: 'chat_image_2', quality: 'max' }, 'quality'],
    ['a quality on a model without', { quality: 'low' }, 'quality'],
    ['an aspect ratio that is none', { model: 'banana', aspect_ratio: '0:4' }, 'aspect_ratio'],
    ['an aspect ratio outside the banana family', { aspect_ratio: '1:1' }, 'aspect_ratio'],
    ['a custom size outside the gpt models', { size: '1024x1024' }, 'size'],
    ['an edge that is no multiple of 16', { model: 'chat_image_2', size: '1000x1024' }, 'size'],
    ['an edge too long', { model: 'chat_image_2', size: '3856x1600' }, 'size'],
    ['a picture too long', { model: 'chat_image_2', size: '3200x1024' }, 'size'],
    ['a picture too small', { model: 'chat_image_2', size: '512x512' }, 'size'],
    ['transparency without PNG', { model: 'chat_image_2.5_flare', background: 'transparent' }, 'background'],
    ['a prompt of 1801 characters', { prompt: 'x'.repeat(1801) }, 'prompt'],
  ])('refuse %s', (_, patch, path) => expectRefused('text_to_image', patch, path, '4.3'));

  test('are capped by family', () => {
    const files = (count: number) => Array.from({ length: count }, (_, index) => `file_${index}`);
    const body = (model: string, count: number) => ({ input: undefined, model, inputs: files(count) });
    for (const [model, most] of [
      ['chat_image_2', 16],
      ['banana', 10],
      ['seedream_v5', 4],
    ] as const) {
      expectAccepted('image_to_image', body(model, most));
      expectRefused('image_to_image', body(model, most + 1), 'files', '4.3');
    }
  });

  test('may come without prompt when a template stands in', () => {
    expectRefused('image_to_image', { prompt: undefined }, 'prompt', '4.3');
    expectAccepted('image_to_image', { prompt: undefined, template: 'figure' });
  });
});

describe('processing (4.4)', () => {
  test.each<[Parameters<typeof expectRefused>[0], Record<string, unknown>, string]>([
    ['decimate_mesh', { face_limit: 499 }, 'face_limit'],
    ['decimate_mesh', { face_limit: 10_001, quad: true }, 'face_limit'],
    ['decimate_mesh', { smart_uv: true }, 'smart_uv'],
    ['texture_model', { texture_quality: 'fast' }, 'texture_quality'],
    ['texture_model', { texture_prompt: { text: 'a', image: 'file_a' } }, 'texture_prompt'],
    ['rig_model', { model: 'v2.0-20250506' }, 'model'],
    ['retarget_animation', { animation: undefined }, 'animation'],
    ['retarget_animation', { animation: undefined, animations: ['a', 'b', 'c', 'd', 'e', 'f'] }, 'animations'],
    ['stylize_model', { style: 'clay' }, 'style'],
    ['refine_model', { draft_model_task_id: undefined, rough_model_task_id: 'x' }, 'draft_model_task_id'],
  ])('%s refuses %o', (name, patch, path) => expectRefused(name, patch, path, '4.4'));

  test('legacy names of decimate are normalised', () => {
    const checked = check('decimate_mesh', { model: 'P-v2.0-20251225' });
    expect(checked.ok && checked.values['model']).toBe('v2.0');
  });
});
