import { z } from 'zod';
import type { Operation } from '../api/operation.ts';
import { OPERATION_NAMES, OPERATIONS, type OperationName } from '../api/operations.ts';
import { acceptedTaskTypes } from '../recipes/step-source.ts';

/** Heads of the list of operations, in its order. */
export const OPERATION_GROUPS = ['surface', 'mesh', 'animation', 'form', 'views'] as const;

/** Where an operation stands in the list, in its order; null: it never works on a result. */
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

/** Why an operation cannot work on a result. */
export const incompatibility = z.discriminatedUnion('kind', [
  /** It takes the results of these only. */
  z.object({ kind: z.literal('needs'), operations: z.array(name) }),
  /** It takes any model, and this is none, or one of splats. */
  z.object({ kind: z.literal('no_model') }),
]);

/** Why an operation cannot work on a result. */
export type Incompatibility = Readonly<z.infer<typeof incompatibility>>;

/** A step of a job, as far as it matters to what may follow it. */
export interface FinishedStep {
  readonly operation: OperationName;
  readonly from: number | null;
  readonly status: string;
}

/**
 * Why an operation cannot work on the result of a step; null when it can. Read from what each takes and puts out: that is
 * all the document says of sequences (4.3, 4.4).
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
 * The operation that tells whether another can succeed on the result of a step, and was not run on it; null: there is
 * none, or it was. It bars nothing: the document lets the other be ordered without it.
 */
export function findPrecheck(wanted: OperationName, steps: readonly FinishedStep[], at: number): OperationName | null {
  const { toldBy }: Operation = OPERATIONS[wanted];
  const check = OPERATION_NAMES.find((name) => name === toldBy) ?? null;
  const isChecked = steps.some(
    ({ operation, from, status }) => operation === check && from === at && status === 'done',
  );
  return isChecked ? null : check;
}

/** Splats come under the key of models, and no operation takes them. */
function isMesh(outputs: readonly string[]): boolean {
  return outputs.includes('model_url') && !outputs.includes('splat_url');
}
