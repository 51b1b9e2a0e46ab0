import { expect } from 'vitest';
import { checkRequest } from '../../../src-shared/api/check-request.ts';
import type { Deployment } from '../../../src-shared/api/models.ts';
import { OPERATIONS, type OperationName } from '../../../src-shared/api/operations.ts';

/** A body that an operation accepts, for tests to spoil in one place. */
export const GOOD_BODIES: Readonly<Record<OperationName, Readonly<Record<string, unknown>>>> = {
  image_to_model: { model: 'v3.1-20260211', input: 'file_abc' },
  convert_model: { original_model_task_id: '0b6e2f0e-7f2b-4b9e-9a55-0d6f6a3b2c11', format: 'FBX' },
  import_model: { file: { type: 'glb', file_token: 'file_abc' } },
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
