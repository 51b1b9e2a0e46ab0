import type { AnyValues } from '../../../../src-shared/api/operation.ts';
import { serviceMessage } from '../../../../src-shared/api/messages/service-message.ts';
import { ApiError } from '../../api-error.ts';

/** Maximum nesting depth; deeper bodies could exhaust the stack. */
const DEEPEST = 64;

/** A parsed body that is a JSON object with valid text; error 1003 otherwise. */
export function parseJsonObject(body: unknown): AnyValues {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new ApiError(1003, serviceMessage('api.body-not-object'));
  }
  check(body, DEEPEST);
  return body as AnyValues;
}

function check(value: unknown, levels: number): void {
  if (typeof value === 'string') return checkText(value);
  if (typeof value !== 'object' || value === null) return;
  if (levels === 0) throw new ApiError(1003, serviceMessage('api.body-too-deep', { max: DEEPEST }));
  for (const [name, child] of Object.entries(value)) {
    checkText(name);
    check(child, levels - 1);
  }
}

/** Rejects NUL, which ends a text in many programs, and unpaired surrogates, which no encoding can represent. */
function checkText(text: string): void {
  if (text.includes('\0')) throw new ApiError(1003, serviceMessage('api.body-nul'));
  if (!text.isWellFormed()) throw new ApiError(1003, serviceMessage('api.body-unicode'));
}
