import type { AnyValues } from '../../../src-shared/api/operation.ts';
import { ServiceFault } from '../service-fault.ts';

/** Deeper bodies are no request anybody means, and would exhaust the stack of whoever walks them. */
const DEEPEST = 64;

/** A parsed body that is a JSON object; fault 1003 otherwise. */
export function readJsonObject(body: unknown): AnyValues {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new ServiceFault(1003, 'The body must be a JSON object.');
  }
  if (isDeeper(body, DEEPEST)) throw new ServiceFault(1003, `The body is nested deeper than ${DEEPEST} levels.`);
  return body as AnyValues;
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((child) => isDeeper(child, levels - 1));
}
