import type { AnyValues } from '../../../src-shared/api/operation.ts';
import type { OperationName } from '../../../src-shared/api/operations.ts';
import type { ModelPreview } from '../viewer/state/viewer.svelte.ts';

/** Triangles per quad. */
const QUAD_TRIANGLES = 2;

/** Returns the preview that the viewer can show of an operation with these values; null: none. */
export function findPreview(operation: OperationName, values: AnyValues): ModelPreview | null {
  if (operation === 'unwrap_uv') return { kind: 'uv' };
  if (operation !== 'decimate_mesh' && operation !== 'convert_model') return null;
  const { face_limit: limit, part_names: parts, quad } = values;
  const isWhole = !Array.isArray(parts) || parts.length === 0;
  if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 1 || !isWhole) return null;
  return { kind: 'faces', triangles: quad === true ? limit * QUAD_TRIANGLES : limit };
}
