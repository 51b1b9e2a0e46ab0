import { expect } from 'vitest';
import { checkRequest } from '../../../src-shared/api/rules/check-request.ts';
import type { Deployment } from '../../../src-shared/api/models/generation-models.ts';
import { OPERATIONS, type OperationName } from '../../../src-shared/api/operations.ts';

const TASK = '0b6e2f0e-7f2b-4b9e-9a55-0d6f6a3b2c11';

/** A body that an operation accepts, for tests to spoil in one place. */
const GOOD_BODIES: Readonly<Record<OperationName, Readonly<Record<string, unknown>>>> = {
  text_to_model: { model: 'v3.1-20260211', prompt: 'a red stool' },
  image_to_model: { model: 'v3.1-20260211', input: 'file_abc' },
  multiview_to_model: { model: 'v3.1-20260211', inputs: ['file_a', '', 'file_c', ''] },
  text_to_image: { prompt: 'a red stool' },
  image_to_image: { prompt: 'make it blue', input: 'file_abc' },
  generate_multiview_image: { input: 'file_abc' },
  edit_multiview_image: { original_task_id: TASK, prompts: [{ view: 'front', prompt: 'add a hat' }] },
  image_to_splat: { input: 'file_abc' },
  texture_model: { original_model_task_id: TASK },
  refine_model: { draft_model_task_id: TASK },
  stylize_model: { original_model_task_id: TASK, style: 'lego' },
  convert_model: { original_model_task_id: TASK, format: 'FBX' },
  import_model: { file: { type: 'glb', file_token: 'file_abc' } },
  rig_check: { original_model_task_id: TASK },
  rig_model: { original_model_task_id: TASK },
  retarget_animation: { original_model_task_id: TASK, animation: 'preset:walk' },
  segment_mesh: { original_model_task_id: TASK },
  complete_mesh: { original_model_task_id: TASK },
  decimate_mesh: { original_model_task_id: TASK },
  unwrap_uv: { original_model_task_id: TASK },
  smart_segment: { original_model_task_id: TASK },
};

/** Checks the good body with some fields changed. */
export function check(name: OperationName, patch: Record<string, unknown>, deployment: Deployment = 'international') {
  return checkRequest(OPERATIONS[name], { ...GOOD_BODIES[name], ...patch }, { deployment, entitlements: null, now: 0 });
}

/** Expects a refusal at one field with code 1004 and the section the rule comes from. */
export function expectRefused(
  name: OperationName,
  patch: Record<string, unknown>,
  path: string,
  section: string,
  deployment?: Deployment,
): void {
  const checked = check(name, patch, deployment);
  expect(
    checked.ok ? 'accepted' : checked.issues.map(({ code, path: at, section: from }) => ({ code, at, from })),
  ).toEqual([{ code: 1004, at: path, from: section }]);
  if (!checked.ok) expect(checked.issues[0].message).toMatch(/^.{8,}$/s);
}

/** Expects the values to be accepted as they are. */
export function expectAccepted(name: OperationName, patch: Record<string, unknown>, deployment?: Deployment): void {
  const checked = check(name, patch, deployment);
  expect(checked.ok ? [] : checked.issues).toEqual([]);
}
