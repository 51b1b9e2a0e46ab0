import type { TaskOperation } from '../../../src-shared/api/generators/generator-operations.ts';
import type { AnyValues } from '../../../src-shared/api/operation.ts';
import { OPERATIONS } from '../../../src-shared/api/operations.ts';

/** Fields that are applied to the result of any generator (`operations/generated`). */
export const FINISHED_FIELDS: ReadonlySet<string> = new Set([
  'texture',
  'face_limit',
  'quad',
  'smart_low_poly',
  'generate_parts',
  'compress',
  'return_multiview',
  'render_sequence',
  'render_video',
  'check_printable',
]);

/**
 * Fields that every generator gets, or that have no effect on the model. Clients send seeds with every request; generators
 * have one seed for shape and texture. Descriptions of a texture are checked on their own.
 */
const GENERAL_FIELDS: ReadonlySet<string> = new Set([
  'prompt',
  'texture_prompt',
  'model',
  'priority',
  'parameters',
  'image_seed',
  'texture_seed',
]);

/** Fields of a request that neither its generator nor the engine applies. */
export function listUnsupportedFields(
  operation: TaskOperation,
  values: AnyValues,
  applied: ReadonlySet<string>,
): string[] {
  const fields: Readonly<Record<string, { readonly default?: unknown }>> = OPERATIONS[operation].fields;
  return Object.entries(values)
    .filter(([name]) => name in fields && !GENERAL_FIELDS.has(name) && !FINISHED_FIELDS.has(name) && !applied.has(name))
    .filter(([name, value]) => value !== undefined && value !== false && value !== fields[name]?.default)
    .map(([name]) => name);
}
