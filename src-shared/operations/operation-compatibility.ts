import { z } from 'zod';
import type { Operation } from '../api/operation.ts';
import { OPERATION_NAMES, OPERATIONS, type OperationName } from '../api/operations.ts';
import { acceptedTaskTypes } from '../recipes/step-source.ts';

/** Groups of operations in display order. */
export const OPERATION_GROUPS = ['surface', 'mesh', 'animation', 'form', 'views'] as const;

/** Group of each operation, in display order; null: it never processes a result. */
export const OPERATION_GROUP: Readonly<Record<OperationName, (typeof OPERATION_GROUPS)[number] | null>> = {
  texture_model: 'surface',
  unwrap_uv: 'surface',
  decimate_mesh: 'mesh',
  segment_mesh: 'mesh',
  smart_segment: 'mesh',
  complete_mesh: 'mesh',
  refine_model: 'mesh',
  rig_check: 'animation',
  rig_model: 'animation',
  retarget_animation: 'animation',
  convert_model: 'form',
  stylize_model: 'form',
  edit_multiview_image: 'views',
  multiview_to_model: 'views',
  image_to_model: 'views',
  generate_multiview_image: 'views',
  image_to_image: 'views',
  image_to_splat: 'views',
  text_to_model: null,
  text_to_image: null,
  import_model: null,
};

const name = z.enum(OPERATION_NAMES);

/** Reason why an operation cannot process a result. */
export const incompatibility = z.discriminatedUnion('kind', [
  /** It accepts results of these operations only. */
  z.object({ kind: z.literal('needs'), operations: z.array(name) }),
  /** It requires a mesh, and the result is none. */
  z.object({ kind: z.literal('no_model') }),
]);

/** Reason why an operation cannot process a result. */
export type Incompatibility = Readonly<z.infer<typeof incompatibility>>;

/** The fields of a step that determine which operations may follow it. */
export interface FinishedStep {
  readonly operation: OperationName;
  readonly from: number | null;
  readonly status: string;
}

/**
 * Returns why an operation cannot process the result of a step; null if it can. Derived from inputs and outputs,
 * because the document defines no other order (4.3, 4.4).
 */
export function findIncompatibility(
  wanted: OperationName,
  steps: readonly FinishedStep[],
  at: number,
): Incompatibility | null {
  const { source }: Operation = OPERATIONS[wanted];
  const made = steps[at];
  const { outputs: given }: { readonly outputs: readonly string[] } = made
    ? OPERATIONS[made.operation]
    : { outputs: [] };
  const types = acceptedTaskTypes(source);
  if (types === null) return isMesh(given) ? null : { kind: 'no_model' };
  if (made && types.includes(made.operation)) return null;
  return { kind: 'needs', operations: OPERATION_NAMES.filter((each) => types.includes(each)) };
}

/**
 * Returns the operation that predicts whether another will succeed on the result of a step and was not run on it yet;
 * null: none. It is optional: the document allows ordering without it.
 */
export function findPrecheck(wanted: OperationName, steps: readonly FinishedStep[], at: number): OperationName | null {
  const { precheck }: Operation = OPERATIONS[wanted];
  const check = OPERATION_NAMES.find((name) => name === precheck) ?? null;
  const isChecked = steps.some(
    ({ operation, from, status }) => operation === check && from === at && status === 'done',
  );
  return isChecked ? null : check;
}

/** Splats have the same output key as models, but no operation accepts them. */
function isMesh(outputs: readonly string[]): boolean {
  return outputs.includes('model_url') && !outputs.includes('splat_url');
}
